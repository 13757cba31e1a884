"""What the built page asks of Python: text in, text out, and the untrusted things that arrive."""

import json
import re

import pytest

import cadogan
from cadogan.board import laboratory, openings, page, work
from cadogan.edition.chapters import cells_of, joined, parted
from cadogan.edition.notebook import book_folder

from .conftest import text_of

SLUG = "fortress"


RULES = joined(cells_of(cadogan.games.text(SLUG)))
DOWN = RULES.replace("marry(either", "marry(down")


def ask(call, *args):
    return json.loads(
        getattr(laboratory if hasattr(laboratory, call) else page, call)(
            *(json.dumps(one) if isinstance(one, dict) else one for one in args)
        )
    )


def opening(**parts):
    return {"format": 1, "game": SLUG, "readings": {}, "deal": 1933, "moves": [], **parts}


def told(game, kind, **message):
    """The one reply of an open game to a message."""
    (reply,) = ask("handle", game["id"], {"kind": kind, **message})["replies"]
    return reply


def test_a_game_that_cannot_end_well_is_told_of():
    rules = """fortress = Game("Nine lanes", packs(1), foundations(4, ascending(A, K)), places("lanes", 9),
        deal(rounds("lanes")), places("cells", 4), marry(either, "lanes"))"""
    (one,) = ask("change", {"game": SLUG, "rules": rules})["games"]
    assert one["warnings"] == ["No card ever comes to the cells: fill(…) lays cards there."]
    for slug in ("fortress", "canfield-or-klondike", "caesar", "salic-law"):
        assert laboratory.warnings(cadogan.games[slug]) == [], "the book's own games can end well"


def test_a_game_is_opened_and_answers():
    game = ask("open_game", opening(moves=["l9-f1"]))
    assert [(reply["kind"], reply["moved"]) for reply in game["replies"]] == [("state", 1)]
    answer = ask("handle", game["id"], {"kind": "move", "text": "l7-f1"})
    assert answer["replies"][0]["moved"] == 2 and answer["opening"]["moves"] == ["l9-f1", "l7-f1"]
    again = ask("open_game", answer["opening"])
    assert again["replies"][0]["piles"] == answer["replies"][0]["piles"]
    assert ask("close_game", game["id"]) == {}
    assert ask("handle", game["id"], {"kind": "undo"}) == {"error": "This game is not open."}
    assert "kind" in ask("handle", again["id"], "no json")["replies"][0]["sentence"]


def test_a_changed_game_is_played_by_its_own_rules():
    game = ask("open_game", opening(rules=DOWN, variant=""))
    kept = {m["text"] for m in game["replies"][0]["moves"]}
    assert kept < {m.text for m in cadogan.games[SLUG].deal(1933).moves()}
    record = told(game, "save")["record"]
    assert json.loads(record).items() >= {"rules": DOWN, "game": SLUG}.items()
    assert told(game, "load", record=record)["kind"] == "state"
    own = ask("open_game", opening())
    for one, other in ((game, opening()), (own, opening(rules=DOWN))):
        reply = told(one, "load", record=json.dumps(other))
        assert reply["kind"] == "error" and "other rules" in reply["sentence"]


def test_the_games_of_a_changed_cell_can_be_chosen():
    cell = DOWN + '\nshut = fortress.vary(without=["fill"], title="No refilling")'
    found = ask("change", {"game": SLUG, "rules": cell})
    assert [(one["variant"], one["title"], one["changed"]) for one in found["games"]] == [
        ("", "Fortress", True),
        ("no-refilling", "No refilling", True),
    ]
    assert found["games"][0]["readings"] == {"direction": ["ascend", "descend"]}
    assert not ask("change", {"game": SLUG, "rules": RULES})["games"][0]["changed"]
    descends = opening(rules=cell, variant="no-refilling", readings={"direction": "descend"})
    game = ask("open_game", descends)
    assert game["replies"][0]["title"] == "No refilling"
    back = ask("open_game", game["opening"])
    assert back["replies"][0]["moves"] == game["replies"][0]["moves"]
    assert back["opening"] == game["opening"]
    assert "make no game 'mill'" in ask("open_game", opening(rules=cell, variant="mill"))["error"]


def test_an_error_has_its_cell_its_line_the_reason_and_the_old_text_above():
    found = ask("change", {"game": SLUG, "rules": RULES.replace("marry(either", "mary(either")})
    assert found["error"] == "the vocabulary has no word 'mary'; did you mean 'marry'?"
    assert "marry(either" in parted(RULES)[found["cell"] - 1].split("\n")[found["line"] - 1]
    assert found["sentence"].startswith("You next proceed to form marriages")
    alone = ask("change", {"game": SLUG, "rules": 'x = 1\nfortress = Game("Fortress", mary(1))'})
    assert (alone["cell"], alone["line"]) == (1, 2)


def test_changed_rules_answer_to_what_stands_above_their_cells():
    """A changed part keeps its place in the chapter, and with it the sentence that a refusal cites."""
    game = openings.game_of(SLUG, DOWN)
    assert [c.rules for c in game.clauses] == [c.rules for c in cadogan.games[SLUG].clauses]
    changed = next(c for c, own in zip(game.clauses, cadogan.games[SLUG].clauses) if c != own)
    assert "descending" in changed.tell() and "PLAY 3.1" in map(str, changed.rules)
    joined_up = openings.game_of(SLUG, DOWN.replace("\n# %%\n", "\n"))
    assert not all(c.rules for c in joined_up.clauses), "one cell has no places"


def test_prose_plate_and_the_committed_figures():
    found = ask("describe", opening(rules=DOWN))
    assert any("in descending line" in line for line in found["tell"])
    assert found["plate"].startswith("<svg") and found["text"]
    assert {"random", "greedy"} <= {one["strategy"] for one in found["original"]["results"]}


def test_a_simulation_goes_on_by_moments_and_counts_the_same(monkeypatch):
    monkeypatch.setattr(work, "PATIENCE", 0)
    begun = ask("simulate", opening(rules=DOWN) | {"n": 40})
    found = {"n": 0}
    while not found.get("done"):
        last = found["n"]
        found = ask("go_on", begun["id"])
        assert found["n"] == last + 1 <= found["wanted"] == 40
    downward = cadogan.words.marry(cadogan.words.down, "lanes")
    whole = cadogan.odds.simulate(cadogan.games[SLUG].vary(downward), n=40, seed=1)
    assert (found["wins"], found["home"]) == (whole.wins, whole.mean_home)
    assert "stopped" in ask("go_on", begun["id"])["error"]


def test_a_game_that_plays_too_long_is_cut_off(monkeypatch):
    monkeypatch.setattr(laboratory, "FUEL", 50)
    begun = ask("simulate", opening(rules=DOWN) | {"n": 40})
    assert "takes too long to play; it was cut off" in ask("go_on", begun["id"])["error"]
    assert "stopped" in ask("go_on", begun["id"])["error"], "nothing is left of it"


@pytest.mark.table("call, parts, said", "asked")
def test_what_cannot_be_done_is_a_sentence(call, parts, said):
    refused(call, json.dumps(opening() | json.loads(parts)), said)


def refused(call, text, said):
    answer = ask(call, text)
    assert said in answer["error"]
    assert set(answer) <= {"error", "cell", "line", "sentence"}


@pytest.mark.parametrize(
    "text, said",
    [
        ("no json", "not JSON"),
        ("[" * 10_000, "not JSON"),
        ("[]", "an object"),
        ("5", "an object"),
        ('{"format": 2}', "format"),
        (json.dumps(opening(moves=["a"] * 6000)), "at most 5,000"),
        (json.dumps(opening(moves=["a" * 300_000])), "characters"),
        (json.dumps(opening(rules=RULES, game="nowhere")), "no chapter"),
        (json.dumps(opening(rules=RULES, variant=[])), "variant: must be a text"),
    ],
    ids=range(9),
)
def test_what_opens_no_game_is_a_sentence(text, said):
    refused("open_game", text, said)


def test_what_changes_no_rules_is_a_sentence():
    refused("change", json.dumps({"game": SLUG, "rules": "x = (1,) * 999 * 999"}), "more than")
    refused("change", json.dumps({"game": 5, "rules": RULES}), "short name")


def test_an_answer_to_an_exercise_is_marked():
    def marked(answer, exercise="sample-space/three"):
        return ask("check", {"exercise": exercise, "answer": answer})

    assert marked("10240/362880") == {"mark": "right", "says": "Right."}
    assert marked("0.972")["mark"] == "wrong"
    assert "did you mean 'sample-space/three'" in marked("1", "sample-space/thre")["error"]
    like = ask("check", {"exercise": "spread/deviation#1"})["html"]
    assert 'data-exercise="spread/deviation#1"' in like and "one time in" in like
    assert marked(3)["error"] and marked("1", [])["error"]
    for asked in ({"answer": "1"}, "[]", "{" * 100_000):
        assert ask("check", asked)["error"], asked


def test_the_book_s_scripts_call_what_python_in_the_page_has():
    worker = text_of("cadogan/board/worker.mjs")
    (calls,) = re.findall(r"CALLS = \{(.*?)\};", worker, re.DOTALL)
    known = set(re.findall(r'"(\w+)"', calls))
    static = book_folder() / "_static"
    asked = {
        call
        for path in static.glob("*.*js")
        for call in re.findall(r'python\.ask\("(\w+)"', text_of(path))
    }
    assert {"check", "studio"} <= asked <= known
