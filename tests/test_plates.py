"""The drawings: well formed, complete, nothing outside, no id twice, and the text twin inside."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

import pytest

import cadogan
from cadogan.cards import Card, cards, pack
from cadogan.drawing.arrangement import arrange, room
from cadogan.drawing.faces import card_svg_defs
from cadogan.drawing.plates import plate
from cadogan.layout import Place, Spot, block, line, ring, spots, weave

SVG = "{http://www.w3.org/2000/svg}"


def named(letter: str, group: str, where: tuple[Spot, ...], **more: object) -> tuple[Place, ...]:
    return tuple(
        Place(f"{letter}{i}", f"{group} {i}", group, spot.x, spot.y, spot.angle, **more)  # type: ignore[arg-type]
        for i, spot in enumerate(where, 1)
    )


@dataclass(frozen=True)
class Game:
    """A stand-in with the face that a drawing needs."""

    title: str
    places: tuple[Place, ...]

    def deal(self, deal: int) -> Position:
        full = list(pack())
        step = 7 + 2 * deal
        return Position(self, {p.id: (full[i * step % 52],) for i, p in enumerate(self.places)})


@dataclass(frozen=True)
class Move:
    text: str
    says: str


@dataclass(frozen=True)
class Position:
    game: Game
    cards: dict[str, tuple[Card | None, ...]]
    hidden: frozenset[str] = frozenset()
    number: int = 7

    @property
    def seen(self) -> dict[str, tuple[Card | None, ...]]:
        return {
            key: tuple(None for _ in pile) if key in self.hidden else pile
            for key, pile in self.cards.items()
        }

    def moves(self) -> tuple[Move, ...]:
        return tuple(
            Move(f"{a.id}-{b.id}", f"a card from {a.name} to {b.name}")
            for a in self.game.places
            for b in self.game.places
            if a != b
        )

    def find(self, text: str) -> Move:
        return next(move for move in self.moves() if move.text == text)

    def picture(self, hidden: bool = False) -> str:
        piles = self.seen if hidden else self.cards
        return "\n".join(
            f"{key}: {' '.join(str(card or '??') for card in pile)}" for key, pile in piles.items()
        )

    def play(self, text: str) -> Position:
        source, target = text.split("-")
        piles = dict(self.cards)
        piles[target] = (*piles[target], piles[source][-1])
        piles[source] = piles[source][:-1]
        return Position(self.game, piles, self.hidden, self.number)

    def __str__(self) -> str:
        return self.picture()


@dataclass(frozen=True)
class Record:
    game: Game
    deal: int
    moves: list[str] = field(default_factory=list)

    def positions(self) -> list[Position]:
        found = [self.game.deal(self.deal)]
        for move in self.moves:
            found.append(found[-1].play(move))
        return found


FANS = Game(
    "Fans & more",
    named("t", "fans", line(4, 0, 0, 2.2), spread=(0.3, 0.0))
    + named("f", "foundations", line(4, 0, 1.4, 1.9)),
)
LANES = Game(
    "Lanes",
    named("t", "lanes", line(3, 0, 0), spread=(0.0, 1.02))
    + named("f", "foundations", line(3, 0, 3.4))
    + (Place("hand", "the hand", "hand", 4.0, 0.0, face_down=True),),
)
CARPET = Game("Carpet", named("c", "carpet", weave(8, 8, 0, 0, 1.28, 0.914)))
WHEEL = Game(
    "Wheel",
    named("w", "ring", ring(24, 5.5, 3.93, 4.8, start=-82.5, turn=True))
    + named("k", "corners", spots("0,0@-45 10,8@90")),
)
GAMES = [FANS, LANES, CARPET, WHEEL]


def fans() -> Position:
    piles = {f"t{i}": cards(text) for i, text in enumerate(("2S 3S 4S", "KH", "10D JD", "QC"), 1)}
    return Position(FANS, {**piles, "f1": cards("AC 2C"), "f2": (), "f3": (), "f4": ()})


def uses(svg: str) -> Counter[str]:
    """How often each card, back and slot is shown (outside the definitions)."""
    root = ElementTree.fromstring(svg)
    shown: Counter[str] = Counter()
    for group in root.iter(f"{SVG}g"):
        if group.get("data-place") is not None:
            for use in group.iter(f"{SVG}use"):
                _, found, name = (use.get("href") or "").partition("card-")
                if found:
                    shown[name] += 1
    return shown


def ids(svg: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', svg)


def test_all_52_faces_are_defined_once_and_compactly() -> None:
    defs = card_svg_defs()
    names = ids(defs)
    assert len(names) == len(set(names))
    assert {f"card-{card.text}" for card in pack()} | {"card-back", "card-slot"} <= set(names)
    assert len(defs.encode()) < 40_000
    ElementTree.fromstring(defs)


@pytest.mark.parametrize(
    "options", [{}, {"large_index": True}, {"switch": True}, {"four_colour": True}]
)
def test_every_reference_has_its_definition(options: dict[str, bool]) -> None:
    defs = card_svg_defs(cards=["10H", "KS"], prefix="x-", **options)
    wanted = set(re.findall(r'href="#([^"]+)"', defs)) | set(re.findall(r"url\(#([^)]+)\)", defs))
    assert wanted <= set(ids(defs))
    assert all(name.startswith("x-") for name in ids(defs))
    assert "card-9H" not in defs


def test_suits_differ_without_colour() -> None:
    shapes = set()
    for suit in "CDHS":
        found = re.search(rf'<g id="suit-{suit}"[^>]*>(.*?)</g>', card_svg_defs(cards=[f"A{suit}"]))
        assert found
        shapes.add(found[1])
        assert ("--card-paper" in found[1]) == (suit in "DH"), "the red suits have a light heart"
    assert len(shapes) == 4


@pytest.mark.parametrize("drawn", GAMES, ids=lambda drawn: drawn.title)
def test_drawing_is_complete_and_inside_its_frame(drawn: Game) -> None:
    position = drawn.deal(3)
    drawn = plate(position)
    root = ElementTree.fromstring(drawn.svg)
    assert uses(drawn.svg) == Counter(
        card.text for pile in position.seen.values() for card in pile if card
    )
    left, top, wide, high = map(float, (root.get("viewBox") or "").split())
    for use in root.iter(f"{SVG}use"):
        if "card-" not in (use.get("href") or ""):
            continue
        x, y = float(use.get("x") or 0), float(use.get("y") or 0)
        turn = re.match(r"rotate\((-?[\d.]+)", use.get("transform") or "")
        angle = math.radians(float(turn[1])) if turn else 0.0
        for u, v in ((-25, -35), (25, -35), (25, 35), (-25, 35)):
            corner_x = x + 25 + u * math.cos(angle) - v * math.sin(angle)
            corner_y = y + 35 + u * math.sin(angle) + v * math.cos(angle)
            assert left <= corner_x <= left + wide and top <= corner_y <= top + high


def test_the_text_twin_is_inside_and_outside() -> None:
    position = fans()
    drawn = plate(position)
    root = ElementTree.fromstring(drawn.svg)
    assert root.get("role") == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text == "Fans & more, deal 7"
    assert desc is not None and desc.text == str(position) == str(drawn)
    assert root.get("aria-labelledby") == title.get("id") and root.get(
        "aria-describedby"
    ) == desc.get("id")
    bundle = drawn._repr_mimebundle_()
    assert drawn.svg in bundle["text/html"] and bundle["text/plain"] == str(position)


def test_two_plates_on_one_page_share_no_id() -> None:
    one, two = plate(fans()), plate(FANS)
    together = ids(one.svg) + ids(two.svg)
    assert len(together) == len(set(together))
    again = plate(fans(), prefix="second-")
    assert not set(ids(again.svg)) & set(ids(one.svg))
    assert plate(fans()).svg == one.svg, "the same drawing is the same text"


def test_a_packet_shows_its_uppermost_card_a_fan_all_and_an_empty_place_its_outline() -> None:
    shown = uses(plate(fans()).svg)
    assert shown["2C"] == 1 and shown["AC"] == 0 and shown["slot"] == 3
    assert shown["2S"] == shown["3S"] == shown["4S"] == 1


def test_what_is_unseen_is_drawn_as_a_back() -> None:
    position = Position(
        LANES,
        {
            "t1": cards("AS"),
            "t2": (),
            "t3": (),
            "f1": (),
            "f2": (),
            "f3": (),
            "hand": cards("2H 3H 4H"),
        },
        frozenset({"hand"}),
    )
    hidden, shown = plate(position).svg, plate(position, seen=False).svg
    assert uses(hidden)["back"] == 1 and "4H" not in hidden
    assert uses(shown)["4H"] == 1
    assert ">3</text>" in hidden, "the packet says how many cards it holds"
    assert str(plate(position)).splitlines()[-1] == "hand: ?? ?? ??"
    assert str(plate(position, seen=False)) == str(position)


def test_a_long_fan_is_compressed_so_that_it_meets_no_other_place() -> None:
    lane = LANES.places[0]
    pile = tuple(cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"))
    laid = arrange(lane, pile, LANES.places)
    assert len(laid) == 12 and laid[-1].box[3] <= 3.4 * 70 + 2
    assert laid[1].y - laid[0].y < 1.02 * 70
    short = arrange(lane, pile[:3], LANES.places)
    assert short[1].y == pytest.approx(1.02 * 70)
    assert 2 <= room(lane, LANES.places) < 3


def test_marks_stand_beside_their_cards() -> None:
    free = [f"c{i}" for i in (1, 3, 5, 7, 58, 60, 62, 64, 9, 25, 41, 57, 8, 24, 40, 56)]
    svg = plate(CARPET.deal(1), marks=free).svg
    crosses = re.findall(r'class="mark" d="M(-?[\d.]+) (-?[\d.]+)h6M', svg)
    assert len(crosses) == 16
    left, top, wide, high = map(float, re.search(r'viewBox="([^"]+)"', svg)[1].split())  # type: ignore[index]
    for text_x, text_y in crosses:
        x, y = float(text_x), float(text_y) - 3
        assert left <= x and x + 6 <= left + wide and top <= y and y + 6 <= top + high
        outside = x < 0 - 5 or x > 7 * 1.28 * 50 + 50 or y < -2 or y > 7 * 0.914 * 70 + 60
        assert outside, "the free cards of the carpet are marked outside it, as in the old plate"
    with pytest.raises(ValueError, match="'zz' is no place"):
        plate(CARPET.deal(1), marks=["zz"])


def test_the_empty_table_of_a_game() -> None:
    drawn = plate(LANES, labels=True)
    assert uses(drawn.svg) == Counter({"slot": 6, "back": 1})
    assert str(drawn).splitlines() == [
        "Lanes",
        "lanes: t1 t2 t3",
        "foundations: f1 f2 f3",
        "hand: hand",
    ]
    assert ">t3</text>" in drawn.svg
    assert uses(plate(CARPET, deal=3).svg) == uses(plate(CARPET.deal(3)).svg)


def test_a_strip_shows_each_step_with_its_sentence() -> None:
    walk = cadogan.strip(
        cadogan.games["fortress"].deal(1933),
        ["l9-f1", ("l7-f1, l7-f2", "Two go home.")],
        start="The deal.",
    )
    html = walk._repr_mimebundle_()["text/html"]
    root = ElementTree.fromstring(html)
    captions = [" ".join("".join(one.itertext()).split()) for one in root.iter("figcaption")]
    assert captions == [
        "The deal.",
        "Ace of diamonds from lane 9 to foundation 1. l9-f1",
        "Two go home. l7-f1, l7-f2",
    ]
    assert walk.last.home == 3 and str(walk).startswith("1. l9-f1: Ace of diamonds from lane 9")
    assert html.count('class="moved"') == 2, "the card that moved last has its edge"
    symbols = [one.get("id") for one in root.iter("symbol")]
    assert len(symbols) == len(set(symbols)) > 40, "each card is drawn once for all plates"
    assert len(ids(html)) == len(set(ids(html)))


def test_a_strip_says_which_step_is_wrong() -> None:
    deal = cadogan.games["fortress"].deal(1933)
    with pytest.raises(cadogan.IllegalMove) as refused:
        cadogan.strip(deal, ["l9-f1", "l3-l5"])
    assert refused.value.__notes__ == ["step 2 of the strip: l3-l5"]
    with pytest.raises(ValueError, match="at least one step"):
        cadogan.strip(deal, [])
    with pytest.raises(ValueError, match="step 1 of the strip has no move"):
        cadogan.strip(deal, [("", "Nothing happens.")])


def test_a_trial_shows_the_card_that_moves_and_what_is_refused_beside_it() -> None:
    deal = cadogan.games["fortress"].deal(1933)
    tried = cadogan.trial(deal, "l8-l2", refused="l3-l5, l8-f1")
    assert tried.svg.count('class="moved"') == 2, "before and after"
    assert [move for move, _ in tried.refused] == ["l3-l5", "l8-f1"]
    html = tried._repr_mimebundle_()["text/html"]
    assert html.count('<p class="refused">') == 2 and "10♦ may not marry" in str(tried)
    full = cadogan.games["besieged-city"].deal(1912).play("p2-f1")
    html = cadogan.trial(full, "r2-p2", refused="r1-p2")._repr_mimebundle_()["text/html"]
    seen, folded = html.partition('<details class="refused">')[2].split("</summary>")
    assert seen.endswith("First fill rampart 2."), "the clause stands above"
    assert (
        folded.startswith("<p>Vacancies in the ramparts are filled at once") and "Rule IV" in folded
    )
    with pytest.raises(ValueError, match="'l9-f1' is not refused here"):
        cadogan.trial(deal, "l8-l2", refused="l9-f1")


def test_saving(tmp_path: Path) -> None:
    drawn = plate(fans())
    assert drawn.save(tmp_path / "fans.svg").read_text(encoding="utf-8") == drawn.svg
    with pytest.raises(ValueError, match="\\.svg"):
        drawn.save(tmp_path / "fans.png")


def test_an_empty_place_that_lies_on_others_has_no_outline() -> None:
    rows = Game("Half covered rows", named("g", "garden", block(3, 2, 0, 0, 1.25, 0.5)))
    position = Position(rows, {"g1": cards("AS"), "g2": (), "g3": (), "g4": (), "g5": (), "g6": ()})
    assert uses(plate(position).svg) == Counter({"AS": 1})
    assert uses(plate(rows).svg)["slot"] == 6, "the empty table shows where everything will lie"


def test_a_fan_in_the_open_reaches_as_far_as_the_other_places() -> None:
    terrace = Place("t1", "the terrace", "terrace", 0, 0, spread=(0.98, 0.0))
    assert room(terrace, (terrace, *named("f", "foundations", line(8, 0.35, 1.25, 1.6)))) == 11.75
    assert room(terrace, (terrace,)) == 6.5
    distant = Place("d1", "a place far off", "distant", 10**9, 0)
    assert room(terrace, (terrace, distant), 12) == 12, "no more is looked for than the cards want"


@pytest.mark.parametrize("slug", list(cadogan.games))
def test_every_game_of_the_book_is_drawn_whole(slug: str) -> None:
    """The deal, and a position some moves later: each card that shows, once, and the twin that
    hides the rest.
    """
    chance = random.Random(slug)
    position = cadogan.games[slug].deal(1914)
    for moves in (0, 40):
        for _ in range(moves):
            if not position.moves():
                break
            position = position.play(chance.choice(position.moves()))
        drawn = plate(position, marks=position.free)
        shown: Counter[str] = Counter()
        for place in position.game.places:
            pile = position.seen[place.id]
            shown.update(
                card.text for card in (pile if place.spread != (0.0, 0.0) else pile[-1:]) if card
            )
        found = uses(drawn.svg)
        assert (
            Counter({name: n for name, n in found.items() if name not in ("back", "slot")}) == shown
        )
        assert drawn.text == position.picture(hidden=True)
        assert len(drawn.svg.encode()) < 80_000
    ElementTree.fromstring(plate(cadogan.games[slug], labels=True).svg)


def test_the_free_cards_of_the_carpet_are_the_sixteen_crossed_in_the_old_plate() -> None:
    position = cadogan.games["carpet"].deal(1)
    assert plate(position, marks=position.free).svg.count('class="mark"') == 16
