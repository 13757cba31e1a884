"""Every game and reading of the book in random play: cards, moves, refusals, records, text forms."""

import functools
import itertools
import json
import random
import re
from collections import Counter

import pytest

import cadogan
from cadogan.cards import Card
from cadogan.engine.chance import shuffle_pack
from cadogan.engine.numbers import FACE, FACES
from cadogan.engine.piles import refresh
from cadogan.patience.position import IllegalMove, Position
from cadogan.patience.record import Record

DEALS = (1, 1914)


def values(position):
    """The state by name, but for what the engine only writes on to do its work."""
    held = {
        item: getattr(position.state, item.name)
        for item in position.state.layout
        if item.name not in ("moves", "lots", "tally")
    }
    return {item.name: list(value) if item.size else value for item, value in held.items()}


#: What of a state is derived from its piles: worked out anew it must be the same.
DERIVED = ("live", "where", "free", "want", "wanted", "shown", "head")


# --- cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", DEALS)
def test_cards_are_conserved_and_the_state_is_what_the_piles_say(ruling, walk, deal):
    """Heights, cards, and all that is derived from them."""
    rules = ruling.rules
    for position in walk(ruling, deal).positions:
        lying = [c for pile in position.piles for c in pile]
        assert sorted(lying) == sorted(rules.pack), "a card is lost or lies twice"
        state, fresh = position.state, position.state.copy()
        assert [len(pile) for pile in position.piles] == state.height
        refresh(rules, fresh)
        for name in DERIVED:
            if hasattr(state, name):
                assert getattr(state, name) == getattr(fresh, name), (
                    f"{name}: kept move by move, it differs from what is worked out anew"
                )
        assert position.home == sum(
            len(pile) for pile, place in zip(position.piles, rules.places) if place.group.home
        )


# --- positions are values ----------------------------------------------------------------------------


def test_play_never_changes_a_position(ruling, walk):
    assert values(walk(ruling, 1).positions[0]) == values(ruling.deal(1)), (
        "the play that followed changed the first position"
    )
    for position in walk(ruling, 1).positions[::3]:
        before = (values(position), str(position), hash(position))
        for move in position.moves()[:6]:
            position.play(move)
            assert values(position) == before[0]
        assert (values(position), str(position), hash(position)) == before


def test_a_position_refuses_to_be_changed(game):
    position = game.deal(1)
    with pytest.raises(AttributeError, match="does not change"):
        position.state = ()


def test_the_same_deal_and_moves_are_the_same_position(ruling, walk):
    play = walk(ruling, 1)
    again, last = (
        (one, values(one), hash(one), str(one))
        for one in (Record(ruling, 1, play.made).last, play.positions[-1])
    )
    assert again == last


def test_records_survive_json(ruling, walk):
    for deal in DEALS:
        play = walk(ruling, deal)
        last = play.positions[20:21] or play.positions[-1:]
        record = Record(ruling, deal, play.made[:20])
        text = record.to_json()
        back = Record.from_json(text)
        assert back == record and back.game == ruling and values(back.last) == values(last[0])
        assert back.to_json() == text
        assert set(json.loads(text)) <= {"format", "game", "readings", "deal", "moves", "cards"}


def test_a_pack_in_an_explicit_order_deals_the_same(game):
    """The pack of deal 5, written out, lays out as deal 5; the record keeps the order."""
    rules, state = game.rules, game.referee.new_state()
    shuffle_pack(rules, state, 5)
    pack = state.pack
    # Of two like cards the one withdrawn before the deal is the one that stands first in an order:
    # put it there.
    taken = Counter(face for face, _ in rules.withdrawn)
    withdrawn = [c for c in pack if c // FACES < taken[c & FACE]]
    order = " ".join(
        Card(c & FACE).text for c in withdrawn + [c for c in pack if c not in withdrawn]
    )
    by_number, by_order = game.deal(5), game.deal(cards=order)
    assert by_order.cards == by_number.cards and by_order.number == 0
    record = Record(game, 0, (), order)
    assert Record.from_json(record.to_json()).last == by_order


# --- moves -------------------------------------------------------------------------------------------


def test_every_listed_move_can_be_played(ruling, walk):
    for deal in DEALS:
        for position in walk(ruling, deal).positions[::2]:
            moves = position.moves()
            assert moves == position.moves()
            texts = [m.text for m in moves]
            assert len(set(texts)) == len(texts), (
                f"one text for two moves: {Counter(texts).most_common(1)}"
            )
            chosen = moves if len(moves) < 6 else random.Random(deal).sample(moves, 6)
            for move in chosen:
                assert position.why_not(move) is None and position.why_not(move.text) is None
                after = position.play(move.text)
                assert after == position.play(move)
                assert len(move.says) > 6 and move.text == str(move)
                assert all(place in {p.id for p in ruling.places} for place in move.places)


def test_moves_say_what_they_do(ruling, walk):
    """The cards said to move are the uppermost ones; where nothing else follows, they are then
    uppermost where they went.
    """
    for position in walk(ruling, 1914).positions[::2]:
        for move in position.moves()[:8]:
            if move.kind != "play":
                continue
            before, after = position.cards, position.play(move).cards
            left, moving = before[move.source][: -move.count], before[move.source][-move.count :]
            assert move.cards == moving or (move.source == "hand" and move.cards == ())
            assert moving[0].name in move.says or move.cards == ()
            if (
                all(
                    pile == after[place]
                    for place, pile in before.items()
                    if place not in move.places
                )
                and move.source != "hand"
            ):
                if len(after[move.source]) == len(left):
                    assert after[move.source] == left
                    assert after[move.target] == before[move.target] + moving


# --- refusals ----------------------------------------------------------------------------------------

#: The end of a refusal's sentence: the rule of the old text, or the book's own definitions.
RULE = re.compile(
    r"\((Rule [IV]+|PLAY \d+(\.\d+)?|PLAY|Explanation of Terms|this edition's default)(, (Rule [IV]+|PLAY \d+(\.\d+)?))*\)$"
)


@functools.lru_cache(maxsize=8)
def names_of_places(game):
    """The name of any place of a game, the longer ones first."""
    names = sorted({re.escape(place.name) for place in game.places}, key=len, reverse=True)
    return re.compile("|".join(names), re.IGNORECASE)


def hides(sentence, hidden, game):
    """A refusal names none of these cards, unless a foundation waits for it, or a place has its
    name.
    """
    named = [card for card in hidden if card.symbol in sentence or card.name in sentence]
    if named:
        sentence = names_of_places(game).sub("", sentence)
    for card in named:
        assert card.symbol not in sentence, f"{sentence!r} gives away {card}"
        assert card.name not in sentence or f"wants the {card.name}" in sentence, (
            f"{sentence!r} gives away {card}"
        )


def refused(position, text):
    """The sentence with which a move is refused; play() must raise the same."""
    sentence = position.why_not(text)
    assert sentence is not None and sentence == sentence.strip(), f"{text[:40]!r}: {sentence!r}"
    assert sentence[0].isupper() or not sentence[0].isalpha() or sentence.startswith("'"), sentence
    with pytest.raises(IllegalMove) as caught:
        position.play(text)
    assert str(caught.value) == sentence, f"{text[:40]!r}"
    assert caught.value.rule == "" or sentence.endswith(f"({caught.value.rule})")
    return sentence


def test_every_refused_move_gives_its_reason_and_its_rule(ruling, walk):
    places = [p.id for p in ruling.places]
    chance = random.Random(5)
    seen = 0
    for position in walk(ruling, 1).positions[::10]:
        listed = {m.text for m in position.moves()}
        before = values(position)
        lying, shown = (set(itertools.chain(*p.values())) for p in (position.cards, position.seen))
        hidden = lying - shown
        tried = {f"{chance.choice(places)}-{chance.choice(places)}" for _ in range(40)}
        tried |= {f"{a}-{b}" for a in chance.sample(places, min(3, len(places))) for b in places}
        tried |= {"turn", "deal", "fill", "again"}
        words = [
            " ".join([w, *chance.sample(places, n)])
            for w, n in (("take", 2), ("swap", 2), ("together", 2))
            if n <= len(places)
        ]
        for text in sorted(tried | set(words)):
            if text in listed or position.is_won:
                continue
            sentence = refused(position, text)
            if RULE.search(sentence) is None:
                # What no rule need say: a card stays where it lies, and an empty place gives none.
                source = next((p for p in places if text.startswith(f"{p}-")), "")
                assert text == f"{source}-{source}" or (source and not position.cards[source]), (
                    text,
                    sentence,
                )
            hides(sentence, hidden, ruling)
            seen += 1
        assert values(position) == before, "a refusal changed the position"
    assert seen > 20


NONSENSE = (
    "| |-|t1|t1-|-f1|nowhere-f1|t1-nowhere|t1-f1-t2|take|swap t1|take t1 t1|together|take 1 2|"
    "play t1 f1|TURN|turn turn|t1\nf1|💥|(){}[]|again again|take nowhere t1|swap , ,|"
    "together t1 t2 t3 t4 t5|lift|slip|pass|lift t1|t1-t1-t1"
).split("|")


def test_nonsense_is_refused_with_a_sentence(game):
    position = game.deal(1)
    before = values(position)
    for text in [*NONSENSE, "x" * 5000]:
        sentence = refused(position, text)
        assert sentence.rstrip(")").endswith((".", "Terms")) or RULE.search(sentence), (
            f"{text[:40]!r}: {sentence!r}"
        )
        assert values(position) == before, f"{text[:40]!r} changed the position"
    for nothing in (None, 7, object(), ("t1", "f1")):
        with pytest.raises(IllegalMove):
            position.play(nothing)


@pytest.mark.parametrize(
    "slug, text",
    [
        ("fortress", "l9-f1 1"),
        ("nestor", "take c1, c2"),
        ("nestor", "take  c2,c1"),
        ("canfield-or-klondike", "l5-l2 1"),
    ],
)
def test_a_legal_move_is_found_however_it_is_written(slug, text):
    number = {"fortress": 1933, "nestor": 1}.get(slug, 1914)
    position = cadogan.games[slug].deal(number)
    assert position.why_not(text) is None and position.play(text) == position.play(
        text.removesuffix(" 1")
    )
    assert position.why_not(f"{text.removesuffix(' 1')} 2") is not None
    assert position.why_not("turn 0") is not None


@pytest.mark.parametrize("arrow", ["->", " -> ", "→", "–", " - "])
def test_an_arrow_between_two_places_is_answered_with_the_move(arrow):
    said = cadogan.games["fortress"].deal(1).why_not(f"l1{arrow}l2")
    assert said == "A move has a hyphen alone between its two places: l1-l2."


# --- text forms --------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", DEALS)
def test_a_position_parses_back(ruling, walk, deal):
    for position in walk(ruling, deal).positions:
        text = str(position)
        back = Position.parse(text, ruling)
        assert back == position and str(back) == text and hash(back) == hash(position)
        assert [m.text for m in back.moves()] == [m.text for m in position.moves()]


def test_a_parsed_position_plays_on_alike(ruling, walk):
    """Everything that later play hangs on is in the text: the same moves lead to the same
    positions.
    """
    play = walk(ruling, 1914)
    for start in range(0, len(play.made), 7):
        position = Position.parse(str(play.positions[start]), ruling)
        for move, expected in zip(play.made[start : start + 14], play.positions[start + 1 :]):
            position = position.play(move.text)
            assert position == expected, f"after {move.text}"


def test_the_title_in_the_text_finds_the_game(game):
    assert Position.parse(str(game.deal(1914))) == game.deal(1914)


def test_what_is_seen_is_what_lies_there(ruling, walk):
    for position in walk(ruling, 1).positions:
        for place, pile in position.seen.items():
            real = position.cards[place]
            assert len(pile) == len(real)
            assert all(card is None or card == there for card, there in zip(pile, real))
        hidden = position.picture(hidden=True)
        for place in ruling.places:
            if place.face_down and len(position.cards[place.id]) > 1:
                assert f"{place.id}[{len(position.cards[place.id])} cards]" in hidden
