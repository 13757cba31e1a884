"""Words for quantities that nothing holds to a value.

A chapter or a lesson that says "nearly half", "one deal in five" or "most games" names the value that the words
were made from: in a `claim` cell of the page (`cadogan.edition.wording`), or in a test of
`tests/test_claims.py` that quotes the sentence with `says`. What neither holds, with the words around
it, fails `test_wording.py`.

Left out is what claims nothing: the old text and what restates it, aim and play, tables, questions,
and words of the author that the page quotes elsewhere; of a lesson its guesses and its exercises."""

import ast
import re
from functools import cache

import cadogan
from cadogan.edition import wording
from cadogan.edition.chapters import book_folder
from cadogan.round_games import games as round_games

from .conftest import text_of

_A = "|".join(sorted([*wording.UNITS, *wording.TENS], key=len, reverse=True))
_NUMBER = rf"(?:\d+(?:[.,]\d+)*|(?:{_A})(?:-(?:{_A}))?)(?:\ (?:hundred|thousand))?"
_GAMES = "games|deals|cards|orders|players|packets|positions|moves|layouts|hands|packs"
#: What is said of how much or how often: a share ("one in five", "three games in a hundred", "half
#: of", "two thirds"), a multiple ("twice as often", "ten times the games"), or one of `SHARES`.
#: A rule's numbers do not stand so: "three times", "a third re-deal", "at most", "the most".
QUANTITY = re.compile(
    rf"""\b(?:
    (?:once|twice|{_NUMBER})(?:\ [\w-]+){{0,3}}?\ (?:in|out\ of)\ (?:a\ |every\ )?
        (?!one\b)(?:hundred|thousand|{_NUMBER})\b(?!\ (?:%|rows?|lanes?|packs?|suits?|rounds?))
  | (?:(?:{wording.BELOW}|{wording.ABOVE}|{wording.EVEN})\ half\b | half\ (?:of|as|the|its|their|again)\b)
  | (?:a|one|two|three|nine)[ -](?:{"|".join(wording.PARTS)})s?\ (?:of|as|more|fewer|less|the)\b
  | (?:two\ thirds|three\ quarters|nine\ tenths)\b
  | (?:twice|(?:{_NUMBER}|a\ hundred)\ times)\ (?:as|the|more|worse|better)\b
  | every\ (?:second|third|other)\ (?:game|deal|time)\b
  | (?:nearly|almost)\ (?:all|every|always|never)\b
  | (?<!\bat\ )(?<!\bthe\ )most\ (?:of|{_GAMES})\b
  | mostly|usually|seldom|rarely|more\ often\ than\ not|hardly\ (?:ever|any|a)\b
  | next\ to\ (?:nothing|none)\b
    )""",
    re.VERBOSE | re.IGNORECASE,
)

#: What is no prose of the chapter: the lines at its head, code, comments, the old text, headings,
#: the head of a table; and aim and play, where a rule that many games share is to be said in the
#: same words.
LEFT_OUT = [
    re.compile(r"\A---\n.*?\n---\n", re.DOTALL),
    re.compile(r"^(`{3,}).*?^\1[ ]*$", re.DOTALL | re.MULTILINE),
    re.compile(r"<!--.*?-->", re.DOTALL),
    re.compile(r"^>.*$", re.MULTILINE),
    re.compile(r"^#+ .*$", re.MULTILINE),
    re.compile(r"^\*\*(Aim|Play)\.\*\* .*$", re.MULTILINE),
    re.compile(r"^\|.*\n(?=\|[-|: ]+$)", re.MULTILINE),
    re.compile(r"(?<=\])\([^)]*\)"),
    re.compile(r"</?\w[^>]*>"),
]
CLAIMED = re.compile(r'\bclaim\(\s*"([^"]+)"')
#: A numbered rule restated, and the rows of a table.
RESTATED = re.compile(r"^(?:\*\*(?:[IVX]+|\d+)\.\*\* .+(?:\n.+)*|\|.*)", re.MULTILINE)
#: A question, and what stands in quotation marks or italics.
QUESTION = re.compile(r"[^.!?:*]*\?")
#: In a lesson: a guess that is asked for, and other people's words.
ASKED = re.compile(r"^\*Guess\.\*.*?(?=\n\s*\n)|“[^”]*”", re.MULTILINE | re.DOTALL)
CITED = re.compile(r"[“\"*]([^“”\"*]+)[”\"*]")


def chapters():
    """The text of each chapter of the book that teaches a game, patience or round game."""
    return {slug: text_of(f"book/{slug}.md") for slug in (*cadogan.games, *round_games)}


@cache
def said():
    """The sentences of each chapter that `tests/test_claims.py` quotes, and so tries."""
    sentences = {}
    for node in ast.walk(ast.parse(text_of("tests/test_claims.py"))):
        match node:
            case ast.Call(ast.Name("says"), [ast.Constant(slug), *texts]):
                sentences.setdefault(slug, []).extend(text.value for text in texts)
    return sentences


def prose(text):
    """The paragraphs in which a chapter speaks for itself, each in one line."""
    quoted = " ".join(" ".join(re.findall(r"^>(.*)$", text, re.MULTILINE)).split()).casefold()
    for pattern in (*LEFT_OUT, RESTATED):
        text = pattern.sub("\n" if pattern.flags & re.DOTALL else "", text)
    for paragraph in re.split(r"\n\s*\n|\n(?=[-|])", text):
        line = QUESTION.sub("", " ".join(paragraph.split()))
        yield CITED.sub(
            lambda part: "" if part[1].rstrip(".,").casefold() in quoted else part[0], line
        )


def lessons():
    """The text of each lesson up to its exercises, without what it asks."""
    pages = (book_folder() / "lessons").glob("*.md")
    texts = {page.stem: text_of(page) for page in sorted(pages)}
    return {slug: ASKED.sub("", text.split("\n## Exercises\n")[0]) for slug, text in texts.items()}


def untied(slug, text):
    """The words for quantities of a chapter that nothing holds to a value, with their context."""
    tied = [*said().get(slug, ()), *CLAIMED.findall(text)]
    found = []
    for line in prose(text):
        spans = [
            part.span() for one in tied for part in re.finditer(re.escape(one), line, re.IGNORECASE)
        ]
        for word in QUANTITY.finditer(line):
            if not any(first < word.end() and word.start() < last for first, last in spans):
                found.append(f"{word[0]}: … {line[max(0, word.start() - 60) : word.end() + 40]} …")
    return found
