"""The board in a real browser: mouse, touch, keyboard alone, announcements, replay, phone,
accessibility.
"""

import functools
import json
import random
import re
from pathlib import Path

import pytest

import cadogan
from cadogan.board.session import finish
from cadogan.board.shown import places
from cadogan.players import table as table_of_odds

from .barriers import barriers
from .conftest import HEAR, MOVING, barred, push, walk

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
#: A game that the greedy player wins, with two re-deals near its end.
WON = cadogan.odds.playout(cadogan.games["la-belle-lucie"], 111)
assert WON.last.is_won
#: From here on both re-deals are to come, and few moves.
BEGUN = WON.moves.index("again") - 4

#: For each place of the table, where each arrow leads, as the board itself has it.
NEIGHBOURS = """async games => {
    const { waysOf } = await import("/js/layout.js");
    return games.map(places => Object.fromEntries(waysOf(places)));
}"""


def reached(ways, start):
    seen, queue = {start}, [start]
    while queue:
        fresh = set(ways[queue.pop()].values()) - seen
        seen |= fresh
        queue += fresh
    return seen


def begun(board):
    """The game that is won stands before its re-deals."""
    board.after(*WON.moves[:BEGUN])
    board.wait_moved(BEGUN)


def end(board):
    """The last move of the game that is won is made."""
    last = WON.positions()[-2].find(WON.moves[-1])
    board.click(last.source)
    board.click(last.target)
    board.wait_for_selector(".ending:visible", state="visible")


#: Keeps in `window.refused` the rules of what is refused.
REFUSED = """() => { window.refused = [];
    document.addEventListener("cadogan:refused", event => window.refused.push(event.detail.rule)); }"""


def test_an_illegal_try_returns_the_card_with_the_rule(table):
    board = table("fortress", 1914, **MOVING)
    board.evaluate(REFUSED)
    position = board.session.position
    source, target = barred(position, "lanes")
    board.carry(source, target)
    with pytest.raises(cadogan.IllegalMove) as refusal:
        position.play(f"{source}-{target}")
    said = board.wait_says(refusal.value.rule)
    assert refusal.value.sentence.rstrip(".") in said
    assert board.evaluate("window.refused") == [refusal.value.rule]
    assert board.count(".says.refused[aria-live]") == 1
    assert board.session.position is position
    board.wait_for_function("!document.querySelector('.lift *')")  # it has flown back
    assert board.count(".playing-card.lifted") == 0
    board.click("f2")
    board.wait_says("Foundation 2 is empty: choose a card first.")
    assert board.place("f2").get_attribute("aria-pressed") == "false"


def test_undo_redo_restart_and_deals_by_button_and_key(table):
    board = table("fortress", 1914)
    board.make(board.between(), "mouse", odd=True)
    board.wait_moved(1)
    board.press("Control+z", 0)
    board.press("Control+y", 1)
    board.push("Undo", 0)
    assert board.button("Undo").get_attribute("aria-disabled") == "true"
    board.press("n")
    board.get_by_label("Deal", exact=True).fill("77")
    board.push("Deal it", "Deal 77")
    board.push("Next deal", "Deal 78")
    assert board.session.position == cadogan.games["fortress"].deal(78)
    board.push("New deal", exact=True)
    board.wait_for_function("!document.querySelector('.title').textContent.endsWith('deal 78')")


def test_the_hand_is_turned_by_click_button_and_key(table):
    board = table("canfield-or-klondike", 3)
    board.click("hand")
    board.wait_moved(1)
    board.push("Turn", 2)
    board.place("hand").focus()
    board.press("t", 3)
    assert board.focus_on() == "hand", "the focus stays where it was"
    board.press("n")
    board.get_by_label("Deal", exact=True).press("t")
    board.wait_for_timeout(200)
    assert [m.text for m in board.session.moves] == ["turn"] * 3, (
        "letters typed into the deal's number do not play"
    )


def test_cards_change_places_by_click_drag_and_key(table, ways):
    board = table("caesar", 3)
    a, b, c = (p.id for p in board.session.game.places[:3])
    board.click(a)
    board.click(b)
    board.wait_moved(1)
    board.carry(b, c)
    board.wait_moved(2)
    board.place(a).focus()
    board.press("Enter")
    for key in walk(ways(board), a, c):
        board.press(key)
    board.press("Enter", 3)


def test_help_text_hint_look_and_the_list_of_moves(table):
    board = table("fortress", 1933)
    board.press("Tab ?")
    assert board.sees("dl.panel")
    board.press("Escape")
    assert not board.sees("dl.panel") and board.focus_on()
    board.press("x")
    assert board.text("pre.panel").strip() == board.session.position.picture(hidden=True).strip()
    board.press("x h", "You might")
    assert board.count(".ring.hinted") >= 1
    board.press("l", ": ")
    legal = board.session.position.moves()
    board.press("n")
    board.push("Moves", exact=True)
    assert board.texts(".moves code") == [move.text for move in legal]
    board.locator(".moves button").first.click()
    board.wait_moved(1)
    assert board.session.moves == (legal[0],)


def test_what_is_played_by_keys_is_announced(table, ways):
    """Each move, and the re-deals, in their order.

    `test_board_page` and `test_board_lab` have whole games by keys.
    """
    board = table(WON.game, WON.deal)
    begun(board)
    board.evaluate(HEAR)
    board.press("Tab")
    told = [position.find(text).says for position, text in zip(WON.positions(), WON.moves)][BEGUN:]
    board.win(WON, "keys", ways, BEGUN)
    heard = board.evaluate("window.heard")
    announced = iter(line.lower() for line in heard)
    for says in told:
        assert any(
            says.lower() in line or ("dealt again" in line and says == "deal again")
            for line in announced
        ), f"not announced, or out of order: {says}"


TELEPHONE = {"width": 390, "height": 800, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(("how", "options"), [("mouse", {}), ("touch", TELEPHONE)])
def test_a_game_is_won(table, how, options):
    """The last moves, with both re-deals. Every second one is carried; for the others places are
    clicked, or tapped.

    `test_board_page` and `test_board_lab` have whole games by each kind of input.
    """
    board = table(WON.game, WON.deal, **MOVING, **options)
    begun(board)
    board.win(WON, how, played=BEGUN)
    assert board.session.position.is_won
    ending = board.locator(".ending")
    assert f"Won in {len(WON.moves)} moves" in ending.inner_text()
    assert ending.locator("button:visible").all_inner_texts() == [
        "New deal",
        "Same deal again",
        "Share",
    ]
    box = ending.bounding_box()
    assert 0 <= box["y"] and box["y"] + box["height"] <= 800, "it is in view"
    assert board.count(".rain .playing-card") > 10, "the cards come down"
    assert [one["ended"] for one in board.stored()["la-belle-lucie"]] == ["won"], (
        "it is kept, and nothing of it is left to be played"
    )
    push(ending, "Same deal again")
    board.wait_moved(0)
    assert ending.is_hidden() and board.session.deal == WON.deal


def test_arrows_lead_from_every_place_to_every_other(table):
    """In all games and variants, and in layouts that no game has: scattered, heaped, far apart."""
    board = table("mill", 1)
    games = [
        game
        for slug in cadogan.games
        for game in (cadogan.games[slug], *cadogan.games[slug].variants.values())
    ]
    chance = random.Random(1)
    heaps = [
        [
            {
                "id": f"p{i}",
                "x": chance.choice((0, 0.1, 5, 40)) + chance.random() / 9,
                "y": chance.choice((0, 9)) + chance.random() * 4,
            }
            for i in range(n)
        ]
        for n in range(2, 42)
    ]
    found = board.evaluate(NEIGHBOURS, [*(places(game) for game in games), *heaps])
    assert len(found) == len(games) + len(heaps) > 47
    for game, ways in zip([*games, *heaps], found, strict=True):
        for name in ways:
            assert reached(ways, name) == set(ways), (game, name)
    assert found[games.index(cadogan.games["caesar"])]["s1"] == {
        "ArrowRight": "s2",
        "ArrowDown": "s4",
    }, "the nearest in the shape of the plate"

    # Page keys walk through all places.
    names = [place["id"] for place in places(board.session.game)]
    board.place(names[0]).focus()
    walked = []
    for _ in names:
        board.press("PageDown")
        walked.append(board.focus_on())
    assert walked == [*names[1:], names[0]]
    for key, at in (("End", -1), ("PageDown", 0), ("PageUp", -1)):
        board.press(key)
        assert board.focus_on() == names[at]


def test_every_game_opens_a_move_is_made_and_it_fits_a_telephone(table, slug):
    board = table(slug, 3, width=1280, height=720)
    assert board.count("[data-place]") == len(places(board.session.game))
    beside = board.count(".cadogan.beside")  # then no buttons stand below the table
    assert board.box(".cloth")["height"] <= (720 - 99 if beside else 720 * 0.8), "one screen high"
    moves = board.session.position.moves()
    move = next((m for m in moves if m.source and m.target), moves[0])
    board.make(move, "mouse", odd=bool(move.source))
    board.wait_moved(1)
    board.resize(320, 640)
    board.evaluate("document.documentElement.dataset.theme = 'dark'")
    board.wait_for_function("document.querySelector('.cadogan').clientWidth <= 320")
    assert board.fits()
    boxes = board.boxes(".cadogan button:visible")
    assert boxes and all(box["width"] >= 40 and box["height"] >= 40 for box in boxes)


def test_without_a_kernel_a_finished_game_is_stepped_through(table, ways):
    board = table("la-belle-lucie", 5, live=False)
    record = cadogan.odds.playout(cadogan.games["la-belle-lucie"], 5)
    said = [m.says for m in (p.find(t) for p, t in zip(record.positions(), record.moves))]
    board.press("Tab")
    assert board.focus_on()
    assert board.says() == "To play, run this cell in a notebook, or watch a finished game."
    assert not board.button("Play it yourself").count(), "what nobody can referee is not offered"
    board.evaluate(
        "document.dispatchEvent(new CustomEvent('cadogan:rule', { detail: { rule: 'I' } }))"
    )
    assert board.count(".ring.now, .ring.concern") == 0, "a replay marks nothing for a rule"
    arrow, there = next(iter(ways(board)[board.focus_on()].items()))
    board.press(arrow)
    assert board.focus_on() == there, "before a game is watched the arrows lead about the table"
    full = board.button("Full window")
    full.click()
    assert board.box(".cadogan.full")["width"] == 1200
    assert full.get_attribute("aria-pressed") == "true"
    board.watch()
    board.wait_says("step through it")
    full.click()
    assert board.count(".cadogan.full") == 0 and full.get_attribute("aria-pressed") == "false"
    board.press_on_board("Home")
    for key, at in (("ArrowRight", 0), ("ArrowRight", 1), ("ArrowLeft", 0)):
        board.press(key)
        assert said[at] in board.says().lower()
    board.press("End", len(record.moves))
    assert (
        not record.last.is_won
        and "No move is left, and the patience has not succeeded" in board.says()
    )
    names = {p.id: p for p in record.game.places}
    for name, pile in record.last.seen.items():
        node = board.place(name)
        if node.count() and pile and pile[-1]:
            assert f"{names[name].name}, {pile[-1].name}" in node.get_attribute("aria-label")
    assert board.text(".result") == "No move left"
    board.press("Home", 0)
    board.place(record.game.places[0].id).focus()
    board.press("ArrowDown")
    assert board.focus_on() == record.game.places[1].id
    board.push("Forward (right arrow)", 1)
    board.get_by_role("slider").fill("3")
    board.wait_moved(3)
    board.push("Play the replay (Space)", 4)


def test_a_page_that_cannot_start_python_says_so_and_goes_on(table):
    board = table(
        "la-belle-lucie", 5, live=False, html='data-content_root="./nowhere/"', allowed=("404",)
    )
    move = board.between()
    board.click(move.source)
    assert board.count(".ring.target") >= 1, "what was laid out says where a card may go"
    board.click(move.target)
    assert "the replay still works" in board.wait_says("cannot referee")
    assert board.count(".ring.chosen") == 0
    board.watch()
    board.press("ArrowRight ArrowRight", 2)
    board.reload()
    board.button("Watch a finished game").wait_for()
    assert board.evaluate(ASK, ["fortress", 1914]) is False
    assert board.evaluate(ASK, ["la-belle-lucie", 1914]) is True
    board.wait_says("cannot referee")


@pytest.mark.parametrize("live", [True, False])
def test_nothing_bars_the_way(table, live):
    board = table("canfield-or-klondike", 3, live=live)
    board.press("Tab")
    for key in ["", "?", "x", "n", "m", "g", "l", "h"] if live else [""]:
        if key:
            board.press(key)
        assert barriers(board.page) == [], f"after {key!r}"
        board.press("Escape Escape")


def test_it_prints_as_a_still(table):
    board = table("fortress", 1914, html='data-theme="dark"')
    board.emulate_media(media="print")
    paper = board.evaluate("getComputedStyle(document.querySelector('.cadogan')).backgroundColor")
    assert paper == "rgb(255, 255, 255)", "on paper, even from a dark page"
    assert not board.locator(".controls").first.is_visible()
    assert board.count(".cloth svg use") >= 52


def test_saved_games_are_files_and_come_back(table, tmp_path):
    board = table("fortress", 1914)
    move = board.between()
    board.make(move, "mouse", odd=True)
    board.wait_moved(1)
    board.press("n")
    path = board.saved(lambda: board.push("Save"), tmp_path)
    assert json.loads(path.read_text())["moves"] == [move.text]
    board.press("Escape u", 0)
    board.locator("input[type=file]").set_input_files(path)
    board.wait_moved(1)
    hurt = {"format": 1, "game": "<img src=x onerror='window.hurt=1'>", "deal": 1, "moves": []}
    for wrong, said in (
        (json.dumps(hurt), "This saved game cannot be read"),
        ("x" * 10**7, "This file is too large to be a saved game."),
        (
            '{"deal": 1}',
            "not a saved game. Choose one that Save has written at a table of Fortress",
        ),
    ):
        path.write_text(wrong)
        board.locator("input[type=file]").set_input_files(path)
        board.wait_says(said)
        assert board.count(".says.refused") == 1 and board.session.moves
    assert board.evaluate("window.hurt === undefined && !document.querySelector('.cadogan img')")


# What a player expects
# ---------------------------------------------------------------------------------


def stored(board):
    """The games that are counted."""
    return board.stored("cadogan-games")


def play_one(board):
    n = len(board.session.moves)
    board.make(board.between(), "mouse")
    board.wait_moved(n + 1)


def panel(board, key, kind):
    board.press_on_board(key)
    found = board.locator(f".overlay {kind}.panel:visible")
    found.wait_for()
    return found


def test_games_are_counted_once_on_the_readers_own_machine(table):
    board = table("la-belle-lucie", 5)
    assert stored(board) is None
    play_one(board)
    assert stored(board) == {"la-belle-lucie": [[5, 0]]}
    for key in "uru":
        board.press(key)
    board.wait_moved(0)
    play_one(board)
    board.press("b", 0)
    play_one(board)
    assert stored(board) == {"la-belle-lucie": [[5, 0]]}, (
        "neither undo, redo nor a new start counts"
    )
    board.press("n")
    board.push("Next deal", "Deal 6")
    board.press("Escape")  # the panel would stand between the table and the mouse
    play_one(board)
    assert stored(board) == {"la-belle-lucie": [[5, 0], [6, 0]]}
    assert "Left in the middle\n2" in panel(board, "g", "div").inner_text()


def test_the_table_of_a_days_deal_says_so(table):
    board = table("fortress", 1)
    board.press_on_board("n")
    board.push("Deal of the day")
    board.wait_for_function(
        "document.querySelector('.title').textContent.includes(', deal of the day')"
    )
    board.push("Deal of the day")  # it lies there already, and is the day's still
    board.push("Next deal")
    board.wait_for_function(
        "!document.querySelector('.title').textContent.includes('deal of the day')"
    )
    (dealt,) = board.stored("cadogan-days").values()
    assert dealt == {"fortress": board.session.deal - 1}


def test_what_is_left_flies_home_at_one_button_and_sound_is_offered_once(table):
    """The first position from which all goes home by itself: before the last four cards."""
    board = table(WON.game, WON.deal)
    left = [finish(position) for position in WON.positions()]
    start = next(i for i, n in enumerate(left) if 4 <= n < 9)
    board.after(*WON.moves[:start])
    board.wait_moved(start)
    first = board.session.position.find(WON.moves[start])
    board.click(first.source)
    board.click(first.target)
    board.push(f"Send the last {left[start + 1]} home")
    board.wait_for_selector(".ending:visible", state="visible")
    assert board.session.position.is_won
    board.push("Sound on")
    board.wait_for_function("document.querySelector('.cadogan').classList.contains('sounds')")
    assert board.stored("cadogan-options")[""] == {"sound-offered": True, "sounds": True}
    n = len(board.session.moves)
    board.press_on_board("u")
    board.wait_moved(n - 1)
    board.press("r", n)
    board.wait_for_selector(".ending:visible", state="visible")
    assert board.text(".notice") == "", "it is offered once"


def test_one_touch_plays_a_card_with_one_place_for_those_who_want_it_and_is_marked(table):
    board = table("fortress", 1933)
    position = board.session.position
    froms = [move.source for move in position.moves() if move.source]
    move = next(m for m in position.moves() if m.source and froms.count(m.source) == 1)
    board.click(move.source)
    board.wait_for_selector(".ring.chosen", state="attached")
    board.press("Escape")
    board.push("More")
    board.get_by_label("One touch plays a card that has one place to go").check()
    board.press("Escape")
    board.click(move.source)
    board.wait_moved(1)
    assert board.session.moves[0].text == move.text
    assert board.count(".ring.last") == 1
    board.press("u")
    board.wait_moved(0)
    assert board.count(".ring.last") == 0


def test_what_a_file_has_played_is_not_ones_own_win(table):
    board = table(WON.game, 1)
    unfinished = cadogan.Record(WON.game, WON.deal, WON.moves[:-1])
    board.evaluate("record => window.model.send({ kind: 'load', record })", unfinished.to_json())
    board.wait_says("Loaded")
    end(board)
    assert "Won in" not in board.text(".ending") and not stored(board)
    assert board.stored("cadogan-times") is None


def test_a_win_after_a_loss_is_told_as_that(table):
    board = table(WON.game, WON.deal)
    slug = WON.game.slug
    board.store(json.dumps({slug: [[90001, 50], [WON.deal, 0, 1]]}), "cadogan-games")
    board.after(*WON.moves[:-1])
    board.wait_moved(len(WON.moves) - 1)
    end(board)
    told = board.text(".ending")
    assert "after one loss." in told and "in a row" not in told
    assert stored(board)[slug][-1] == [WON.deal, len(WON.moves), 1]


def test_start_again_starts_the_clock(table):
    board = table("fortress", 1933)
    play_one(board)
    kept = board.stored()
    kept["fortress"][0]["spent"] = 600_000
    board.store_kept(kept)
    board.reload()
    board.wait_moved(1)
    board.press_on_board("b")
    board.wait_moved(0)
    play_one(board)
    assert board.stored()["fortress"][0]["spent"] < 300_000
    board.press("u", 0)
    board.press("u", 1)
    board.press("u", 0)
    board.press("r", 1)
    assert board.stored()["fortress"][0]["spent"] >= 600_000, "what was left has its own time"


def test_a_win_counts_once_with_its_moves_and_streak(table, tmp_path):
    board = table(WON.game, WON.deal)
    board.evaluate(
        "localStorage.setItem('cadogan-games', JSON.stringify({ 'la-belle-lucie': [[90001, 50], [90002, 0], [90003, 70]] }))"
    )
    board.after(*WON.moves[:-1])
    board.wait_moved(len(WON.moves) - 1)
    for _ in range(2):
        end(board)
        assert "2 wins in a row" in board.text(".ending")
        assert board.count(".rain .playing-card") == 0, "who wants no motion has no cascade"
        assert board.evaluate("document.getAnimations().length") == 0
        board.press("u", len(WON.moves) - 1)
    assert stored(board)["la-belle-lucie"] == [
        [90001, 50],
        [90002, 0],
        [90003, 70],
        [WON.deal, len(WON.moves)],
    ]
    games = panel(board, "g", "div")
    told, fewest = games.inner_text(), min(50, len(WON.moves))
    assert "Begun\n4\n" in told and f"Fewest moves of a win\n{fewest}\n" in told
    assert "Wins in a row, now\n2\n" in told and "Wins in a row, at most\n2\n" in told
    exported = board.saved(lambda: push(games, "Export all games"), tmp_path)
    exported = json.loads(exported.read_text())
    assert (
        exported["games"]["la-belle-lucie"]["won"] == 3
        and len(exported["games"]["la-belle-lucie"]["deals"]) == 4
    )
    push(games, "Reset")
    push(games, "Keep them")
    assert len(stored(board)["la-belle-lucie"]) == 4, "nothing is forgotten without a second word"
    push(games, "Reset")
    push(games, "Forget them")
    assert "la-belle-lucie" not in stored(board) and board.evaluate(
        "document.activeElement !== document.body"
    )


def test_what_the_board_shows_is_nobodys_game(table):
    board = table("la-belle-lucie", 5)
    board.press("Tab n")
    board.choose("Who plays", "greedy")
    board.choose("How fast", "at once")
    board.push("Show me")
    last = cadogan.odds.playout(cadogan.games["la-belle-lucie"], 5)
    board.wait_moved(len(last.moves))
    assert board.session.position == last.last and stored(board) is None
    assert not board.sees(".controls.playing-on") and board.focus_on()
    board.press("u", len(last.moves) - 1)
    play_one(board)
    assert stored(board) is None, "neither what is played after it"


def test_the_way_to_win_can_be_watched_a_move_at_a_time(table):
    """And the deal is nobody's then."""
    board = table("fortress", 1933)
    board.push("Can it be won?", "can still be won")
    board.push("Show me the win", 1)
    board.push("One move")
    board.wait_for_timeout(1500)
    rested = len(board.session.moves)
    assert rested >= 2
    board.push("One move", rested + 1)
    assert re.search(r"[0-9]+ moves more to the win. Paused: “One move”", board.says())
    line = board.session.outlook.known_win(board.session.position).line
    board.push("Stop")
    assert line and not board.sees(".controls.playing-on") and stored(board) is None


def test_what_is_left_is_sent_home_card_by_card(table):
    """By one button; Escape stops it, and the win is the player's own."""
    moves = WON.moves
    first = next(i for i, p in enumerate(WON.positions()) if finish(p) >= 4)
    left = finish(WON.positions()[first])
    board = table("la-belle-lucie", WON.deal)
    for move in moves[: first - 1]:
        board.evaluate("text => window.model.send({ kind: 'move', text })", move)
    board.wait_moved(first - 1)
    board.make(WON.positions()[first - 1].find(moves[first - 1]), "mouse")
    board.button(f"Send the last {left} home").wait_for()
    board.press("u", first - 1)
    board.press("r", first)  # it is offered again
    board.push(f"Send the last {left} home")
    board.wait_for_selector(".cadogan.won")
    assert board.session.position.is_won and stored(board)["la-belle-lucie"] == [
        [WON.deal, len(board.session.moves)]
    ]


def test_showing_pauses_goes_on_and_stops(table):
    board = table("fish-bone", 3)
    board.evaluate("""() => {
        const { referee } = window;
        window.referee = async text => { const told = await referee(text); await new Promise(done => setTimeout(done, 300)); return told; };
    }""")
    board.press("Tab n")
    board.choose("Who plays", "random")
    board.choose("How fast", "fast")
    board.push("Show me", 1)
    board.wait_for_timeout(150)
    board.push("Pause")  # another is on its way
    board.wait_for_timeout(900)
    rested = len(board.session.moves)
    board.wait_for_timeout(500)
    assert "Paused: " in board.says() and len(board.session.moves) == rested, "it rests"
    board.push("Go on", rested + 2)
    board.press("Escape")
    board.wait_for_timeout(400)
    stopped = len(board.session.moves)
    board.wait_for_timeout(500)
    assert (
        len(board.session.moves) == stopped
        and not board.sees(".controls.playing-on")
        and board.focus_on()
    )
    board.place("hand").focus()
    board.press("s", stopped + 1)
    board.click("hand")
    board.wait_for_timeout(400)
    assert not board.sees(".controls.playing-on"), "a touch on the table stops it too"


def test_the_odds_stand_beside_the_board(table):
    board = table("la-belle-lucie", 5)
    board.wait_for_selector(".odds:visible")
    row = max(table_of_odds.row(cadogan.games["la-belle-lucie"]), key=lambda one: one.rate)
    assert f"The careful player won {row.wins:,} of {row.n:,} deals" in board.text(".odds")
    changed = table(cadogan.games["la-belle-lucie"].vary(without=["again"]), 5)
    changed.wait_for_selector(".odds:visible")
    assert "no row for this game" in changed.text(".odds")
    assert "rules changed" in changed.text(".title")


def test_a_refusal_is_shown_as_text_and_a_rule_points_at_its_cards(table):
    board = table("la-belle-lucie", 3)
    board.evaluate(REFUSED)
    hostile = {"sentence": "<img src=x onerror=alert(1)>", "rule": "<b>Rule II</b>, PLAY 4.1"}
    answer = board.session.handle
    board.session.handle = lambda message: [{"kind": "refused"} | hostile]
    board.press("Tab u", hostile["rule"])
    assert hostile["sentence"] in board.says() and board.count(".says :is(img, b)") == 0
    assert board.evaluate("window.refused") == [hostile["rule"]]
    board.session.handle = answer
    point = "rule => document.dispatchEvent(new CustomEvent('cadogan:rule', { detail: { rule } }))"
    board.evaluate(point, "Rule II")
    reply = board.session.handle({"kind": "concerns", "rule": "Rule II"})[0]
    assert reply["now"]
    board.wait_for_function(
        "n => document.querySelectorAll('.ring.now').length === n", arg=len(reply["now"])
    )
    board.evaluate(point, None)
    assert board.count(".ring.now, .ring.concern") == 0
    board.evaluate(point, "<script>")
    board.wait_says("a rule is such as")
    board.evaluate("document.dispatchEvent(new CustomEvent('cadogan:rule'))")
    assert board.session.moves == ()


def test_is_there_a_move_at_all(table):
    board = table("canfield-or-klondike", 3)
    board.press("Tab e")
    n = len(board.session.position.moves())
    assert f"Yes, {n} move" in board.wait_says("Yes") and ": turn the next card" in board.says()
    lost = table("fortress", 3)
    lost.press("Tab s")
    lost.wait_for_selector(".ending:visible")
    ending = lost.text(".ending")
    assert "No move is left" in ending and "No move is left" not in lost.says(), "it is said once"
    lost.press("e")
    assert (
        "No. No move is left" in lost.wait_says("No. ")
        and "52 of 52 cards are not home (52 in the lanes)" in lost.says()
    )


def test_more_stands_in_four_parts_and_a_number_that_is_no_deal_is_told(table):
    """The theme's style sheet widens whatever stands in a `.row`; nothing of it changes these."""
    board = table("fortress", 1914)
    board.add_style_tag(
        content=".row > * { width: 100%; max-width: 100%; } .table { width: 100%; } .card { display: none; }"
    )
    board.press("Tab n")
    parts = board.locator(".more .part")
    assert parts.evaluate_all("all => all.map(one => one.ariaLabel)") == [
        "Deals",
        "Play",
        "Share",
        "Look",
    ]
    assert all(box["width"] < 220 for box in board.boxes(".more button:visible"))
    field = board.get_by_label("Deal", exact=True)
    for deal, number in enumerate(["-1", "1.5", "", "1e40", "99999999999999999999"], 7):
        before = board.session.deal
        field.fill(number)
        board.push("Deal it")
        assert "whole number from 0 to 9007199254740991" in board.wait_says("A deal is")
        assert field.get_attribute("aria-invalid") == "true" and board.session.deal == before
        field.fill(str(deal))
        field.press("Enter")
        board.wait_says(f"Deal {deal}.")
        assert board.session.deal == deal


def answer(body, route):
    route.fulfill(body=body, content_type="application/json")


def test_options_are_kept_for_each_game(table):
    board = table("canfield-or-klondike", 3)
    assert not board.evaluate(
        "document.querySelector('.cadogan').matches('.four-colour, .large-index, .still')"
    )
    board.press("Tab n")
    board.get_by_label("Four colours").check()
    assert board.sees(".beware"), "Klondike goes by red and black"
    board.get_by_label("No animation").check()
    board.choose("Cloth", "claret")
    board.choose("Backs", "red")
    look = """() => {
        const board = document.querySelector(".cadogan"), cloth = document.querySelector(".cloth");
        return [getComputedStyle(cloth).backgroundColor, board.dataset.back, getComputedStyle(board).getPropertyValue("--card-paper")];
    }"""
    assert board.evaluate(look) == ["rgb(107, 39, 55)", "red", ""]
    board.choose("Cards", "1914", exact=True)
    chosen = board.evaluate(look)
    assert chosen == ["rgb(107, 39, 55)", "red", "#f4ead3"]
    board.reload()
    board.wait_for_selector(".cadogan .controls:not([hidden])")
    assert board.evaluate(look) == chosen, "it is remembered"
    context = board.context
    for slug, four, warned in (("canfield-or-klondike", True, True), ("fortress", False, False)):
        state = cadogan.board.session.Session(slug, 3).snapshot()
        page = context.new_page()
        traits = json.dumps({"cards_svg": "", "first": state, "replay": None})
        page.route("**/traits.json", functools.partial(answer, traits))
        page.goto(board.url)
        page.wait_for_selector(".cadogan")
        found = page.evaluate("[...document.querySelector('.cadogan').classList]")
        assert ("four-colour" in found) is four and "still" in found, (
            "animation is for all games, colours for each"
        )
        assert (page.locator(".beware").get_attribute("hidden") is None) is warned
        page.close()


def test_the_game_is_copied_as_text_where_there_is_no_page(table):
    board = table("fortress", 1914, permissions=["clipboard-read", "clipboard-write"])
    play_one(board)
    board.press("n")
    board.push("Copy link", "The record of the game has been copied.")
    assert (
        cadogan.Record.from_json(board.evaluate("navigator.clipboard.readText()"))
        == board.session.record
    )


def test_larger_cards_are_scrolled_by_a_finger_and_played_by_taps(table):
    board = table("zodiac", 5, width=320, height=640, has_touch=True, is_mobile=True)
    board.button("Larger", exact=True).tap()
    x, y = board.centre("e3")
    board.finger("touchStart", [(x, y)])
    for step in (5, 20, 40, 60, 80):
        board.finger("touchMove", [(x - step, y)])
    board.finger("touchEnd", [])
    board.wait_for_function("document.querySelector('.cloth').scrollLeft > 20")
    assert board.session.moves == () and board.count(".lift *") == 0
    move = board.between()
    for name in (move.source, move.target):
        board.place(name).scroll_into_view_if_needed()
        board.touchscreen.tap(*board.centre(name))
    board.wait_moved(1)


def test_small_cards_take_the_large_index_and_can_be_made_larger(table):
    board = table("zodiac", 3, width=320, height=640)
    width = "document.querySelector('.place use').getBoundingClientRect().width"
    assert board.evaluate(width) < 28 and board.count(".cadogan.small-cards") == 1
    board.push("Larger", exact=True)
    assert board.evaluate(width) >= 44 and board.fits()
    board.place("z5").focus()
    box = board.box(".cloth")
    x, _ = board.centre("z5")
    assert box["x"] <= x <= box["x"] + box["width"], (
        "the place with the focus is scrolled into sight"
    )
    board.press("z")
    assert board.evaluate(width) < 28
    roomy = table("fortress", 3)
    assert (
        roomy.button("Larger", exact=True).count() == 0 and roomy.count(".cadogan.small-cards") == 0
    )


# What became of the points that were broken
# ------------------------------------------------------------


def test_the_bar_has_its_order_and_a_redeal_is_counted(table):
    board = table("la-belle-lucie", 7)
    bar = "[...document.querySelectorAll('.controls:not([hidden]) button:not([hidden])')].map(one => one.ariaLabel ?? one.textContent)"
    assert board.evaluate(bar) == [
        "Undo",
        "Redo",
        "Hint",
        "Can it be won?",
        "Re-deal (2 left)",
        "New deal",
        "How to play",
        "More",
    ]
    assert board.button("Full window").is_visible()
    board.push("Re-deal (2 left)", "You gathered the cards and dealt again; 1 re-deal left.")
    board.press("a", 2)
    board.press("a", "No re-deal is left")


def test_a_kernel_that_answers_late_still_tells_of_the_game_left_in_the_middle(table):
    """The finished game that stood there meanwhile has gone, and its button to resume with it."""
    board = table("nestor", 1)
    board.evaluate(
        "text => window.model.send({ kind: 'move', text })", board.session.position.moves()[0].text
    )
    board.wait_moved(1)
    board.add_init_script(
        "const quick = window.referee, late = new Promise(go => { window.answer = go; });"
        "window.referee = text => late.then(() => quick(text));"
    )
    board.session.load(cadogan.Record(board.session.game, 2))
    board.reload()
    board.button("Watch a finished game").wait_for()
    board.evaluate("answer()")
    offered = board.locator(".notice").get_by_role("button", name="Resume deal 1, move 1")
    offered.wait_for()
    assert "A game was left in the middle." in board.text(".notice")


@pytest.mark.parametrize("slug", ["shah", "fifteen", "mount-olympus"])
def test_table_and_buttons_stand_in_the_window_together(table, slug):
    board = table(slug, 3, width=1366, height=768)
    if slug == "shah":
        board.locator(".head").scroll_into_view_if_needed()
        top, bar = board.box(".head"), board.box(".controls:not([hidden])")
        assert bar["y"] + bar["height"] - top["y"] <= 768 - 64, "beside the theme's own bar"
    for width, height in ((320, 640), (390, 844), (1366, 768), (2560, 1440)):
        board.resize(width, height)
        board.push("Full window")
        root, cloth = (
            board.box(".cadogan"),
            board.box(".cloth"),
        )
        assert (root["x"], root["y"], root["width"], root["height"]) == (0, 0, width, height)
        for box in board.boxes(".controls button:visible"):
            below = box["top"] >= cloth["y"] + cloth["height"]
            beside = box["x"] >= cloth["x"] + cloth["width"]
            assert box["bottom"] <= height and (below or beside), box
        assert cloth["height"] >= 0.45 * height
        board.press("v")
        assert board.count(".cadogan.full") == 0
        board.press("v Escape")
        assert board.count(".cadogan.full") == 0


def test_autoplay_sends_cards_home_and_undo_takes_all_of_it_back(table):
    board = table("la-belle-lucie", 1)
    board.press("Tab n")
    board.get_by_label("Autoplay").check()
    board.press("Escape")
    board.click("t14")
    board.click("f1")
    board.wait_for_function("document.querySelector('.says').textContent.includes('home')")
    assert len(board.session.moves) > 1 and not [
        m for m in board.session.position.moves() if m.target.startswith("f")
    ]
    board.push("Undo", 0)


def test_who_has_not_won_yet_is_dealt_what_can_be_won(table):
    board = table("nestor", 1)
    asked = """() => { const { send } = window.model; window.asked = [];
        window.model.send = message => { window.asked.push(message); return send(message); }; }"""
    board.evaluate(asked)
    board.push("New deal")
    assert "It can be won (easy)." in board.wait_says("It can be won")
    assert board.evaluate("window.asked.find(one => one.kind === 'new').grade") == "easy"
    board.store('{"nestor": [[1, 20]]}', "cadogan-games")
    board.push("New deal")
    board.wait_for_function("window.asked.filter(one => one.kind === 'new').length === 2")
    assert board.evaluate("window.asked.findLast(one => one.kind === 'new').grade") == ""


#: A button of the text asks for a deal. Gives whether a board has taken it.
ASK = """([game, deal]) => { const detail = { game, deal, taken: false };
    document.dispatchEvent(new CustomEvent("cadogan-deal", { detail })); return detail.taken; }"""


def test_a_button_in_the_text_has_its_deal_dealt(table):
    """Where Python is not started yet it is started for it; where it cannot be, that is said."""
    board = table("fortress", 3)
    assert board.evaluate(ASK, ["terrace", 1913]) is False, "another game's deal"
    assert board.evaluate(ASK, ["fortress", 1.5]) is False, "no number of a deal"
    assert board.evaluate(ASK, ["fortress", 1914]) is True
    board.wait_says("Deal 1914.")
    assert board.session.deal == 1914 and board.focus_on()


def test_what_is_said_is_in_sight_and_over_no_button_and_nothing_moves(table):
    """The table stands low in the page and reaches below the window: what is said stands at the
    window's foot, and lets clicks through. On a telephone it lies over no button, wherever the
    window's foot cuts the board, and what closes a panel lies over nothing.
    """
    board = table("fortress", 1933, width=1366, height=768)
    seen = "node => { const box = node.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"
    board.evaluate("document.querySelector('main').style.cssText = 'padding: 320px 0 900px'")
    board.click("l1")
    board.wait_says("lane 1")
    assert board.locator(".says").evaluate(seen) and board.evaluate("scrollY") == 0
    assert not board.locator(".cloth").evaluate(seen)
    says = board.box(".says")
    below = "([x, y]) => document.elementFromPoint(x, y).closest('.says') === null"
    assert board.evaluate(below, [says["x"] + says["width"] / 2, says["y"] + says["height"] / 2])

    board.resize(390, 844)
    over = """() => { const box = node => node.getBoundingClientRect(), says = box(document.querySelector(".says"));
      return [...document.querySelectorAll(".controls button")].map(box).filter(one => one.height && one.top < says.bottom
        && one.bottom > says.top).length; }"""
    for cut in range(0, 400, 20):  # the board slides down past the foot
        board.evaluate(
            "cut => { document.querySelector('main').style.paddingTop = `${cut}px`; }", cut
        )
        assert board.evaluate(over) == 0, cut

    board.resize(360, 740)
    under = """() => { const panel = document.querySelector(".overlay > .panel:not([hidden])").getBoundingClientRect();
      return document.querySelector(".overlay > .close").getBoundingClientRect().bottom - panel.top; }"""
    for key in "n?mgx":
        board.press_on_board(key)
        board.wait_for_selector(".overlay > .panel:visible")
        assert board.evaluate(under) <= 0, key
        board.press("Escape")


def test_a_gesture_that_the_system_ends_leaves_nothing_chosen(table):
    board = table("la-belle-lucie", 5, has_touch=True)
    move = board.between()
    x, y = board.centre(move.source)
    board.finger("touchStart", [(x, y)])
    for step in (10, 20, 40):
        board.finger("touchMove", [(x + step, y)])
    board.wait_for_function("document.querySelectorAll('.ring.chosen').length === 1")
    board.finger("touchCancel", [])
    board.wait_for_function("document.querySelectorAll('.ring.chosen').length === 0")
    assert board.session.moves == ()


def test_the_focus_comes_back_to_the_button_that_opened_a_panel_and_escape_closes_from_anywhere(
    table,
):
    board = table("la-belle-lucie", 5)
    more = board.button("More", exact=True)
    more.focus()
    board.press("Enter")
    board.wait_for_function("!document.querySelector('.overlay').hidden")
    board.press("Escape")
    board.wait_for_function("document.activeElement.textContent === 'More'")
    board.press("Enter")
    board.wait_for_function("!document.querySelector('.overlay').hidden")
    board.evaluate("document.activeElement.blur()")
    board.press("Escape")
    board.wait_for_function("document.querySelector('.overlay').hidden")


#: Of each value at the right edge of a card: how far its middle stands across the card, from 0 to 1, and its ink.
AT_RIGHT = """() => [...document.querySelectorAll("use.at-right")].map(one => {
    const card = one.parentNode.querySelector("use").getBoundingClientRect(), value = one.getBoundingClientRect();
    return [(value.x + value.width / 2 - card.x) / card.width, getComputedStyle(one).fill];
})"""


def test_values_of_a_fan_to_the_left_stand_where_its_cards_are_seen(table):
    board = table("fortress", 1933)
    found = board.evaluate(AT_RIGHT)
    assert len(found) == 21  # of the 26 cards in the lanes of the left, all but the uppermost five
    assert all(0.7 < across < 1 for across, _ in found), found
    assert len({ink for _, ink in found}) == 2, "red and black"
