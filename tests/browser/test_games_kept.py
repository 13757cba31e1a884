"""No game is lost: a board opens where it was left, a new deal is taken back, two tabs of one game
know of each other.
"""

import json
import re

import pytest

import cadogan

from .conftest import IN_PAGE, Watched, in_page, push

pytestmark = pytest.mark.browser


def kept(board, slug):
    return board.stored()[slug]


def some_moves(slug, deal, n):
    """The first moves of a line of play, all of cards from place to place."""
    position, texts = cadogan.games[slug].deal(deal), []
    while len(texts) < n:
        move = next(move for move in position.moves() if move.source and move.target)
        texts.append(move.text)
        position = position.play(move)
    return texts


def play(board, slug, deal, texts, after=0):
    """Play moves by clicks, after so many that are played."""
    record = cadogan.Record(cadogan.games[slug], deal, some_moves(slug, deal, after))
    position = record.last
    for n, text in enumerate(texts, after + 1):
        move = position.find(text)
        board.make(move, "mouse")
        if n == after + 1:
            board.wait_live()
        board.wait_moved(n)
        position = position.play(move)


def begin_otherwise(board, texts):
    """Make another first move than that of these."""
    for move in cadogan.games["fortress"].deal(1933).moves():
        if move.source and move.target and move.text != texts[0]:
            board.make(move, "mouse")
            return board.wait_moved(1)


@in_page
@pytest.mark.slow
def test_a_page_opens_where_it_was_left_and_goes_on_at_a_click(table):
    """Left with a move taken back, too, which is played again."""
    texts = some_moves("fortress", 1933, 4)
    board = table("fortress", 1933, **IN_PAGE)
    play(board, "fortress", 1933, texts[:3])
    there = cadogan.Record(cadogan.games["fortress"], 1933, texts[:3]).last
    board.reload()
    board.wait_for_selector(".controls.replay")
    board.wait_moved(3)
    assert "You left this game at move 3" in board.says()
    for name, pile in there.cards.items():
        if name == "hand":
            continue  # the whole pack is laid out
        top = board.place(name).get_attribute("aria-label")
        assert (pile[-1].name in top) if pile else top.endswith("empty"), "before Python is there"
    names = board.texts(".controls.replay button:visible")
    assert names[:3] == ["Resume deal 1933, move 3", "Start again", "New deal"]
    move = there.find(texts[3])
    board.click(move.source)
    board.wait_live()  # by a click alone
    board.wait_says("It can go to")
    board.click(move.target)
    board.wait_moved(4)
    assert [len(one["record"]["moves"]) for one in kept(board, "fortress")] == [4]
    board.press("u", 3)
    board.reload()
    board.wait_for_selector(".controls.replay")
    board.wait_moved(3)
    board.push("Resume deal 1933, move 3")
    board.wait_live()
    board.wait_moved(3)
    board.press("r", 4)

    # A longer game is not replaced, and to start again is taken back.
    board.reload()
    board.button("Start again").first.click()
    board.wait_live()
    board.wait_moved(0)
    begin_otherwise(board, texts)
    assert sorted(len(one["record"]["moves"]) for one in kept(board, "fortress")) == [1, 4], (
        "both are kept"
    )
    board.press("g")
    board.push("Deal 1933, left at move 4", 4)
    board.press("b", 0)
    board.press("u", 4)


def test_a_kernels_board_opens_where_it_was_left_and_offers_another_deal(table):
    """A board made anew by its cell: the same deal is opened where it was left, with Start again
    beside it.
    """
    board = table("nestor", 4)
    move = board.session.position.moves()[0]
    board.evaluate("text => window.model.send({ kind: 'move', text })", move.text)
    board.wait_moved(1)
    board.session.__init__("nestor", 4)
    board.reload()
    board.wait_moved(1)
    assert board.session.moves == (move,)
    push(board.locator(".notice"), "Start again")
    board.wait_moved(0)
    assert not board.sees(".notice")
    board.session.__init__("nestor", 5)
    board.reload()
    resume = "Resume deal 4, move 1"
    board.locator(".notice").get_by_role("button", name=resume).wait_for()
    board.press_on_board("n")
    push(board.locator(".more"), resume)
    board.wait_moved(1)
    assert (board.session.deal, board.session.moves) == (4, (move,))


@in_page
@pytest.mark.slow
def test_two_tabs_of_one_game_know_of_each_other(table):
    texts = some_moves("fortress", 1933, 3)
    board = table("fortress", 1933, **IN_PAGE)
    other = Watched(board.context.new_page())
    other.goto(board.url)
    other.wait_for_selector(".controls.replay")
    play(board, "fortress", 1933, texts[:2])
    other.wait_moved(2)  # a board that nobody has touched shows how far the game is
    play(other, "fortress", 1933, texts[2:], after=2)
    board.wait_moved(3)
    assert "another tab" in board.text(".notice")
    for moves in (2, 1):
        board.press("u", moves)
        other.wait_moved(moves)
    other.wait_for_timeout(1000)
    counts = {one.text(".counts")[:6] for one in (board, other)}
    assert counts == {"1 move"}, "what was taken back does not come back"
    for moves in (2, 3):
        board.press("r", moves)
        other.wait_moved(moves)
    board.press("b", 0)
    begin_otherwise(board, texts)
    notice = other.locator(".notice")
    notice.get_by_role("button", name="Show that one").wait_for()
    assert "in another way" in notice.inner_text() and other.text(".counts").startswith("3 moves")
    assert sorted(len(one["record"]["moves"]) for one in kept(board, "fortress")) == [1, 3]
    push(notice, "Show that one")
    other.wait_moved(1)
    other.judge()


# ---- clicks and drags ----------------------------------------------------------------------------------


@in_page
@pytest.mark.slow
@pytest.mark.parametrize("size", [(1366, 500), (390, 500)])
def test_quick_clicks_before_the_board_is_live_play_where_they_were_made(table, size):
    """Two on the ace of hearts, then at once two on what lay under it or on another ace: nothing
    scrolls, nothing is lost.
    """
    game = cadogan.games["la-belle-lucie"]
    number = next(
        n
        for n in range(1, 99)
        if len({m.source for m in game.deal(n).moves() if m.target.startswith("f")}) >= 2
    )
    homes = [m for m in game.deal(number).moves() if m.target.startswith("f")]
    first, second = homes[0].source, next(m.source for m in homes if m.source != homes[0].source)
    board = table("la-belle-lucie", number, width=size[0], height=size[1], **IN_PAGE)
    board.evaluate("document.querySelector('main').style.cssText = 'padding: 60px 0 900px'")
    board.place(first).scroll_into_view_if_needed()
    at, then = board.centre(first), board.centre(second)
    before = board.evaluate("scrollY")
    for spot in (at, at, then, then):
        board.mouse.click(*spot)
        board.wait_for_timeout(80)
        assert board.evaluate("scrollY") == before, "the page has scrolled under the hand"
    board.wait_moved(2)
    board.wait_for_timeout(300)
    assert board.evaluate("scrollY") == before
    played = cadogan.Record(game, number, kept(board, "la-belle-lucie")[0]["record"]["moves"])
    assert [played.positions()[i].find(text).source for i, text in enumerate(played.moves)] == [
        first,
        second,
    ]


def test_a_covered_card_is_not_carried(table):
    board = table("fortress", 1933)
    pile = board.session.position.cards["l3"]
    card = board.place("l3").locator(".playing-card[data-i='1'] use:not(.at-right)")
    # A left lane shows the right edge of a covered card. The mouse waits until the card stands still.
    edge = 0.95 * card.bounding_box()["width"]
    card.hover(position={"x": edge, "y": 6})
    board.mouse.down()
    box = card.bounding_box()
    board.mouse.move(box["x"] + edge + 60, box["y"] + 66, steps=4)
    assert board.count(".lift .playing-card") == 0
    under = {2: "one other", 3: "two others", 4: "three others", 5: "four others"}[len(pile) - 1]
    board.wait_says(f"lies under {under}")
    board.mouse.up()
    assert board.session.moves == () and board.count(".ring.chosen") == 0


# ---- hints ---------------------------------------------------------------------------------------------


def test_hints_that_are_obeyed_lead_to_the_win(table):
    """`tests/test_board_session.py` obeys them to the end."""
    board = table("fortress", 1933)
    board.tab_to("[data-place]")
    told = None
    for n in range(1, 6):
        board.press("h")
        found = re.search(r"this wins, in (\d+) moves", board.wait_says("this wins, in "))
        assert told is None or int(found[1]) == told - 1
        told = int(found[1])
        assert board.count(".ring.hinted") == 2, board.says()
        move = next(m for m in board.session.position.moves() if m.says in board.says())
        board.after(move)
        board.wait_moved(n)


def test_a_search_for_a_hint_shows_how_far_it_is_and_is_stopped(table, monkeypatch):
    # A little at each message, and room for many: a quick solver or a slow browser does not end it
    # before it is stopped.
    monkeypatch.setattr("cadogan.board.outlook.AT_ONCE", 0.001)
    monkeypatch.setattr("cadogan.board.outlook.MEMORY", 128)
    board = table("flower-garden", 12)
    hint = board.button("Hint")
    hint.click()
    board.wait_says("The solver searches for a way to win; Escape stops it.")
    notice = board.locator(".notice")
    board.wait_for_function(
        "/^[0-9,]+ positions searched/.test(document.querySelector('.notice').textContent)"
    )
    board.place("g1").focus() if board.place("g1").count() else board.tab_to("[data-place]")
    board.press("Escape", "Not known: ")
    assert "The patient player would " in board.says() and notice.is_hidden()
    hint.click()
    board.wait_says("The solver searches")
    push(notice, "Stop the search")
    board.wait_says("Not known: ")
    hint.click()
    board.wait_says("The solver searches")
    move = board.session.position.moves()[0]
    board.evaluate("text => window.model.send({ kind: 'move', text })", move.text)
    board.wait_moved(1)
    assert notice.is_hidden(), "who plays on ends the search"


def test_a_game_that_went_on_on_another_machine_is_followed_when_it_is_taken_in(table):
    texts = some_moves("fortress", 1933, 4)
    board = table("fortress", 1933)
    play(board, "fortress", 1933, texts[:2])
    record = json.loads(cadogan.Record(cadogan.games["fortress"], 1933, texts).to_json())
    one = {"deal": 1933, "moved": 4, "spent": 5, "record": record}
    text = json.dumps({"format": 2, "games": {}, "kept": {"fortress": [one]}})
    board.press_on_board("g")
    file = {"name": "games.json", "mimeType": "application/json", "buffer": text.encode()}
    board.locator("input[aria-label='Import games']").set_input_files(file)
    board.wait_moved(4)
    board.wait_for_function(
        "document.querySelector('.notice').textContent.includes('on another machine, too')"
    )
