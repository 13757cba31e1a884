"""What strangers may send, made at random: rules cells, records, positions, links, messages to a
session, actions at a round table.

Each kind of input is one class. `make` makes a case from a source of random numbers, out of the
book's own cells and of games that were played, changed here and there; `attempt` gives it to the
package, by its public face only, and says whether it was taken or refused. Anything but a result or
the error that is documented, with a sentence of our own, is a `Fault`. `Play` and `Rounds` make no
input: they play the book's own games at length.

`tests/fuzz/test_fuzz.py` tries some of each with a fixed seed, `tools/fuzz.py` as many as the
minutes allow."""

from __future__ import annotations

import ast
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar

import cadogan
from cadogan.board import page
from cadogan.board.round_session import Session as RoundSession
from cadogan.board.session import Session
from cadogan.compiler.layout import Field
from cadogan.compiler.program import Entry
from cadogan.compiler.run import Machine, has_webassembly
from cadogan.compiler.specialise import specialise
from cadogan.edition import cells
from cadogan.edition.chapters import RulesError, cells_of, read_changed
from cadogan.engine import play
from cadogan.engine.chance import CHOICES
from cadogan.engine.chance import seed as draw_lots
from cadogan.engine.numbers import FACES
from cadogan.engine.rules import Rules
from cadogan.patience.game import Game, begun
from cadogan.patience.position import IllegalMove
from cadogan.players.strategies import RANDOM, STRATEGIES
from cadogan.round_games import Game as RoundGame
from cadogan.round_games import IllegalAction, OptionError, State
from cadogan.round_games import Record as RoundRecord
from cadogan.round_games import games as round_games
from cadogan.round_games.action import Action
from cadogan.round_games.cards import known
from cadogan.round_games.options import Whole
from cadogan.round_games.table import Table
from cadogan.words import RuleError

#: What a machine may use up in a case of `Differential`: many times what any game of the book does.
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
NUMBERS = (
    *"0 1 -1 2 3 7 13 52 400 999 1000 1001 2.5 0.5 1e3 1e999 -0.0 10**9 0x10 1_0 True None".split(),
    "9" * 30,
)
TEXTS = (
    *"fans f1 p1-99999999 hand talon own AC 1,1@90 nan,nan é <b> queens a-b - 0".split(),
    "",
    " ",
    "A K 2",
    "AC KD",
    "7H 7H",
    "\u202e",
    "\x00",
    "x" * 290,
    "x" * 301,
    "JK(9H) JK1 TH ??",
    "A+2+3",
    "💥",
    "{0} %s",
)
SIGNS = (
    *"()[]{},:=@+-*/.#'\"\\ \n\t\r\f\x00\x0bé\u2028\u200b\ud800“",
    "\r\n",
    "\n  ",
    "==",
    "**",
    ":=",
    "lambda ",
    "for ",
    "not ",
)
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        52,
        2**31,
        2**53,
        2**62,
        2**64,
        10**40,
        0.5,
        -0.0,
        float("nan"),
        float("inf"),
    ),
    *("", " ", "x", "x" * 5_000, "\ud800", "\x00", "__class__", "self", "f1-f2", "turn"),
    *("AS KD 10H " * 1_000, "seat 1", "low", "both", "6♥", "٣"),
    *([], [[]], ["x"], [0], {}, {"x": 1}, {"self": 1}),
)
TOKEN = re.compile(r'"[^"\n]*"|\d[\w.]*|\w+|\s+|.', re.DOTALL)


class Fault(AssertionError):
    """An input that did what no input may do."""


def sentence(said: object) -> None:
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


def mutated_text(rng: random.Random, text: str, parts: tuple[str, ...], times: int) -> str:
    """A text with some of its tokens doubled, dropped, swapped or replaced."""
    tokens = TOKEN.findall(text)
    for _ in range(times):
        at, other = rng.randrange(len(tokens) + 1), rng.randrange(len(tokens) + 1)
        low, high = sorted((at, min(other, at + 12)))
        act = rng.randrange(7)
        if act == 0:
            del tokens[low:high]
        elif act == 1:
            tokens[at:at] = tokens[low:high]
        elif act == 2 and at < len(tokens) and other < len(tokens):
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif act == 3:
            tokens.insert(at, rng.choice(SIGNS))
        elif at < len(tokens):
            tokens[at] = replaced(rng, tokens[at], parts)
    return "".join(tokens)


def replaced(rng: random.Random, token: str, parts: tuple[str, ...]) -> str:
    """Another token of the same kind."""
    if token[0].isdigit():
        return rng.choice(NUMBERS)
    if token[0] == '"':
        return json.dumps(rng.choice(TEXTS), ensure_ascii=False)
    if token[0].isalpha():
        return rng.choice(parts)
    return rng.choice(SIGNS) if rng.random() < 0.3 else token


def clauses_in(node: ast.expr) -> Iterator[ast.Call]:
    """The clauses that a value in a rules cell is made of, those of a reading among them."""
    if isinstance(node, ast.BinOp):
        yield from clauses_in(node.left)
    elif isinstance(node, (ast.Tuple, ast.Dict)):
        for one in node.elts if isinstance(node, ast.Tuple) else node.values:
            yield from clauses_in(one)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "reading":
            yield from clauses_in(node.args[-1])
        elif node.func.id != "Game":
            yield node


@lru_cache(maxsize=100)  # (those with a clause grafted on them are never seen again)
def said_in(texts: tuple[str, ...]) -> tuple[tuple[str, ast.Call], ...]:
    """Every clause of a game's cells, with the name that its value has there."""
    lines = [
        line for text in texts for line in ast.parse(text).body if isinstance(line, ast.Assign)
    ]
    return tuple(
        (ast.unparse(line.targets[0]), call) for line in lines for call in clauses_in(line.value)
    )


#: Names that stand for values of one kind, any of which may take the place of any other.
ALIKE = tuple(
    tuple(row.split())
    for row in (
        "up down either anything",
        "in_suit alternate in_colour any_suit",
        "top below outermost narrow_end clear_lane edge_only either_end last newest red_only black_only",
        "same_row same_column same_line same_ray beside",
        "at_once before_dealing_on may",
        "after_deal at_the_end between_rounds dealing_too once_dealt pack_in_hand pack_out when_alone while_dealing",
    )
)


class Regrouped(ast.NodeTransformer):
    """The same of other groups, and now and then of another number or value, or with a switch
    turned.
    """

    def __init__(self, rng: random.Random, groups: tuple[str, ...]) -> None:
        self.rng, self.groups = rng, groups

    def group(self) -> ast.expr:
        """Some group of the game, or what may stand for one."""
        if self.rng.random() < 0.7:
            return ast.Constant(self.rng.choice(self.groups))
        return ast.parse(
            self.rng.choice(
                ("talon", "hand", "turned", "its_own", '"f1"', '"c1-3"', "(hand, talon)")
            ),
            mode="eval",
        ).body

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """A text most often names a group."""
        if isinstance(node.value, str) and self.rng.random() < 0.8:
            return self.group()
        if isinstance(node.value, (bool, int)) and self.rng.random() < 0.06:
            return ast.Constant(
                not node.value
                if isinstance(node.value, bool)
                else self.rng.choice((0, 1, 2, 3, 4, 7, 13))
            )
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name of the other game's own is no word here; and what is taken from the talon may come
        from anywhere.
        """
        for row in ALIKE:
            if node.id in row and self.rng.random() < 0.2:
                return ast.Name(self.rng.choice(row))
        strange = node.id not in cells.vocabulary() or (
            node.id in ("talon", "hand", "turned") and self.rng.random() < 0.3
        )
        return self.group() if strange else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """The word itself stays."""
        node.args = [self.visit(one) for one in node.args]
        for one in node.keywords:
            one.value = self.visit(one.value)
        if isinstance(node.func, ast.Name) and self.rng.random() < 0.15:
            kind: Any = cells.vocabulary().get(node.func.id)
            switches = (
                [field.name for field in fields(kind) if field.type == "bool"]
                if is_dataclass(kind)
                else []
            )
            free = sorted({*switches} - {one.arg for one in node.keywords})
            if free:
                node.keywords.append(ast.keyword(self.rng.choice(free), ast.Constant(True)))
        return node


def grafted(rng: random.Random, texts: list[str], others: tuple[str, ...]) -> list[str]:
    """A game with a clause of another, said of its own groups; one of its own clauses may go, most
    often one of the same word.
    """
    own = said_in(tuple(texts))
    groups = (
        *re.findall(r"\b(?:places|foundations|ornaments)\(\s*\"([^\"]+)\"", "\n".join(texts)),
        "foundations",
    )
    _, clause = rng.choice(said_in(others))
    said = ast.unparse(
        Regrouped(rng, groups).visit(ast.parse(ast.unparse(clause), mode="eval").body)
    )
    word = said.partition("(")[0]
    alike = [
        name for name, call in own if isinstance(call.func, ast.Name) and call.func.id == word
    ] or [name for name, _ in own]
    gone = rng.choice(alike) if rng.random() < 0.6 else ""
    changed = []
    for text in texts:
        before, title, after = (*re.split(r"(\bGame\(\s*\"[^\"]*\")", text, maxsplit=1), "", "")[:3]
        if title and gone:
            after = re.sub(rf",\s*{gone}(?=[,)])", "", after)
        changed.append(f"{before}{title}, {said}{after}" if title else text)
    return changed


def mutated_value(rng: random.Random, value: Any) -> Any:
    """A value of JSON with one thing in it changed."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        changed = dict(value)
        name = rng.choice(list(changed))
        act = rng.randrange(8)
        if act == 0:
            del changed[name]
        elif act == 1:
            changed[
                rng.choice(("x", "self", "__class__", "format", "rules", "cards", "", "x" * 999))
            ] = rng.choice(VALUES)
        else:
            changed[name] = mutated_value(rng, changed[name])
        return changed
    if isinstance(value, list) and value and rng.random() < 0.85:
        items = list(value)
        at = rng.randrange(len(items))
        act = rng.randrange(6)
        if act == 0:
            del items[at]
        elif act == 1:
            items[at:at] = items[at : at + 3]
        elif act == 2:
            items[at:] = reversed(items[at:])
        elif act == 3 and rng.random() < 0.2:
            items *= 50
        else:
            items[at] = mutated_value(rng, items[at])
        return items
    if isinstance(value, str) and value and rng.random() < 0.7:
        return mutated_text(rng, value, (value, "turn", "deal", "again", "AC", "10H", "f1"), 1)
    return rng.choice(VALUES)


def packed(rng: random.Random, value: Any) -> str:
    """A value as JSON, now and then damaged."""
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.1:
        text = mutated_text(rng, text, ("null", "true", "NaN", "1e999", "-Infinity"), 2)
    return text[: rng.randrange(len(text) + 1)] if rng.random() < 0.03 else text


@cache
def played(slug: str, deal: int, moves: int) -> cadogan.Record:
    """A game of the book, played at random for a number of moves."""
    rng = random.Random(f"{slug} {deal}")
    game = cadogan.games[slug]
    position, made = game.deal(deal), []
    for _ in range(moves):
        legal = position.moves()
        if not legal:
            break
        made.append(rng.choice(legal))
        position = position.play(made[-1])
    return cadogan.Record(game, deal, made)


def varied(rng: random.Random) -> RoundGame[Any]:
    """A round game with some of its options changed."""
    game = round_games[rng.choice(tuple(round_games))]
    for name in rng.sample(list(game.declared), rng.randrange(4)):
        values: Any = game.declared[name].values
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
def at_table(number: int) -> State:
    """A round game with options of its own, played at random for some actions."""
    rng = random.Random(number)
    game = varied(rng)
    state = game.deal(rng.randrange(1000), rng.choice([game.seats, game.players[0]]))
    return state.run(lambda table, actions: rng.choice(actions), rng.randrange(60))[0]


def played_round(rng: random.Random) -> RoundRecord:
    """One of two hundred of them, as a record."""
    return at_table(rng.randrange(200)).record()


# --- the kinds -------------------------------------------------------------------------------------


class Kind:
    """A kind of input."""

    name: ClassVar[str]
    #: The seconds of the processor that a case may take.
    slow: ClassVar[float] = 1

    def make(self, rng: random.Random) -> Any:
        """A case, as a value of JSON."""
        raise NotImplementedError

    def attempt(self, case: Any) -> bool:
        """Whether the case was taken.

        Raises:
            Fault: it was neither taken nor refused as it should be.
        """
        raise NotImplementedError


@cache
def book_cells() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The rules cells of every chapter."""
    return tuple(
        (slug, tuple(cell.text for cell in cells_of(cadogan.games.text(slug))))
        for slug in cadogan.games
    )


class Cells(Kind):
    """Rules cells: read, and the game that some of them make told, dealt and played for some moves.

    A third of them are correct in themselves, clauses of one game among those of another: more of
    these become games than where letters are changed, and what is wrong with them is found late.
    """

    name = "cells"

    def make(self, rng: random.Random) -> Any:
        """Cells of the book, changed; half of them cut in two, so that a later cell uses the names
        of an earlier one.
        """
        slug, texts = rng.choice(book_cells())
        if rng.random() < 1 / 3:
            joined = list(texts)
            for _ in range(rng.choice((1, 1, 2, 3))):
                joined = grafted(rng, joined, rng.choice(book_cells())[1])
            return {"game": slug, "cells": joined, "play": rng.randrange(2**32)}
        _, others = rng.choice(book_cells())
        words = (*cells.vocabulary(), *re.findall(r"\w+", others[0]))
        changed = list(texts)
        for i in rng.sample(range(len(texts)), min(len(texts), rng.choice((0, 1, 1, 1, 2, 3)))):
            changed[i] = mutated_text(rng, texts[i], words, rng.choice((1, 1, 1, 2, 3, 8)))
        if rng.random() < 0.1:
            changed.append(mutated_text(rng, others[0], words, 1))
        if rng.random() < 0.3:
            lines = changed[0].split("\n")
            at = rng.randrange(len(lines) + 1)
            changed[:1] = ["\n".join(lines[:at]), "\n".join(lines[at:])]
        return {"game": slug, "cells": changed, "play": rng.randrange(2**32)}

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`."""
        try:
            game = read_changed("", case["game"], *case["cells"])
        except RulesError as refused:
            sentence(refused.reason)
            sentence(str(refused))
            if not 1 <= refused.cell <= len(case["cells"]) or not 1 <= refused.line <= 1 + sum(
                map(len, case["cells"])
            ):
                raise Fault(f"a refusal without its place: {refused!r:.300}") from refused
            return False
        rng = random.Random(case["play"])
        if not game.tell().strip():
            raise Fault("a game that says nothing")
        position = game.deal(rng.randrange(10**6))
        for _ in range(6):
            moves = position.moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        return True


class Reader(Cells):
    """Rules cells, read only: what no engine has to answer for."""

    name = "reader"

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`."""
        try:
            cells.read(*case["cells"])
        except cells.CellError as refused:
            sentence(refused.reason)
            return False
        return True


class Records(Kind):
    """Records of patiences and of round games."""

    name = "records"

    def make(self, rng: random.Random) -> Any:
        """A record of a game that was played, changed."""
        if rng.random() < 0.5:
            text = played(rng.choice(tuple(cadogan.games)), rng.randrange(3), 12).to_json()
        else:
            text = played_round(rng).to_json()
        value = json.loads(text)
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            value = mutated_value(rng, value)
        return {"round": "players" in text, "text": packed(rng, value)}

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`."""
        kind: Any = RoundRecord if case["round"] else cadogan.Record
        try:
            record = kind.from_json(case["text"])
        except cadogan.RecordError as refused:
            sentence(str(refused))
            return False
        if kind.from_json(record.to_json()) != record:
            raise Fault("a record that is not read as it was written")
        return True


class Positions(Kind):
    """Text pictures of positions."""

    name = "positions"

    def make(self, rng: random.Random) -> Any:
        """The picture of a position, changed."""
        record = played(rng.choice(tuple(cadogan.games)), rng.randrange(3), rng.choice((0, 3, 12)))
        return {
            "text": mutated_text(
                rng,
                str(record.last),
                ("AC", "10H", "f1", "hand", "phase", "step", "marks", "gap"),
                rng.choice((0, 1, 1, 2, 4)),
            )
        }

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`."""
        try:
            position = cadogan.Position.parse(case["text"])
        except cadogan.RecordError as refused:
            sentence(str(refused))
            return False
        if cadogan.Position.parse(str(position)) != position:
            raise Fault("a position that is not read as it was written")
        for move in position.moves()[:3]:
            position.play(move)
        return True


class Links(Kind):
    """What a link to a game holds, and changed rules: as the page gives them to Python."""

    name = "links"

    def make(self, rng: random.Random) -> Any:
        """An opening, changed, for one of the functions of the page."""
        call = rng.choice(("open_game", "open_game", "change", "describe"))
        if call != "open_game" or rng.random() < 0.6:
            slug, texts = rng.choice(book_cells())
            given = json.loads(played(slug, rng.randrange(3), 8).to_json())
            if call == "change" or rng.random() < 0.3:
                words = tuple(cells.vocabulary())
                given["rules"] = mutated_text(rng, "\n".join(texts), words, rng.choice((0, 1, 2)))
        else:
            record = played_round(rng)
            given = {
                "round": json.loads(record.to_json()),
                "seats": ["you", *["rule"] * (record.players - 1)],
            }
        for _ in range(rng.choice((0, 1, 1, 2))):
            given = mutated_value(rng, given)
        return {"call": call, "text": packed(rng, given)}

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`."""
        answer = json.loads(getattr(page, case["call"])(case["text"]))
        if "error" in answer:
            sentence(answer["error"])
            return False
        if "id" in answer:
            page.close_game(answer["id"])
        return True


#: What messages are made of; a board knows these kinds, and each of these parts in some of them.
MESSAGES = (
    *(
        "hello",
        "move",
        "try",
        "undo",
        "redo",
        "restart",
        "new",
        "hint",
        "home",
        "show",
        "odds",
        "concerns",
        "save",
        "load",
    ),
    *("act", "bot", "ready", "lift", "go", "cut", "sit", "options", "change", "keep", "nothing"),
    *("next", "pass", "forced"),
)
MESSAGE_PARTS = (
    "text",
    "from",
    "to",
    "deal",
    "rule",
    "record",
    "seat",
    "action",
    "at",
    "who",
    "options",
    "players",
    "seats",
    "place",
    "card",
    "n",
    "verb",
    "on",
    "cards",
    "actions",
)


class Sessions(Kind):
    """Messages to a game that is open in the page, one after another."""

    name = "sessions"

    def make(self, rng: random.Random) -> Any:
        """An opening as it should be, and messages of which only some are."""
        texts = ["turn", "deal", "hand-f1", "pass", "draw", "x", "PLAY 1", "Rule I"]
        if rng.random() < 0.5:
            record = played(rng.choice(tuple(cadogan.games)), rng.randrange(3), 8)
            opening = json.loads(record.to_json())
            texts += [move.text for move in record.last.moves()[:20]]
        else:
            table = played_round(rng)
            opening = {
                "round": json.loads(table.to_json()),
                "seats": ["you", *["rule"] * (table.players - 1)],
            }
            texts += [str(action) for action in table.last.actions()[:20]]
        values = (*VALUES, *texts, *texts, json.dumps(opening), opening)
        messages = []
        for _ in range(rng.randrange(1, 9)):
            message: Any = {"kind": rng.choice(MESSAGES)}
            for _ in range(rng.randrange(4)):
                message[rng.choice(MESSAGE_PARTS)] = rng.choice(values)
            messages.append(packed(rng, message if rng.random() < 0.95 else rng.choice(VALUES)))
        return {"opening": json.dumps(opening), "messages": messages}

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`; a message that is refused changes nothing."""
        opened = json.loads(page.open_game(case["opening"]))
        if "error" in opened:
            raise Fault(f"a game that was played cannot be opened: {opened['error']}")
        number, before, taken = opened["id"], opened["opening"], False
        try:
            for message in case["messages"]:
                answer = json.loads(page.handle(number, message))
                if "error" in answer:
                    raise Fault(f"{message:.200}: {answer['error']}")
                kinds = [reply["kind"] for reply in answer["replies"]]
                for reply in answer["replies"]:
                    if reply["kind"] in ("error", "refused"):
                        sentence(reply["sentence"])
                if set(kinds) <= {"error", "refused"} and kinds and answer["opening"] != before:
                    raise Fault(f"{message:.200} was refused, and yet the game is another one")
                before, taken = answer["opening"], taken or not {"error", "refused"} & set(kinds)
        finally:
            page.close_game(number)
        return taken


class Actions(Kind):
    """Texts of actions at a round table, made of pieces of legal ones."""

    name = "actions"

    def make(self, rng: random.Random) -> Any:
        """A table that was played to, and a text; now and then a seat that is not asked."""
        state = at_table(rng.randrange(10**6))
        legal = [action.text for action in state.actions()[:50]] or ["x"]
        verb = rng.choice(list(state.game.verbs))
        text = rng.choice([*legal, f"{verb} {rng.choice(legal).partition(' ')[2]}"])
        words = (*state.game.verbs, *" ".join((*legal, *TEXTS)).split())
        seat = rng.choice([None, None, None, state.to_act, 0, 99, "1"])
        said = mutated_text(rng, text, words, rng.randrange(1, 4))
        return {"record": state.record().to_json(), "text": said, "seat": seat}

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`; a refusal says what holds, and changes nothing."""
        state = RoundRecord.from_json(case["record"]).last
        before = state._table.copy()
        try:
            state.play(case["text"], case["seat"])
        except IllegalAction as refused:
            sentence(str(refused))
            if false := false_reason(state, refused):
                raise Fault(f"{refused}; but {false}") from refused
            if state._table != before:
                raise Fault("a refusal changed the state") from refused
            return False
        return True


def false_reason(state: State, error: IllegalAction) -> str:
    """What a refusal says that does not hold; empty when all does that can be looked up."""
    said, seat = error.sentence, state.to_act
    if seat is None:
        return ""
    hand = state._table.hands[seat].cards
    if " is not in the hand" in said:
        word = said.split(" is not in the hand")[0].split()[-1]
        if known("".join({"♣": "C", "♦": "D", "♥": "H", "♠": "S"}.get(c, c) for c in word)) in hand:
            return f"{word} is in the hand"
    if "must be followed" in said:
        led = state._table.__dict__["trick"][0].card.suit
        if not any(card.suit == led for card in hand):
            return "the hand has no card of that suit"
    if "not to be chosen" in said and any(f" and {a.verb} is not" in said for a in state.actions()):
        return "the verb is legal"
    return ""


class Tables(Kind):
    """A round table, played on by proper messages, of which some are changed."""

    name, slow = "tables", 5

    def make(self, rng: random.Random) -> Any:
        """All follows from a seed, for each message is made of what the screen shows then."""
        return {"seed": rng.randrange(2**32), "messages": rng.choice((1, 1, 2, 40))}

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`; a message that is refused changes nothing."""
        rng = random.Random(case["seed"])
        game, taken = varied(rng), False
        seats = [
            rng.choice(("you", "you", "rule", "random", "beginner")) for _ in range(game.seats)
        ]
        session = RoundSession(game, rng.randrange(100), game.seats, seats)
        for _ in range(case["messages"]):
            message = self.message(rng, session)
            before = session.state, session._line.at
            replies = session.handle(message)
            json.dumps(replies, allow_nan=False)
            if replies and replies[0]["kind"] in ("error", "refused"):
                sentence(replies[0]["sentence"])
                if (session.state, session._line.at) != before:
                    raise Fault(f"{message!s:.300} was refused and changed the game")
            else:
                taken = True
        return taken

    def message(self, rng: random.Random, session: RoundSession) -> dict[str, Any]:
        """A message that fits what is shown, now and then with a part that does not."""
        shown = session.shown()
        json.dumps(shown, allow_nan=False)
        texts = [action["text"] for action in shown["actions"]] or ["x"]
        kind = rng.choice((*MESSAGES, "act", "act", "bot", "bot", "next", "ready"))
        record = session.record.to_json()
        message = {
            "kind": kind,
            "text": rng.choice(texts),
            "seat": shown["curtain"] or 0,
            "verb": texts[0].split()[0],
            "on": rng.random() < 0.5,
            "cards": rng.sample(TEXTS, 2),
            "to": rng.randrange(20),
            "deal": rng.randrange(50),
            "who": rng.choice(
                ("you", "rule", "beginner")
            ),  # (the sharp player thinks for a second)
            "record": rng.choice((record, "{", mutated_text(rng, record, TEXTS[:5], 2))),
            "actions": rng.choice((1, 100)),
        }
        for name in rng.sample(list(message), rng.choice((0, 0, 1, 2))):
            message[name] = rng.choice((*VALUES, *TEXTS, *MESSAGES))
        return message


class Differential(Cells):
    """Rules cells whose game, where they make one, is played in every engine and on the board at
    once, compared move by move.
    """

    name, slow = "differential", 20
    backends: ClassVar[tuple[str, ...]] = (
        ("wasm", "python", "interpreted") if has_webassembly() else ("python", "interpreted")
    )

    def make(self, rng: random.Random) -> Any:
        """Cells of the book with clauses of other games, said of this one's groups and numbers."""
        slug, texts = rng.choice(book_cells())
        joined = list(texts)
        for _ in range(rng.choice((1, 1, 2, 3))):
            joined = grafted(rng, joined, rng.choice(book_cells())[1])
        return {"game": slug, "cells": joined, "play": rng.randrange(2**32)}

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`."""
        try:
            game = read_changed("", case["game"], *case["cells"])
        except RulesError:
            return False  # (the sentence is looked at by `Cells`)
        rng = random.Random(case["play"])
        machines = [Machine(game.program, backend, fuel=FUEL) for backend in self.backends]
        for _ in range(2):
            self.play(game, machines, rng)
        if rng.random() < 0.3:
            strategy = rng.choice([one for one in STRATEGIES.values() if not one.compiled])
            deal = rng.randrange(10**6)
            machines = [
                Machine(game.program_for(strategy), backend, fuel=FUEL) for backend in self.backends
            ]
            for machine in machines:
                machine.call("simulate", deal, 2, 100)
            tallies = [machine.read("tally") for machine in machines]
            if tallies.count(tallies[0]) < len(tallies):
                raise Fault(f"{strategy.name}, deal {deal}: {tallies}")
        return True

    def play(self, game: Game, machines: list[Machine], rng: random.Random) -> None:
        """Play a deal at random, up to eighty moves.

        Raises:
            Fault: the engines or the board do not agree, a move is listed twice, or a card is lost.
        """
        number, blank = rng.randrange(10**6), game.referee.new_state().dump()
        for machine in machines:
            machine.load(blank)
        self.alike(machines, "deal", number)
        session = Session(game, number)
        session.handle({"kind": "hello"})
        for _ in range(80):
            self.same_table(game, machines[0], session)
            n = 0 if self.alike(machines, "is_won") else self.alike(machines, "legal")
            listed: Any = machines[0].read("moves")
            codes = listed[:n]
            moves = session.position.moves()
            if sorted(codes) != sorted(move.code for move in moves):
                raise Fault(
                    f"the engines list {sorted(codes)}, the board {[str(move) for move in moves]}"
                )
            if len({move.text for move in moves}) < n:
                raise Fault(f"a move is listed twice: {sorted(move.text for move in moves)}")
            if not moves:
                break
            move = moves[0] if rng.random() < 0.3 else rng.choice(moves)
            self.alike(machines, "apply", move.code)
            replies = session.handle({"kind": "move", "text": move.text})
            if any(reply["kind"] in ("error", "refused") for reply in replies):
                raise Fault(f"{move}: {replies}")

    def alike(self, machines: list[Machine], name: str, *args: int) -> Any:
        """Call a function of all machines.

        Raises:
            Fault: their answers or their states differ.
        """
        answers = []
        for machine in machines:
            try:
                answers.append(machine.call(name, *args))
            except Exception as error:
                raise Fault(
                    f"{name}{args}, {machine.backend}: {type(error).__name__}: {error!s:.200}"
                ) from error
        if len(set(answers)) > 1:
            raise Fault(f"{name}{args}: {answers}")
        states = [machine.dump() for machine in machines]
        for machine, state in zip(machines, states):
            if state != states[0]:
                raise Fault(
                    f"{name}{args}: {machine.backend} differs from {machines[0].backend} in {differing(machine, machines[0])}"
                )
        return answers[0]

    def same_table(self, game: Game, machine: Machine, session: Session) -> None:
        """Whether the board's position is that of the engines, and every card lies somewhere once."""
        for field in game.rules.layout:
            if field.name not in ("moves", "tally"):
                here, there = machine.read(field.name), getattr(session.position.state, field.name)
                if here != there:
                    raise Fault(
                        f"after {session.moves[-1:]} the board differs in {field.name}: {here!s:.300}, {there!s:.300}"
                    )
        lying = sorted(card for pile in session.position.piles for card in pile)
        if lying != sorted(game.rules.pack):
            raise Fault(
                f"after {session.moves[-1:]} {len(lying)} cards lie on the table, {len(set(lying))} different ones"
            )


class Play(Differential):
    """A game of the book in some reading: as `Differential`, and then played by lot at length, with
    a look after every move whether a card is lost.
    """

    name = "play"
    #: Moves at length, and moves of a game.
    long, limit = (100_000 if has_webassembly() else 1_000), 1_000

    def make(self, rng: random.Random) -> Any:
        """A game or a variant of it, and an option of each of its readings."""
        slug = rng.choice(tuple(cadogan.games))
        variant = rng.choice((slug, *cadogan.games[slug].variants))
        options = {
            name.replace(" ", "_"): rng.choice(taken if rng.random() < 0.5 else taken[:1])
            for name, taken in in_variant(slug, variant).readings.items()
        }
        return {"game": slug, "variant": variant, "options": options, "play": rng.randrange(2**61)}

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`; options that do not go together are refused."""
        try:
            game = in_variant(case["game"], case["variant"]).vary(**case["options"])
            _ = game.rules
        except RuleError as error:
            sentence(str(error))
            return False
        rng = random.Random(case["play"])
        self.play(game, [Machine(game.program, one, fuel=FUEL) for one in self.backends], rng)
        self.by_hand(game, case["play"], rng)
        fields = (Field("missing", FACES * (1 + max(game.rules.pack) // FACES), 1), Field("made"))
        layout = (*game.rules.layout, *fields, Field("lost"))
        entry = Entry(play_on, {"rules": game.rules})
        program = specialise({"play_on": entry}, layout, game.title, begun(game))
        machine = Machine(program, self.backends[0])
        games = machine.call("play_on", case["play"], self.long, self.limit)
        if machine.read("lost"):
            raise Fault(f"deal {case['play'] + games - 1}: a card is lost on the way")
        return True

    def by_hand(self, game: Game, number: int, rng: random.Random) -> None:
        """Some moves of a deal: every listed one can be made, any other is refused, and changes
        nothing; and the record leads to where it was left.
        """
        position, made = game.deal(number), list[str]()
        names = [place.id for place in game.places]
        for _ in range(rng.randrange(40)):
            listed = {move.text: move for move in position.moves()}
            one, two = rng.choice(names), rng.choice(names)
            texts = "turn deal again fill next pass".split()
            texts += [f"{one}-{two}", f"{one}-{two} 2", f"fill {one}"]
            texts += [f"take {one} {two}", f"swap {one} {two}"]
            before = position.state.dump()
            for text in [*listed][:60] + texts:
                try:
                    after = position.play(text)
                    cards = sorted(card for pile in after.piles for card in pile)
                    if text not in listed and position.find(text) not in listed.values():
                        raise Fault(f"{made}: {text} is not listed and was accepted")
                    if cards != sorted(game.rules.pack):
                        raise Fault(f"{made}: {text} loses a card")
                except IllegalMove as refused:
                    sentence(str(refused))
                    if text in listed:
                        raise Fault(f"{made}: {text} is listed and was refused") from refused
                if position.state.dump() != before:
                    raise Fault(f"{made}: {text} changed the position that it was tried in")
            if not listed:
                break
            made.append(rng.choice([*listed]))
            position = position.play(made[-1])
        record = cadogan.Record(game, number, made)
        if game.origin is None:  # another Python finds a game by its slug
            record = cadogan.Record.from_json(record.to_json())
        if record.last != position:
            raise Fault(f"{made}: the record plays to another position")


def in_variant(slug: str, variant: str) -> Game:
    """A game of the book, or a variant of it."""
    return cadogan.games[slug].variants.get(variant, cadogan.games[slug])


def whole(rules: Rules, s: Any) -> int:
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


def play_on(rules: Rules, s: Any, number: int, wanted: int, limit: int) -> int:
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


class Rounds(Kind):
    """A round game in some of its options, played at random upon one table: counters and cards are
    kept, and what is hidden from a seat makes no difference to it.
    """

    name, slow = "rounds", 20
    #: Actions after which a game must have ended.
    most = 20_000

    def make(self, rng: random.Random) -> Any:
        """All follows from a seed."""
        return {"seed": rng.randrange(2**32)}

    def attempt(self, case: Any) -> bool:
        """As `Kind.attempt`."""
        rng = random.Random(case["seed"])
        game = varied(rng)
        fewest, most = game.players[0], game.players[-1]
        begun = game.deal(case["seed"], rng.choice((fewest, game.seats, most)))
        kept, made = begun, 0

        def choose(t: Table, actions: Sequence[Action]) -> Action:
            nonlocal kept, made
            made += 1
            if sum(t.counters) + sum(t.pools.values()) or min(t.pools.values()) < 0:
                raise Fault(f"{game!r}, action {made}: {t.counters} and {t.pools}")
            if rng.random() * made < 1:
                kept = State(game, t.copy())
            return rng.choice(actions)

        end, _ = begun.run(choose, self.most, silent=True)
        usual = {
            name: game.declared[name].default
            for name in ("deals", "rounds")
            if name in game.declared
        }
        if not end.is_over and usual.items() <= game.options.items():
            raise Fault(f"{game!r}: not over after {self.most} actions")
        for state in (kept, end):
            if Counter(state._table.everything()) != Counter(game.cards(begun.players)):
                raise Fault(f"{game!r}: cards are lost or doubled")
            seat = rng.choice([*range(begun.players), None])
            again = state.redraw(seat, case["seed"])
            if again.view(seat) != state.view(seat) or (
                seat == state.to_act and again.actions() != state.actions()
            ):
                raise Fault(f"{game!r}: seat {seat} sees what is hidden from it")
        return True


def differing(one: Machine, other: Machine) -> list[str]:
    """The names of the fields in which two states differ."""
    return [
        field.name for field in one.program.layout if one.read(field.name) != other.read(field.name)
    ]


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        *(Cells(), Reader(), Records(), Positions(), Links(), Sessions()),
        *(Actions(), Tables(), Differential(), Play(), Rounds()),
    )
}


def case(kind: Kind, seed: str) -> Any:
    """The case of a seed."""
    return kind.make(random.Random(seed))


def tried(kind: Kind, seed: str) -> bool:
    """Make the case of a seed and try it: whether it was taken.

    Raises:
        Fault: whatever it did that it should not have done, an exception included.
    """
    try:
        return kind.attempt(case(kind, seed))
    except (Fault, MemoryError):
        raise
    except Exception as error:
        raise Fault(f"{type(error).__name__}: {error!s:.300}") from error
