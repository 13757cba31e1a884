"""Sentences of the lessons that once were wrong: what stands in their place, held to a value that is
worked out here, by other code than the page's.
"""

import json
import math
import random
import re
from fractions import Fraction
from functools import cache
from statistics import pvariance

import pytest

import cadogan
from cadogan import odds
from cadogan.course import asking
from cadogan.words import *  # noqa: F403 - the vocabulary as a rules cell has it

ROOT = cadogan.games.folder.parent
F = Fraction


@cache
def prose(slug):
    """A page without its front matter and cells."""
    text = (cadogan.games.folder / f"{slug}.md").read_text(encoding="utf-8")
    bare = re.sub(r"\A---\n.*?\n---\n|^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return " ".join(bare.split())


def says(slug, *sentences):
    for sentence in sentences:
        assert sentence in prose(f"lessons/{slug}"), f"{slug} no longer says {sentence!r}"


def test_the_lines_of_caesar_are_not_independent():
    says("sample-space", "about 0.689; the true variance, 0.779, is larger.")
    layouts = (168768, 131040, 48960, 10240, 2824, 832, 176, 32, 8)
    mean = F(sum(n * count for n, count in enumerate(layouts)), math.factorial(9))
    square = F(sum(n * n * count for n, count in enumerate(layouts)), math.factorial(9))
    assert f"{float(square - mean**2):.3f}" == "0.779" and mean == F(16, 21)
    assert f"{float(8 * F(2, 21) * F(19, 21)):.3f}" == "0.689"


def test_an_ace_among_half_the_pack():
    says("hypergeometric", "an ace, any of the four, lies open in 94.5 % of the deals")
    assert f"{float(1 - math.prod(F(26 - i, 52 - i) for i in range(4))):.1%}" == "94.5%"


def test_kings_are_added_and_the_other_cards_stay():
    says("indicators", "Take some away from the two packs, or add some; the 88 other cards stay.")
    says("indicators", "The mean grows faster than the number of kings and passes 1")
    means = [F(k * math.comb(86 + k, k - 2), math.comb(87 + k, k - 1)) for k in range(2, 21)]
    each = [mean / k for k, mean in enumerate(means, 2)]
    assert each == sorted(each) and means[0] < 1 < means[-1]
    assert "turn other cards" not in prose("lessons/indicators")


def test_the_rule_about_suits_refuses_a_card_and_a_half():
    says("birthdays", "So a column of six refuses about one card and a half; the rule about values")
    chance, refused = random.Random(2), 0
    for _ in range(20_000):
        pack, last, laid = chance.sample(range(52), 52), None, 0
        while laid < 6:
            suit = pack.pop() % 4
            refused += suit == last
            laid += suit != last
            last = suit
    assert abs(refused / 20_000 - 1.534) < 0.04
    assert "again and again" not in prose("lessons/birthdays")


def test_a_won_sultan_leaves_no_card_with_seven_kings_or_eight():
    says("common-deals", "A won Sultan has 103 cards home and a won game of eight kings 104")
    path = cadogan.games.folder / "lessons" / "common-deals.md"
    cell = next(c for c in path.read_text().split("```") if "eight_kings = Game(" in c)
    space = {**globals(), "sultan": cadogan.games["sultan"], "Game": cadogan.Game}
    exec(cell.split("\n", 1)[1].partition(":tags:")[0], space)
    for game, home in ((space["sultan"], 103), (space["eight_kings"], 104)):
        ends = odds.simulate(game, "greedy", n=300, seed=2).ends
        assert {end // 2 for end in ends if end % 2} == {home}


def test_a_walk_that_never_stops_is_recurrent_and_a_step_takes_an_odd_number():
    says(
        "random-walks", "(A walk that never stops, on a line without wall and house, is *recurrent*"
    )
    says("random-walks", "So $d$ is 1, 3, 5, 7 …, that is $2x + 1$")
    step = [F(1)]
    for x in range(1, 10):  # from x the half of the walks is there; the others have two ways to go
        step.append(2 * (1 + step[x - 1] / 2))
    assert step == [2 * x + 1 for x in range(10)]


def test_an_interval_that_misses_is_no_wrong_verdict():
    says("claims", "But an interval that misses is not a wrong verdict.")
    says("claims", "at least one of the six does with chance $1 - 0.95^6$, about 26 %")
    assert 0.26 < sum(math.comb(6, k) * 0.05**k * 0.95 ** (6 - k) for k in range(1, 7)) < 0.27
    says("claims", "lies nine standard errors below one tenth")
    for slug in ("shah", "flower-garden", "great-thirteen", "fifteen"):
        rate = {one.strategy: one.rate for _, one in odds.table(slug).rows}["careful"]
        assert (0.1 - rate) / math.sqrt(0.1 * 0.9 / 100_000) > 9, slug


def test_the_distance_is_about_one_pack():
    says("shuffling", "hands you *one* pack", "which is about a single pack")
    says("shuffling", "So after seven riffles you are right two times in three")
    orders = [
        sum((-1) ** j * math.comb(53, j) * (r - j) ** 52 for j in range(r)) for r in range(1, 53)
    ]
    assert sum(orders) == math.factorial(52)
    riffled = [F(n * math.comb(128 + 52 - r, 52), 128**52) for r, n in enumerate(orders, 1)]
    uniform = [F(n, math.factorial(52)) for n in orders]
    distance = sum(abs(a - b) for a, b in zip(riffled, uniform, strict=True)) / 2
    assert f"{float(distance):.3f}" == "0.334" and round(3 * (1 + distance) / 2) == 2


def test_no_stopping_rule_gains_for_the_mean_change_is_nothing():
    says("fair-price", "the mean change is 0; and zeros add up to 0.")
    for sell in range(16):  # after so many cards, unless one has beaten the ten
        kept = math.prod(F(47 - i, 51 - i) for i in range(sell))
        price = math.prod(F(47 - i, 51 - i) for i in range(sell, 15))
        assert kept * price == F(33, 140)


def test_luck_and_skill_are_parts_of_the_variance():
    says(
        "luck-and-skill",
        "One game of Klondike is therefore nearly all luck: a ninth of its variance",
    )
    players = [one.home for _, one in odds.table("canfield-or-klondike").rows]
    homes = [[k for k, count in enumerate(home) for _ in range(count)] for home in players]
    whole = pvariance([k for home in homes for k in home])
    skill = pvariance([sum(home) / len(home) for home in homes])
    assert (
        whole == pytest.approx(skill + sum(pvariance(home) for home in homes) / 3)
        and 8.5 < whole / skill < 9.5
    )


def test_the_square_of_the_wheel_has_the_eighteens_in_its_lines():
    says("invariants", "the eight threes that make eighteen are its rows, columns and diagonals")
    says("invariants", "**No won game takes a diagonal.**")
    rows = ((3, 8, 7), (10, 6, 2), (5, 4, 9))
    lines = {*rows, *zip(*rows, strict=True), (3, 6, 9), (7, 6, 5)}
    nine = range(2, 11)
    threes = {(a, b, 18 - a - b) for a in nine for b in nine if a < b < 18 - a - b <= 10}
    assert {tuple(sorted(line)) for line in lines} == threes


def test_a_lesson_and_the_map_agree_on_what_it_needs(slug):
    (line,) = re.findall(r"\*You need:\* (.*?)\.? \*", prose(f"lessons/{slug}"))
    needs = [int(n) for n in re.findall(r"\[(?:lesson )?(\d+)\]\(", line)]
    assert tuple(needs) == tuple(asking.lesson(slug).needs)


def test_the_rate_of_the_forty_eighth_stands_once_and_on_deals_it_was_not_tuned_on():
    says("forty-eighth", "The game was tuned on the deals of seed 48.")
    says(
        "forty-eighth",
        "so the game is judged on other deals. Here are three players on the same 2,000, of seed 49",
    )
    executed = json.loads((ROOT / "tests/executed/lessons/forty-eighth.ipynb").read_text())
    printed = "".join(
        "".join(one.get("text", ""))
        for cell in executed["cells"]
        for one in cell.get("outputs", [])
    )
    assert len(re.findall(r"careful: won [\d.]+ %", printed)) == 1
    assert not re.search(r"0\.244|23\.3 %|22\.35", printed + prose("lessons/forty-eighth"))


def test_there_is_one_rubric():
    pages = [*cadogan.games.folder.glob("*.md"), *cadogan.games.folder.glob("lessons/*.md")]
    assert [one.stem for one in pages if "| points | 0 | 1 | 2 |" in one.read_text()] == ["studio"]
    says("forty-eighth", "the rubric by which your game is judged")


@pytest.mark.table("words", "awkward")
def test_an_awkward_sentence_is_gone(words):
    for slug in asking.slugs():
        assert words not in prose(f"lessons/{slug}"), slug
