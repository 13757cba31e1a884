"""The drawings: well formed, complete, nothing outside, no id twice, and the text twin inside."""

import cmath
import math
import re
from collections import Counter
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from small_games import small

import cadogan
from cadogan import Position
from cadogan.cards import cards, pack
from cadogan.drawing.arrangement import arrange, room
from cadogan.drawing.faces import card_svg_defs
from cadogan.drawing.plates import plate
from cadogan.layout import Place, block, line
from cadogan.words import A, ascending, deal, each, foundations, places, rows, turn

SVG = "{http://www.w3.org/2000/svg}"
FANS = small(
    "Fans & more",
    3,
    "CDHS",
    foundations(4, ascending(A, 3), at=line(4, 0, 1.4, 1.9)),
    places("fans", 4, at=line(4, 0, 0, 2.2), spread=(0.3, 0.0)),
    deal(each("fans", 3)),
)
LANES = small(
    "Lanes",
    4,
    "CDH",
    foundations(3, ascending(A, 4), at=line(3, 0, 3.4)),
    places("lanes", 3, at=line(3, 0, 0), spread=(0.0, 1.02)),
    deal(rows("lanes")),
    turn(),
)


def fans():
    piles = "t1[2S 3S 3D] t2[2H] t3[AH 2D AD] t4[3C 3H] f1[AC 2C] f4[AS]"
    return Position.parse(f"{FANS.title}, deal 7\n{piles}", FANS)


def uses(svg):
    """How often each card, back and slot is shown (outside the definitions)."""
    root = ElementTree.fromstring(svg)
    shown = Counter()
    for group in root.iter(f"{SVG}g"):
        if group.get("data-place") is not None:
            for use in group.iter(f"{SVG}use"):
                _, found, name = use.get("href").partition("card-")
                if found:
                    shown[name] += 1
    return shown


def ids(svg):
    return re.findall(r'\sid="([^"]+)"', svg)


def test_all_52_faces_are_defined_once_and_compactly():
    defs = card_svg_defs()
    names = ids(defs)
    assert len(names) == len(set(names))
    assert {f"card-{card.text}" for card in pack()} | {"card-back", "card-slot"} <= set(names)
    assert len(defs.encode()) < 45_000
    root = ElementTree.fromstring(defs)
    named = {part.get("id"): part for part in root.iter()}

    def parts(node):
        """How many parts a page has for it: what is used is there anew, in a tree of its own."""
        used = 1 + parts(named[node.get("href")[1:]]) if node.tag == "use" else 0
        return 1 + used + sum(map(parts, node))

    # A page shows hundreds of cards, and a browser works at each part of each.
    assert sum(parts(named[f"card-{card.text}"]) for card in pack()) / 52 < 32


@pytest.mark.parametrize(
    "options", [{}, {"large_index": True}, {"switch": True}, {"four_colour": True}, {"plain": True}]
)
def test_every_reference_has_its_definition(options):
    defs = card_svg_defs(cards=["10H", "KS"], prefix="x-", **options)
    wanted = set(re.findall(r'href="#([^"]+)"', defs)) | set(re.findall(r"url\(#([^)]+)\)", defs))
    assert wanted <= set(ids(defs))
    assert all(name.startswith("x-") for name in ids(defs))
    assert "card-9H" not in defs


def test_suits_differ_without_colour():
    shapes = set()
    for suit in "CDHS":
        found = re.search(rf'<path id="corners-{suit}"([^>]*)', card_svg_defs(cards=[f"A{suit}"]))
        shapes.add(found[1])
        assert ("evenodd" in found[1]) == (suit in "DH"), "the red suits have a light heart"
    assert len(shapes) == 4


def inside(svg):
    """Whether each corner of every card lies within the frame."""
    root = ElementTree.fromstring(svg)
    left, top, wide, high = map(float, root.get("viewBox").split())
    for use in root.iter(f"{SVG}use"):
        if "card-" not in use.get("href"):
            continue
        x, y = float(use.get("x") or 0), float(use.get("y") or 0)
        turn = re.match(r"rotate\((-?[\d.]+)", use.get("transform", ""))
        turned = cmath.rect(1, math.radians(float(turn[1]) if turn else 0))
        for corner in (25 + 35j, 25 - 35j, -25 - 35j, -25 + 35j):
            at = complex(x + 25, y + 35) + corner * turned
            if not (left <= at.real <= left + wide and top <= at.imag <= top + high):
                return False
    return True


def test_the_text_twin_is_inside_and_outside():
    position = fans()
    drawn = plate(position)
    root = ElementTree.fromstring(drawn.svg)
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title.text == "Fans & more, deal 7"
    assert desc.text == position.picture(hidden=True) == str(drawn)
    assert (
        root.attrib.items()
        >= {
            "role": "img",
            "aria-labelledby": title.get("id"),
            "aria-describedby": desc.get("id"),
        }.items()
    )
    bundle = drawn._repr_mimebundle_()
    assert drawn.svg in bundle["text/html"] and bundle["text/plain"] == str(drawn)


def test_two_plates_on_one_page_share_no_id():
    one, two = plate(fans()), plate(FANS)
    together = ids(one.svg) + ids(two.svg)
    assert len(together) == len(set(together))
    again = plate(fans(), prefix="second-")
    assert not set(ids(again.svg)) & set(ids(one.svg))
    assert plate(fans()).svg == one.svg, "the same drawing is the same text"


def test_a_plain_plate_shows_the_same_in_a_third_of_the_characters():
    position = cadogan.games["fortress"].deal(1933)
    drawn, plain = plate(position).svg, plate(position, plain=True).svg
    assert uses(plain) == uses(drawn) and 3 * len(plain) < len(drawn)
    written = ElementTree.fromstring(plain).iterfind(".//{*}symbol/{*}text")
    assert {"".join(one.itertext()) for one in written} == {card.symbol for card in pack()}


def test_a_packet_shows_its_uppermost_card_a_fan_all_and_an_empty_place_its_outline():
    shown = uses(plate(fans()).svg)
    assert shown["2C"] == 1 and shown["AC"] == 0 and shown["slot"] == 2
    assert shown["2S"] == shown["3S"] == shown["3D"] == 1


def test_what_is_unseen_is_drawn_as_a_back():
    position = LANES.deal(1)
    last, hidden, shown = (
        position.cards["hand"][-1].text,
        plate(position),
        plate(position, seen=False),
    )
    assert uses(hidden.svg)["back"] == 1 and last not in hidden.svg
    assert uses(shown.svg)[last] == 1
    assert ">9</text>" in hidden.svg, "the packet says how many cards it holds"
    assert "hand[9 cards]" in str(hidden) and str(shown) == position.picture()


def test_a_long_fan_is_compressed_so_that_it_meets_no_other_place():
    lane = next(place for place in LANES.places if place.group == "lanes")
    pile = tuple(cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"))
    laid = arrange(lane, pile, LANES.places)
    assert len(laid) == 12 and laid[-1].box[3] <= 3.4 * 70 + 2
    assert laid[1].y - laid[0].y < 1.02 * 70
    short = arrange(lane, pile[:3], LANES.places)
    assert short[1].y == pytest.approx(1.02 * 70)
    assert 2 <= room(lane, LANES.places) < 3


def test_marks_stand_beside_their_cards():
    position = cadogan.games["carpet"].deal(1)
    cloth = [place for place in position.game.places if place.group == "carpet"]
    (left, right), (top, bottom) = (
        (min(at), max(at))
        for at in zip(*((place.x * 50 + 25, place.y * 70 + 35) for place in cloth))
    )
    svg = plate(position, marks=position.free).svg
    crosses = re.findall(r'class="mark" d="M(-?[\d.]+) (-?[\d.]+)h6M', svg)
    assert len(crosses) == svg.count('class="mark"') == 16, "as in the old plate"
    x0, y0, wide, high = map(float, re.search(r'viewBox="([^"]+)"', svg)[1].split())
    for x, y in ((float(x), float(y) - 3) for x, y in crosses):
        assert x0 <= x and x + 6 <= x0 + wide and y0 <= y and y + 6 <= y0 + high
        assert x < left - 30 or x > right + 25 or y < top - 37 or y > bottom + 25, (
            "the free cards of the carpet are marked outside it"
        )
    with pytest.raises(ValueError, match="'zz' is no place"):
        plate(position, marks=["zz"])


def test_the_empty_table_of_a_game():
    drawn = plate(LANES, labels=True)
    assert uses(drawn.svg) == Counter({"slot": 7, "back": 1})
    assert str(drawn) == "Lanes\nfoundations: f1 f2 f3\nlanes: l1 l2 l3\ntalon: talon\nhand: hand"
    assert ">l3</text>" in drawn.svg
    carpet = cadogan.games["carpet"]
    assert uses(plate(carpet, deal=3).svg) == uses(plate(carpet.deal(3)).svg)


def test_a_strip_shows_each_step_with_its_sentence():
    walk = cadogan.strip(
        cadogan.games["fortress"].deal(1933),
        ["l9-f1", ("l7-f1, l7-f2", "Two go home.")],
        start="The deal.",
    )
    html = walk._repr_html_()
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


def test_a_strip_says_which_step_is_wrong():
    deal = cadogan.games["fortress"].deal(1933)
    with pytest.raises(cadogan.IllegalMove) as refused:
        cadogan.strip(deal, ["l9-f1", "l3-l5"])
    assert refused.value.__notes__ == ["step 2 of the strip: l3-l5"]
    with pytest.raises(ValueError, match="at least one step"):
        cadogan.strip(deal, [])
    with pytest.raises(ValueError, match="step 1 of the strip has no move"):
        cadogan.strip(deal, [("", "Nothing happens.")])


def test_a_trial_shows_the_card_that_moves_and_what_is_refused_beside_it():
    deal = cadogan.games["fortress"].deal(1933)
    tried = cadogan.trial(deal, "l8-l2", refused="l3-l5, l8-f1")
    assert tried.svg.count('class="moved"') == 2, "before and after"
    assert [move for move, _ in tried.refused] == ["l3-l5", "l8-f1"]
    html = tried._repr_html_()
    assert html.count('<p class="refused">') == 2 and "10♦ may not marry" in str(tried)
    full = cadogan.games["besieged-city"].deal(1912).play("p2-f1")
    html = cadogan.trial(full, "r2-p2", refused="r1-p2")._repr_html_()
    seen, folded = html.partition('<details class="refused">')[2].split("</summary>")
    assert seen.endswith("First fill rampart 2."), "the clause stands above"
    assert (
        folded.startswith("<p>Vacancies in the ramparts are filled at once") and "Rule IV" in folded
    )
    with pytest.raises(ValueError, match="'l9-f1' is not refused here"):
        cadogan.trial(deal, "l8-l2", refused="l9-f1")


def test_saving(tmp_path):
    drawn = plate(fans())
    assert drawn.save(tmp_path / "fans.svg").read_text(encoding="utf-8") == drawn.svg
    with pytest.raises(ValueError, match="\\.svg"):
        drawn.save(tmp_path / "fans.png")


def test_an_empty_place_that_lies_on_others_has_no_outline():
    covered = places("garden", 6, at=block(3, 2, 0, 0, 1.25, 0.5))
    game = small("Half covered rows", 3, "HS", covered, deal(rows("garden")))
    position = Position.parse("Half covered rows\nf1[AH 2H 3H] f2[AS 2S] g1[3S]", game)
    assert uses(plate(position).svg) == Counter({"3H": 1, "2S": 1, "3S": 1})
    bare = SimpleNamespace(title=game.title, places=game.places[2:8])
    assert uses(plate(bare).svg)["slot"] == 6, "the empty table shows where everything will lie"


def test_a_fan_in_the_open_reaches_as_far_as_the_other_places():
    terrace = Place("t1", "the terrace", "terrace", 0, 0, spread=(0.98, 0.0))
    homes = [Place("f", "f", "f", spot.x, spot.y) for spot in line(8, 0.35, 1.25, 1.6)]
    assert room(terrace, (terrace, *homes)) == 11.75
    assert room(terrace, (terrace,)) == 6.5
    distant = Place("d1", "a place far off", "distant", 10**9, 0)
    assert room(terrace, (terrace, distant), 12) == 12, "no more is looked for than the cards want"


def test_every_game_of_the_book_is_drawn_whole(slug, walk):
    """The deal, and a position some moves later: each card that shows, once, within the frame, and
    the twin that hides the rest.
    """
    first, *_, last = walk(cadogan.games[slug], 1914).positions
    for position in (first, last):
        drawn = plate(position, marks=position.free)
        shown = Counter()
        for place in position.game.places:
            pile = position.seen[place.id]
            shown.update(
                card.text for card in (pile if place.spread != (0.0, 0.0) else pile[-1:]) if card
            )
        found = uses(drawn.svg)
        del found["back"], found["slot"]
        assert found == shown and inside(drawn.svg)
        assert drawn.text == position.picture(hidden=True)
        assert len(drawn.svg.encode()) < 80_000
    ElementTree.fromstring(plate(cadogan.games[slug], labels=True).svg)
