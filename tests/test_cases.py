"""Every numbered rule of the ten oddest games: by hand, a move that the rule allows and one that it
forbids.

`cases/<slug>.txt` holds the cases of a game, `cases/elsewhere.txt` some of other games, each after
`game: <slug>`. A case begins with its rule and a remark; then the text picture of a position (as in
`Position.parse`), moves that are legal in it, with what then lies where, and moves that are
refused, with the sentence:

    Rule I: foundations are built in one suit.
    a1[AD] a2[AC] c1[2D] hand[…]
    legal: c1-a1 -> a1[AD 2D]
    refused: c1-a2
        The ace of clubs foundation wants the deuce of clubs next, not the deuce of diamonds. (Rule
        I)

`…` stands for every card not shown, in the order of the packs; `AC..KC` for a whole run; `[12
cards]` in a result for any so many. `always: …` at the head of a file shows what lies in all its
pictures that do not show the place otherwise. In the place of a picture, `deal: 7H KS …` is a pack
from which the game is dealt, the next card first. `first: a1-b1; turn` are moves made before,
`reading: surface = waits` another option of a reading, `seen: l1[?? 2C]` what the player may see. A
rule that only permits is violated by nothing: the move refused is the nearest that it does not
permit.

`cases/words.txt` has its own games, of a few cards: `rules: …` are the clauses of the cases below
it, without packs and foundations where these hold the cards dealt, a foundation for each suit. A
case that is not of one rule begins with `Words: …`, and `moves: …` are all that is legal in it, with
dots for blanks.

What is legal and which rule refuses is written by hand alone; where a sentence has been given
another wording,

    python -m pytest tests/test_cases.py --regenerate

writes the sentences anew: read the difference.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import cadogan
from cadogan import words as terms
from cadogan.cards import RANKS, Card
from cadogan.edition.cells import read
from cadogan.patience.position import IllegalMove, Position

from .conftest import text_of

FOLDER = Path(__file__).with_name("cases")
#: With what a line of a case begins; where with none of them, it is the picture.
WORDS = ("deal", "reading", "seen", "first", "moves", "legal", "refused", "sentence")
HEAD = re.compile(r"(Rule [IVX]+|PLAY \d+|Words): (.+)")
RUN = re.compile(r"(\w+)\.\.(\w+)")
SHOWN = re.compile(r"([A-Za-z]+(?:-[a-z])?\d*)\[([^\]]*)\]")
#: The numbered rules of a chapter, restated or quoted; where it has none, the paragraphs of PLAY
#: are asked for.
NUMBERED = re.compile(r"^(?:> )?\*\*([IVX]+)\.\*\* ", re.MULTILINE)


@dataclass
class Case:
    """One rule tried on one position: what the lines say of it, by the words that they begin with."""

    slug: str
    rule: str = ""
    path: Path = FOLDER
    always: list[tuple[str, str]] = field(default_factory=list)
    rules: str = ""
    said: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    id: str = ""

    def game(self):
        """The game of the book, or that of the case's own rules."""
        if not self.rules:
            return cadogan.games[self.slug]
        (pack,) = self.said["deal"]
        suits = {card[-1] for card in pack.split()}
        top = max(Card(card).rank for card in pack.split())
        held = f"packs(1, of='{pack}')"
        usual = f"{held}, foundations({len(suits)}, ascending(A, {top})), "
        clauses = self.rules if "packs(" in self.rules else usual + self.rules
        return read(f"game = Game('A Toy', {clauses})").values["game"]

    def position(self, game):
        """The position in which the moves are tried."""
        text = "\n".join(self.said["deal"] or self.said["picture"])
        named = dict(SHOWN.findall(text))
        more = (f"{place}[{held}]" for place, held in self.always if place not in named)
        text = RUN.sub(lambda m: " ".join(run(m[1], m[2])), " ".join([text, *more]))
        shown = re.sub(r"[()…-]", "", text)
        held = [shown] if self.said["deal"] else [pile for _, pile in SHOWN.findall(shown)]
        left = rest(game, Counter(map(Card, " ".join(held).split())))
        text = text.replace("…", " ".join(map(str, left)))
        if self.said["deal"]:
            position = game.deal(cards=text)
        else:
            position = Position.parse(f"{game.title}, deal 0\n{text}", game)
        for move in "; ".join(self.said["first"]).split("; "):
            position = position.play(move) if move else position
        return position


def run(start, end):
    """The cards from one to another of its suit, up or down.

    >>> run("9H", "QH"), run("3C", "AC")
    (['9H', '10H', 'JH', 'QH'], ['3C', '2C', 'AC'])
    """
    a, b = RANKS.index(start[:-1]), RANKS.index(end[:-1])
    assert start[-1] == end[-1], f"{start}..{end} is no run of a suit"
    return [RANKS[i] + start[-1] for i in (range(a, b + 1) if a <= b else range(a, b - 1, -1))]


def rest(game, shown):
    """The cards of the game that are not shown, in the order of its packs."""
    pack = Counter(next(c for c in game.active if isinstance(c, terms.packs)).cards())
    return list((pack - shown).elements())


def read_cases(path):
    """The cases of a file, each with its name: the game, the rule, and which of the rule's cases it
    is.
    """
    slug, always, rules = path.stem, [], ""
    cases, count = [], Counter()
    for line in text_of(path).splitlines():
        text = line.strip()
        word, _, said = text.partition(": ")
        if not text or text.startswith("#"):
            continue
        if HEAD.fullmatch(text):
            count[slug, word] += 1
            name = f"{slug}, {word}, {count[slug, word]}"
            cases.append(Case(slug, word, path, always, rules, id=name))
        elif word == "game":
            slug, always, rules = said, [], ""
        elif word == "always":
            always += SHOWN.findall(said)
        elif word == "rules":
            cases[-1].rules = rules = said
        else:
            found = cases[-1].said
            if len(found["refused"]) > len(found["sentence"]):
                word, said = "sentence", text
            found[word if word in WORDS else "picture"].append(said if word in WORDS else text)
    return cases


TEN = sorted({path.stem for path in FOLDER.glob("*.txt")} - {"elsewhere", "words"})
CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in read_cases(path)]


def check(case, game, anew=None):
    """The legal moves are legal and do what is said, the others are refused with the sentence and
    the rule.

    Args:
        case: the case.
        game: its game, perhaps a changed one.
        anew: where the sentences said instead of those expected are written, if they are not to be
            compared.

    Raises:
        AssertionError, ValueError: something is otherwise.
    """
    readings = (line.split(" = ") for line in case.said["reading"])
    game = game.vary(**{name.replace(" ", "_"): option for name, option in readings})
    position = case.position(game)
    assert Position.parse(str(position), game) == position, "it is all in its text"
    for moves in case.said["moves"]:
        listed = sorted(m.text.replace(" ", ".") for m in position.moves())
        assert listed == sorted(moves.split())
    for place, held in SHOWN.findall(" ".join(case.said["seen"])):
        assert " ".join(str(card or "??") for card in position.seen[place]) == held
    for move, _, result in (line.partition(" -> ") for line in case.said["legal"]):
        assert position.why_not(move) is None, f"{move} is refused: {position.why_not(move)}"
        after = position.play(move).cards
        for place, held in SHOWN.findall(result):
            lying = after[place]
            said = f"{len(lying)} cards" if held.endswith(" cards") else " ".join(map(str, lying))
            assert said == held, f"after {move} there lie on {place}: {' '.join(map(str, lying))}"
    for move, sentence in zip(case.said["refused"], case.said["sentence"], strict=True):
        assert position.find(move) is None, f"{move} is legal"
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        # (of the paragraphs of PLAY that a clause cites besides a numbered rule nothing is said)
        kind, by = case.rule.split()[0], caught.value.rule
        rules = list(
            dict.fromkeys(r.partition(".")[0] for r in by.split(", ") if r.startswith(kind))
        )
        assert case.rule in rules or case.rule == "Words", f"{move} is refused by {by}"
        cited = f" ({', '.join(rules)})" if rules else ""
        said = caught.value.sentence + cited
        if anew is None:
            assert said == sentence, f"{move}: {caught.value}"
        else:
            anew[sentence] = said


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_made_by_hand(case, regenerate):
    assert case.said["picture"] or case.said["deal"], "a case needs a position"
    anew = {}
    check(case, case.game(), anew if regenerate else None)
    for sentence, said in anew.items():
        case.path.write_text(
            text_of(case.path).replace(f"    {sentence}\n", f"    {said}\n"), encoding="utf-8"
        )


@pytest.mark.parametrize("slug", TEN)
def test_each_numbered_rule_has_a_legal_and_an_illegal_case(slug):
    numbers = NUMBERED.findall(cadogan.games.text(slug))
    wanted = [f"Rule {number}" for number in numbers] or ["PLAY 1"]
    mine = [case for case in CASES if case.slug == slug]
    assert set(wanted) <= {case.rule for case in mine}
    for rule in wanted:
        for kind in ("legal", "refused"):
            assert any(case.said[kind] for case in mine if case.rule == rule), f"{rule}: no {kind}"
