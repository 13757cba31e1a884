"""What strangers may send, made by Hypothesis: rules cells, records, positions, links, messages to
a session, actions at a round table.

Each kind of input is one function. It makes a case from the random numbers that `test_fuzz.py`
has from Hypothesis (in the page, where that does not run, from Python's own), out of the book's own
cells and of games that were played, changed here and there; it hands it to the package, by its
public face only, and says whether the case was taken or refused. Anything but a result or the error
that is documented, with a sentence of our own, is a fault. `play` makes no input: it plays the
book's own games at length."""

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from hypothesis import note

import cadogan
from cadogan.board import laboratory, page
from cadogan.board.round_session import Session as RoundSession
from cadogan.board.session import Session
from cadogan.compiler.layout import Field
from cadogan.compiler.program import Entry
from cadogan.compiler.run import Machine, has_webassembly
from cadogan.compiler.specialise import specialise
from cadogan.edition import cells, notebook
from cadogan.edition.chapters import RulesError, read_changed
from cadogan.engine import play
from cadogan.engine.chance import CHOICES, seed as draw_lots
from cadogan.engine.numbers import FACES
from cadogan.patience.game import begun
from cadogan.players.strategies import RANDOM
from cadogan.round_games import (
    IllegalAction,
    OptionError,
    Record as RoundRecord,
    games as round_games,
)
from cadogan.round_games.cards import known
from cadogan.round_games.options import Whole
from cadogan.words import RuleError

from . import questions
from .questions import Fault
from .strange_games import book_cells, from_nothing, with_others

#: Where a stranger's game is played, and what a machine may use up in a case: many times what any
#: game of the book does.
BACKENDS = ("wasm", "python", "interpreted") if has_webassembly() else ("python", "interpreted")
FUEL = 200_000_000
#: The longest sentence that a refusal may be, in characters.
LONGEST_SENTENCE = 1_200
#: What Python says and no sentence of ours does. (A sentence of ours may repeat a name such as
#: `__class__`; Python names a call.)
PYTHONS = re.compile(
    r"positional|subscriptable|iterable|unhashable|__\w+__\(|[a-z]Error\b|has no attribute|index out of|invalid literal|"
    r"not supported between|codec can't|unexpected keyword|object (is|has|does)|<class|<function|<object|not in list|too many values|"
    r"missing \d required"
)
ECHO = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”")
NUMBERS = f"0 1 -1 2 3 7 13 52 400 999 1001 2.5 1e3 1e999 -0.0 10**9 0x10 1_0 True None {'9' * 30}".split()
TEXTS = (
    *"fans f1 p1-99999999 hand talon own AC 1,1@90 nan,nan é <b> queens a-b - 0 A+2+3 💥".split(),
    *("", " ", "A K 2", "AC KD", "7H 7H", "JK(9H) JK1 TH ??", "{0} %s", "\u202e", "\x00"),
    *("x" * 290, "x" * 301),
)
SIGNS = (
    *"()[]{},:=@+-*/.#'\"\\ \n\t\r\f\x00\x0bé\u2028\u200b\ud800“",
    *("\r\n", "\n  ", "==", "**", ":=", "lambda ", "for ", "not "),
)
#: Names that nothing should have, and values that stand where none of their kind is expected.
STRANGE = ("x", "self", "__class__", "format", "rules", "cards", "", "x" * 999)
VALUES = (
    *(None, True, False, 0, 1, -1, 52, 2**31, 2**53, 2**64, 10**40),
    *(0.5, -0.0, float("nan"), float("inf"), [], [[]], ["x"], [0], {}, {"x": 1}, {"self": 1}),
    *("x" * 5_000, "\ud800", "AS KD 10H " * 1_000, "seat 1", "low", "both", "6♥", "٣"),
    *TEXTS,
)
TOKEN = re.compile(r'"[^"\n]*"|\d[\w.]*|\w+|\s+|.', re.DOTALL)


def sentence(said):
    """Check that a refusal is a sentence of ours.

    Raises:
        Fault: it is not.
    """
    if (
        not isinstance(said, str)
        or not said.strip()
        or len(said) > LONGEST_SENTENCE
        or PYTHONS.search(ECHO.sub("", said))
    ):
        raise Fault(f"a refusal that is not one of our sentences: {said!r:.300}")


# --- changing things -------------------------------------------------------------------------------


def mutated_text(rng, text, parts, times=1):
    """A text with some of its tokens doubled, dropped, swapped or replaced."""
    tokens = TOKEN.findall(text)
    for _ in range(times):
        low = rng.randrange(len(tokens) + 1)
        high = low + rng.randrange(13)
        act = rng.randrange(7)
        if act == 0:
            del tokens[low:high]
        elif act == 1:
            tokens[low:low] = tokens[low:high]
        elif act == 2:
            tokens[low:high] = reversed(tokens[low:high])
        elif act == 3:
            tokens.insert(low, rng.choice(SIGNS))
        elif low < len(tokens):
            tokens[low] = replaced(rng, tokens[low], parts)
    return "".join(tokens)


def replaced(rng, token, parts):
    """Another token of the same kind."""
    if token[0].isdigit():
        return rng.choice(NUMBERS)
    if token[0] == '"':
        return json.dumps(rng.choice(TEXTS), ensure_ascii=False)
    kind = parts if token[0].isalpha() else SIGNS
    return rng.choice(kind)


def places_in(value):
    """Every place in a value of JSON: what holds it, and its name or number there."""
    inside = enumerate(value) if isinstance(value, list) else ()
    for name, one in value.items() if isinstance(value, dict) else inside:
        yield value, name
        yield from places_in(one)


def mutated_value(rng, value):
    """A value of JSON with one thing in it changed."""
    value = copy.deepcopy(value)
    places = list(places_in(value))
    if not places or rng.randrange(20) == 0:
        return rng.choice(VALUES)
    holder, name = rng.choice(places)
    act = rng.randrange(7)
    if act == 0:
        del holder[name]
    elif act == 1 and isinstance(holder, dict):
        holder[rng.choice(STRANGE)] = rng.choice(VALUES)
    elif act == 1:
        holder.reverse()
    elif act == 2 and isinstance(holder, list):
        holder *= rng.choice((2, 2, 50))
    elif act < 5 and isinstance(holder[name], str):
        parts = (holder[name], "turn", "deal", "again", "AC", "10H", "f1")
        holder[name] = mutated_text(rng, holder[name], parts)
    else:
        holder[name] = rng.choice(VALUES)
    return value


def packed(rng, value, times):
    """A value as JSON, so many things in it changed; now and then damaged."""
    for _ in range(times):
        value = mutated_value(rng, value)
    text = json.dumps(value, ensure_ascii=bool(rng.randrange(2)))
    if rng.randrange(10) == 0:
        text = mutated_text(rng, text, ("null", "true", "NaN", "1e999", "-Infinity"), 2)
    text = text[: rng.randrange(len(text) + 1)] if rng.randrange(30) == 0 else text
    note(text)
    return text


# --- what the book has -----------------------------------------------------------------------------


@cache
def played(slug, deal):
    """A game of the book, played at random for some moves."""
    return cadogan.odds.playout(cadogan.games[slug], deal, "random", 12)


def some_played(rng):
    """One of these, or its beginning."""
    whole = played(rng.choice(tuple(cadogan.games)), rng.randrange(3))
    return cadogan.Record(whole.game, whole.deal, whole.moves[: rng.choice((0, 3, 12))])


def varied(rng):
    """A round game with some of its options changed."""
    game = round_games[rng.choice(tuple(round_games))]
    for name in rng.sample(list(game.declared), rng.randrange(4)):
        values = game.declared[name].values
        if isinstance(values, Whole):
            near = min(values.high, values.low + rng.randrange(40))
            values = (*(values.also or (values.low,)), near)
        try:
            other = game.vary(**{name: rng.choice(values)})
            other.deal(1, other.players[0]), other.deal(1)
            game = other
        except OptionError:
            continue  # these do not go together
    return game


@cache
def at_table(number):
    """A round game with options of its own, played at random for some actions."""
    rng = random.Random(number)
    game = varied(rng)
    state = game.deal(rng.randrange(1000), rng.choice([game.seats, game.players[0]]))
    return state.run(lambda table, actions: rng.choice(actions), rng.randrange(60))[0]


def opening(rng):
    """What a link to a game of either kind holds, and texts of what may be done there."""
    if rng.randrange(2):
        record = some_played(rng)
        return json.loads(record.to_json()), [move.text for move in record.last.moves()[:20]]
    table = at_table(rng.randrange(200)).record()
    seats = ["you", *["rule"] * (table.players - 1)]
    texts = [action.text for action in table.last.actions()[:20]]
    return {"round": json.loads(table.to_json()), "seats": seats}, texts


def some_cells(rng):
    """Cells of the book, changed; some cut in two, so that a later cell uses the names of an earlier
    one; a third as `with_others` has them.
    """
    if rng.randrange(3) == 0:
        return with_others(rng)
    slug, texts = rng.choice(book_cells())
    _, others = rng.choice(book_cells())
    words = (*cells.VOCABULARY, *re.findall(r"\w+", others[0]))
    changed = list(texts)
    for i in rng.sample(range(len(texts)), min(len(texts), rng.choice((0, 1, 1, 1, 2, 3)))):
        changed[i] = mutated_text(rng, texts[i], words, rng.choice((1, 1, 1, 2, 3, 8)))
    if rng.randrange(10) == 0:
        changed.append(mutated_text(rng, others[0], words))
    if rng.randrange(3) == 0:
        lines = changed[0].split("\n")
        at = rng.randrange(len(lines) + 1)
        changed[:1] = ["\n".join(lines[:at]), "\n".join(lines[at:])]
    note(f"{slug}: {changed}")
    return slug, changed


# --- the kinds -------------------------------------------------------------------------------------


def try_cells(rng):
    """Rules cells: read, and the game that some of them make told, dealt and played for some moves."""
    slug, texts = some_cells(rng)
    try:
        game = read_changed("", slug, notebook.joined(texts))
    except RulesError as refused:
        sentence(refused.reason)
        sentence(str(refused))
        longest = 1 + sum(map(len, texts))
        if not 1 <= refused.cell <= len(texts) or not 1 <= refused.line <= longest:
            raise Fault(f"a refusal without its place: {refused!r:.300}") from refused
        return False
    questions.of_rules(game)
    position = game.deal(rng.randrange(10**6))
    for _ in range(6):
        if moves := position.moves():
            position = position.play(rng.choice(moves))
    questions.of_position(position, rng, sentence)
    return True


def try_reader(rng):
    """Rules cells, read only: what no engine has to answer for."""
    try:
        cells.read(*some_cells(rng)[1])
    except cells.CellError as refused:
        sentence(refused.reason)
        return False
    return True


def try_record(rng):
    """A record of a patience or of a round game, changed."""
    given, _ = opening(rng)
    kind = RoundRecord if "round" in given else cadogan.Record
    try:
        record = kind.from_json(packed(rng, given.get("round", given), rng.randrange(4)))
    except cadogan.RecordError as refused:
        sentence(str(refused))
        return False
    if kind.from_json(record.to_json()) != record:
        raise Fault("a record that is not read as it was written")
    return True


def try_position(rng):
    """The text picture of a position, changed."""
    parts = ("AC", "10H", "f1", "hand", "phase", "step", "marks", "gap")
    text = mutated_text(rng, str(some_played(rng).last), parts, rng.choice((0, 1, 1, 2, 4)))
    note(text)
    try:
        position = cadogan.Position.parse(text)
    except cadogan.RecordError as refused:
        sentence(str(refused))
        return False
    if cadogan.Position.parse(str(position)) != position:
        raise Fault("a position that is not read as it was written")
    for move in position.moves()[:3]:
        position.play(move)
    return True


def try_link(rng):
    """What a link to a game holds, and changed rules: as the page gives them to Python."""
    call = rng.choice((page.open_game, page.open_game, laboratory.change, laboratory.describe))
    given, _ = opening(rng)
    if "round" not in given and rng.randrange(2):
        slug, texts = rng.choice(book_cells())
        words = tuple(cells.VOCABULARY)
        rules = mutated_text(rng, "\n".join(texts), words, rng.randrange(3))
        given |= {"game": slug, "rules": rules, "moves": []}
    answer = json.loads(call(packed(rng, given, rng.randrange(3))))
    if "error" in answer:
        sentence(answer["error"])
        return False
    if "id" in answer:
        page.close_game(answer["id"])
    return True


#: The messages that a board knows, of patiences and of round games.
MESSAGES = (
    *"hello move try undo redo restart new hint home show odds concerns save load act bot".split(),
    *"ready lift go cut sit options change keep nothing next pass forced".split(),
)


def message(rng, texts, record, often):
    """A message with all the parts that any has, of which some do not fit; half of them of the
    kinds that are named.
    """
    kinds = rng.choice((MESSAGES, often.split()))
    texts = texts or ["x"]
    text = rng.choice(texts)
    said = {
        "kind": rng.choice(kinds),
        "rule": "Rule I",
        "options": {},
        "on": bool(rng.randrange(2)),
        "cards": rng.sample(TEXTS, 2),
        "actions": rng.choice((1, 100)),
        "who": rng.choice(("you", "rule", "beginner")),  # (the sharp player thinks for a second)
        "record": rng.choice((record, "{", mutated_text(rng, record, TEXTS[:5], 2))),
        **dict.fromkeys(("text", "action"), text),
        **dict(zip(("verb", "from"), re.split("[ -]", text)[:1] * 2)),
        **{name: rng.randrange(20) for name in ("to", "deal", "at", "seat", "players", "n")},
    }
    for _ in range(rng.choice((0, 0, 1, 2))):
        said[rng.choice(tuple(said))] = rng.choice((*VALUES, *MESSAGES))
    return said


def try_session(rng):
    """Messages to a game that is open in the page, one after another; one that is refused changes
    nothing.
    """
    begin, texts = opening(rng)
    opened = json.loads(page.open_game(json.dumps(begin)))
    if "error" in opened:
        raise Fault(f"a game that was played cannot be opened: {opened['error']}")
    number, before, taken = opened["id"], opened["opening"], False
    try:
        for _ in range(rng.randrange(1, 9)):
            said = message(rng, texts, json.dumps(begin), "move try act hint new load")
            text = packed(rng, said, rng.randrange(3))
            answer = json.loads(page.handle(number, text))
            if "error" in answer:
                raise Fault(f"{text:.200}: {answer['error']}")
            kinds = {reply["kind"] for reply in answer["replies"]}
            for reply in answer["replies"]:
                if reply["kind"] in ("error", "refused"):
                    sentence(reply["sentence"])
            if kinds and kinds <= {"error", "refused"} and answer["opening"] != before:
                raise Fault(f"{text:.200} was refused, and yet the game is another one")
            before, taken = answer["opening"], taken or not {"error", "refused"} & kinds
    finally:
        page.close_game(number)
    return taken


def try_action(rng):
    """The text of an action at a round table, made of pieces of legal ones; now and then for a seat
    that is not asked. A refusal says what holds, and changes nothing.
    """
    state = at_table(rng.randrange(10**4))
    legal = [action.text for action in state.actions()[:50]] or ["x"]
    verbs = list(state.game.verbs)
    text = rng.choice([*legal, f"{rng.choice(verbs)} {rng.choice(legal).partition(' ')[2]}"])
    words = (*verbs, *" ".join((*legal, *TEXTS)).split())
    said = mutated_text(rng, text, words, rng.randrange(1, 4))
    before = state._table.copy()
    note(f"{state.record().to_json()}: {said}")
    try:
        seat = rng.choice([None, None, None, state.to_act, 0, 99, "1"])
        state.play(said, seat)
    except IllegalAction as refused:
        sentence(str(refused))
        if false := false_reason(state, refused):
            raise Fault(f"{refused}; but {false}") from refused
        if state._table != before:
            raise Fault("a refusal changed the state") from refused
        return False
    return True


def false_reason(state, error):
    """What a refusal says that does not hold; empty when all does that can be looked up."""
    said, seat = error.sentence, state.to_act
    if seat is None:
        return ""
    hand = state._table.hands[seat].cards
    if " is not in the hand" in said:
        word = said.split(" is not in the hand")[0].split()[-1]
        if known(word.translate(str.maketrans("♣♦♥♠", "CDHS"))) in hand:
            return f"{word} is in the hand"
    if "must be followed" in said:
        led = state._table.__dict__["trick"][0].card.suit
        if not any(card.suit == led for card in hand):
            return "the hand has no card of that suit"
    if "not to be chosen" in said and any(f" and {a.verb} is not" in said for a in state.actions()):
        return "the verb is legal"
    return ""


def try_table(rng):
    """A round table, played on by messages that fit what is shown, of which some are changed; one
    that is refused changes nothing, and no card or counter is ever lost.
    """
    game, taken = varied(rng), False
    who = ("you", "you", "rule", "random", "beginner")
    seats = [rng.choice(who) for _ in range(game.seats)]
    session = RoundSession(game, rng.randrange(100), game.seats, seats)
    for _ in range(rng.choice((1, 1, 2, 40))):
        shown = session.snapshot()
        json.dumps(shown, allow_nan=False)
        texts = [action["text"] for action in shown["actions"]]
        said = message(rng, texts, session.record.to_json(), "act act bot bot next ready")
        said["seat"] = rng.choice((shown["curtain"] or 0, said["seat"]))
        before = session.state, session._line.place
        replies = session.handle(said)
        json.dumps(replies, allow_nan=False)
        if replies and replies[0]["kind"] in ("error", "refused"):
            sentence(replies[0]["sentence"])
            if (session.state, session._line.place) != before:
                raise Fault(f"{said!s:.300} was refused and changed the game")
        else:
            taken = True
        state = session.state
        if Counter(state._table.everything()) != Counter(state.game.cards(state.players)):
            raise Fault(f"{state.record().to_json()}: cards are lost or doubled")
        if sum(state.payoffs) + sum(state.pools.values()):
            raise Fault(f"{state.record().to_json()}: counters are lost or made")
    return taken


def machines_of(program):
    """A machine of every kind for a program."""
    return [Machine(program, backend, fuel=FUEL) for backend in BACKENDS]


def try_differential(rng):
    """Rules cells whose game, where they make one, is played in every engine and on the board at
    once, compared move by move; and at times by a strategy.
    """
    slug, texts = with_others(rng)
    try:
        game = read_changed("", slug, notebook.joined(texts))
    except RulesError:
        return False  # (the sentence is looked at by `try_cells`)
    question(game, rng)
    return True


def try_from_nothing(rng):
    """The same with games that are put together from nothing."""
    for _ in range(8):
        texts = from_nothing(rng)
        try:
            game = read_changed("", "", texts)
        except RulesError as refused:
            sentence(refused.reason)
            continue
        note(texts)
        question(game, rng)
        return True
    return False


def question(game, rng):
    """Ask a game all that can be asked of it: what it says, what it plays in every engine and on
    the board, what comes of it.
    """
    questions.of_rules(game)
    machines = machines_of(game.program)
    for _ in range(2):
        play_alike(game, machines, rng)
    if rng.randrange(3) == 0:
        questions.of_odds(game, rng, BACKENDS)


def play_alike(game, machines, rng):
    """Play a deal at random, up to eighty moves.

    Raises:
        Fault: the engines or the board do not agree, a move is listed twice, or a card is lost.
    """
    number, blank = rng.randrange(10**6), game.referee.new_state().dump()
    for machine in machines:
        machine.load(blank)
    alike(machines, "deal", number)
    session = Session(game, number)
    session.handle({"kind": "hello"})
    asked = {rng.randrange(80) for _ in range(2)} | {rng.randrange(8), 0}
    for number in range(80):
        same_table(game, machines[0], session)
        if number in asked:
            questions.of_position(session.position, rng, sentence)
        n = 0 if alike(machines, "is_won") else alike(machines, "legal")
        listed = machines[0].read("moves")
        moves = session.position.moves()
        if sorted(listed[:n]) != sorted(move.code for move in moves):
            raise Fault(f"the engines list {listed[:n]}, the board {[str(move) for move in moves]}")
        if len({move.text for move in moves}) < n:
            raise Fault(f"a move is listed twice: {sorted(move.text for move in moves)}")
        if not moves:
            break
        move = moves[0] if rng.randrange(3) == 0 else rng.choice(moves)
        alike(machines, "apply", move.code)
        replies = session.handle({"kind": "move", "text": move.text})
        if any(reply["kind"] in ("error", "refused") for reply in replies):
            raise Fault(f"{move}: {replies}")
    questions.of_position(session.position, rng, sentence)
    questions.of_session(session, rng, sentence)


def alike(machines, name, *args):
    """Call a function of all machines.

    Raises:
        Fault: their answers or their states differ, or one of them fails.
    """
    first, *others = machines
    answer, held = first.call(name, *args), first.dump()
    for machine in others:
        if (other := machine.call(name, *args)) != answer:
            raise Fault(f"{name}{args}: {answer} in {first.backend}, {other} in {machine.backend}")
        if machine.dump() != held:
            names = [field.name for field in first.program.layout]
            differ = [one for one in names if first.read(one) != machine.read(one)]
            raise Fault(f"{name}{args}: {machine.backend} differs from {first.backend} in {differ}")
    return answer


def same_table(game, machine, session):
    """Whether the board's position is that of the engines, and every card lies somewhere once."""
    for field in game.rules.layout:
        if field.name not in ("moves", "tally"):
            here, there = machine.read(field.name), getattr(session.position.state, field.name)
            if here != there:
                raise Fault(f"the board differs in {field.name}: {here!s:.300}, {there!s:.300}")
    lying = sorted(card for pile in session.position.piles for card in pile)
    if lying != sorted(game.rules.pack):
        raise Fault(f"after {session.moves[-1:]} there lie {lying}")


def try_play(rng):
    """A game of the book in some reading: as `try_differential`, and then played by lot at length,
    with a look after every move whether a card is lost. Options that do not go together are refused.
    """
    slug = rng.choice(tuple(cadogan.games))
    variants = {slug: cadogan.games[slug], **cadogan.games[slug].variants}
    variant = rng.choice(tuple(variants))
    options = {
        name.replace(" ", "_"): rng.choice(taken if rng.randrange(2) else taken[:1])
        for name, taken in variants[variant].readings.items()
    }
    note(f"{variant}: {options}")
    try:
        game = variants[variant].vary(**options)
        _ = game.rules
    except RuleError as error:
        sentence(str(error))
        return False
    play_alike(game, machines_of(game.program), rng)
    number = rng.randrange(2**61)
    more = (Field("missing", FACES * (1 + max(game.rules.pack) // FACES), 1), Field("made"))
    layout = (*game.rules.layout, *more, Field("lost"))
    entry = Entry(play_on, {"rules": game.rules})
    program = specialise({"play_on": entry}, layout, game.title, begun(game))
    machine = Machine(program, BACKENDS[0])
    games = machine.call("play_on", number, 100_000 if has_webassembly() else 1_000, 1_000)
    if machine.read("lost"):
        raise Fault(f"deal {number + games - 1}: a card is lost on the way")
    return True


def whole(rules, s):
    """Whether every card of the pack lies in exactly one place (in the engine's part of Python)."""
    for c in rules.pack:
        s.missing[c] = 1
    for p in range(len(rules.places)):
        card = s.top[p]
        for _ in range(s.height[p]):
            if card < 0 or not s.missing[card]:
                return False
            s.missing[card] = 0
            card = s.under[card]
    for c in rules.pack:
        if s.missing[c]:
            return False
    return True


def play_on(rules, s, number, wanted, limit):
    """Deal and play by lot the games number, number + 1, … until so many moves are made, or a card
    is lost; how many games (in the engine's part of Python).
    """
    games = 0
    s.made = 0
    while s.made < wanted and not s.lost:
        play.deal(rules, s, number + games)
        draw_lots(s.lots, number + games, CHOICES)
        s.lost = not whole(rules, s)
        n = 1
        made = 0
        while n > 0 and made < limit and not s.lost and not play.is_won(rules, s):
            n = play.legal(rules, s)
            if n > 0:
                play.apply(rules, s, s.moves[RANDOM.choose(rules, s, n)])
                made += 1
                s.lost = not whole(rules, s)
        s.made += max(1, made)  # a deal without a move counts, or the end might never be reached
        games += 1
    return games


class Kind(NamedTuple):
    """A kind of input: what makes a case and tries it, how many cases `make test` tries (a few
    seconds), and the seconds of the processor that one may take.
    """

    attempt: Callable[[random.Random], bool]
    tried: int
    slow: float = 1


KINDS = {
    "cells": Kind(try_cells, 200),
    "reader": Kind(try_reader, 400),
    "records": Kind(try_record, 250),
    "positions": Kind(try_position, 100),
    "links": Kind(try_link, 150),
    "sessions": Kind(try_session, 80),
    "actions": Kind(try_action, 400),
    "tables": Kind(try_table, 100, 5),
    "differential": Kind(try_differential, 200, 20),
    "from nothing": Kind(try_from_nothing, 60, 20),
    "play": Kind(try_play, 5, 20),
}
