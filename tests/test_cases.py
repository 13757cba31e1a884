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
from collections import Counter
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
HEAD = re.compile(r"(Rule [IVX]+|PLAY \d+|Words): (.+)")
RUN = re.compile(r"(\w+)\.\.(\w+)")
SHOWN = re.compile(r"([A-Za-z]+(?:-[a-z])?\d*)\[([^\]]*)\]")
#: The numbered rules of a chapter, restated or quoted; where it has none, the paragraphs of PLAY
#: are asked for.
NUMBERED = re.compile(r"^(?:> )?\*\*([IVX]+)\.\*\* ", re.MULTILINE)


@dataclass
class Case:
    """One rule tried on one position."""

    slug: str
    line: int
    rule: str
    remark: str
    always: list[tuple[str, str]]
    rules: str = ""
    picture: list[str] = field(default_factory=list)
    pack: str = ""
    switches: dict[str, str] = field(default_factory=dict)
    first: list[str] = field(default_factory=list)
    seen: str = ""
    moves: str = ""
    legal: list[tuple[str, str]] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    path: Path = FOLDER
    id: str = ""

    def game(self):
        """The game of the book, or that of the case's own rules."""
        if not self.rules:
            return cadogan.games[self.slug]
        suits = {card[-1] for card in self.pack.split()}
        top = max(Card(card).rank for card in self.pack.split())
        held = f"packs(1, {(*range(1, top + 1),)}, held='{self.pack}')"
        usual = f"{held}, foundations({len(suits)}, ascending(A, {top})), "
        clauses = self.rules if "packs(" in self.rules else usual + self.rules
        return read(f"game = Game('A Toy', {clauses})").values["game"]

    def position(self, game):
        """The position in which the moves are tried."""
        if self.pack:
            shown = [Card(c) for c in self.pack.replace("…", "").split()]
            position = game.deal(cards=[*shown, *rest(game, Counter(shown))])
        else:
            text = "\n".join(self.picture)
            named = dict(SHOWN.findall(text))
            text = " ".join(
                [text, *(f"{place}[{held}]" for place, held in self.always if place not in named)]
            )
            text = RUN.sub(lambda m: " ".join(run(m[1], m[2])), text)
            shown = [
                Card(c.strip("()-"))
                for _, held in SHOWN.findall(text)
                for c in held.replace("…", "").split()
            ]
            text = text.replace("…", " ".join(map(str, rest(game, Counter(shown)))))
            position = Position.parse(f"{game.title}, deal 0\n{text}", game)
        for move in self.first:
            position = position.play(move)
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
    """The cases of a file."""
    case = None
    slug, always, rules = path.stem, [], ""
    for number, line in enumerate(text_of(path).splitlines(), 1):
        where, text = f"{path.name}, line {number}", line.strip()
        if not text or text.startswith("#"):
            continue
        if m := HEAD.fullmatch(text):
            if case is not None:
                yield case
            case = Case(slug, number, m[1], m[2], always, path=path)
            case.rules = rules
            continue
        word, _, said = text.partition(": ")
        if word == "game":
            slug, always, rules = said, [], ""
            continue
        if word == "always":
            always += SHOWN.findall(said)
            continue
        assert case is not None, f"{where}: a case begins with its rule, such as 'Rule I: …'"
        if case.refused and not case.refused[-1][1] and line[0] == " ":
            case.refused[-1] = (case.refused[-1][0], text)
        elif word == "rules":
            case.rules = rules = said
        elif word == "deal":
            case.pack = said
        elif word == "reading":
            name, _, option = said.partition(" = ")
            case.switches[name.replace(" ", "_")] = option
        elif word == "seen":
            case.seen = said
        elif word == "first":
            case.first = [move.strip() for move in said.split(";")]
        elif word == "moves":
            case.moves = said
        elif word == "legal":
            move, _, result = said.partition(" -> ")
            case.legal.append((move, result))
        elif word == "refused":
            case.refused.append((said, ""))
        else:
            case.picture.append(text)
    if case is not None:
        yield case


def all_cases():
    """Every case of every file, with its name: the game, the rule, and which of the rule's cases it
    is.
    """
    found = [case for path in sorted(FOLDER.glob("*.txt")) for case in read_cases(path)]
    count = Counter()
    for case in found:
        count[case.slug, case.rule] += 1
        case.id = f"{case.slug}, {case.rule}, {count[case.slug, case.rule]}"
    return found


CASES = all_cases()


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
    position = case.position(game.vary(**case.switches))
    assert Position.parse(str(position), position.game) == position, "it is all in its text"
    if case.moves:
        listed = sorted(m.text.replace(" ", ".") for m in position.moves())
        assert listed == sorted(case.moves.split())
    for place, held in SHOWN.findall(case.seen):
        assert (
            " ".join("??" if card is None else str(card) for card in position.seen[place]) == held
        )
    for move, result in case.legal:
        assert position.why_not(move) is None, f"{move} is refused: {position.why_not(move)}"
        after = position.play(move).cards
        for place, held in SHOWN.findall(result):
            lying = after[place]
            said = f"{len(lying)} cards" if held.endswith(" cards") else " ".join(map(str, lying))
            assert said == held, f"after {move} there lie on {place}: {' '.join(map(str, lying))}"
    for move, sentence in case.refused:
        assert position.find(move) is None, f"{move} is legal"
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        kind = case.rule.split()[
            0
        ]  # of the paragraphs of PLAY that a clause cites besides a numbered rule nothing is said
        rules = list(
            dict.fromkeys(
                r.partition(".")[0] for r in caught.value.rule.split(", ") if r.startswith(kind)
            )
        )
        assert case.rule in rules or case.rule == "Words", (
            f"{move} is refused by {caught.value.rule}"
        )
        cited = f" ({', '.join(rules)})" if rules else ""
        said = caught.value.sentence + cited
        if anew is None:
            assert said == sentence, f"{move}: {caught.value}"
        else:
            anew[sentence] = said


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_case_made_by_hand(case, regenerate):
    assert case.picture or case.pack, "a case needs a position"
    anew = {}
    check(case, case.game(), anew if regenerate else None)
    for sentence, said in anew.items():
        case.path.write_text(
            text_of(case.path).replace(f"    {sentence}\n", f"    {said}\n"), encoding="utf-8"
        )


@pytest.mark.parametrize(
    "slug",
    sorted(path.stem for path in FOLDER.glob("*.txt") if path.stem not in ("elsewhere", "words")),
)
def test_each_numbered_rule_has_a_legal_and_an_illegal_case(slug):
    numbers = NUMBERED.findall(cadogan.games.text(slug))
    wanted = [f"Rule {number}" for number in numbers] or ["PLAY 1"]
    mine = [case for case in CASES if case.slug == slug]
    assert set(wanted) <= {case.rule for case in mine}
    for rule in wanted:
        assert any(case.legal for case in mine if case.rule == rule), f"no legal case of {rule}"
        assert any(case.refused for case in mine if case.rule == rule), f"no illegal case of {rule}"


def test_there_are_cases_of_ten_games():
    assert len(list(FOLDER.glob("*.txt"))) > 10
