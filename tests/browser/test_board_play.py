"""What a player expects while a game goes on: counts, undo to the start, a pen, double clicks, what
is hidden stays hidden.
"""

import pytest

import cadogan
from cadogan.board.shown import counts

from .conftest import MOVING, barred

pytestmark = pytest.mark.browser


def counted(position, n):
    """The line beside the title, as it has to be after n moves."""
    return " · ".join(
        [
            f"{n} move{'s' * (n != 1)}",
            *(f"{name} {value}".replace(" -", " −") for name, value in counts(position).items()),
        ]
    )


@pytest.mark.parametrize(
    ("slug", "deal", "count"),
    [
        ("canfield-or-klondike", 3, "counters"),
        ("la-belle-lucie", 67, "re-deals left"),
        ("fourteenth", 52, "licences left"),
        ("nestor", 47, "cards in hand"),
    ],
)
def test_the_counts_follow_the_game_and_undo_and_redo_have_no_limit(table, slug, deal, count):
    """Klondike back and forth through fifty moves; the others in short games."""
    record = cadogan.odds.playout(cadogan.games[slug], deal)
    board, positions, last = table(slug, deal), record.positions(), len(record.moves)
    assert len({position.counts[count] for position in positions}) > 1, (
        "a count that changes in this game"
    )
    board.after(*record.moves)
    board.tab_to("[data-place]")
    shown = """line => [".counts", "[aria-label=Undo][aria-disabled=true]", "[aria-label=Redo][aria-disabled=true]"]
        .map(one => document.querySelector(`.cadogan ${one}`)).every((node, i) => (i ? Boolean(node) : node.textContent) === line[i])"""
    for key, walk in (("u", range(last, -1, -1)), ("r", range(last + 1))):
        for n in walk:
            board.wait_for(shown, [counted(positions[n], n), n == 0, n == last])
            board.press(key)
    assert board.session.position == record.last


def test_a_card_is_carried_with_a_pen_and_its_targets_are_shown(table):
    board = table("fortress", 1914)
    board.evaluate(
        "document.addEventListener('pointerdown', event => { window.pointer = event.pointerType; }, true)"
    )
    move, hand = board.between(), board.context.new_cdp_session(board.page)
    a, b = board.centre(move.source), board.centre(move.target)

    def send(kind, at, pressed):
        point = {
            "x": at[0],
            "y": at[1],
            "button": "left",
            "buttons": int(pressed),
            "clickCount": 1,
            "pointerType": "pen",
        }
        hand.send("Input.dispatchMouseEvent", {"type": kind, **point})

    send("mousePressed", a, True)
    send("mouseMoved", ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), True)
    board.wait_for_selector(".lift .playing-card", state="attached")
    assert board.evaluate("window.pointer") == "pen"
    targets = {one.target for one in board.session.position.moves() if one.source == move.source}
    assert board.count(".ring.target") == len(targets)
    assert all(
        "can be played to" in board.place(name).get_attribute("aria-label") for name in targets
    )
    send("mouseMoved", b, True)
    send("mouseReleased", b, False)
    board.wait_moved(1)
    assert board.session.moves[0].text == move.text
    board.wait_for_function("!document.querySelector('.lift *')")


def test_a_double_click_sends_a_card_home(table):
    game = cadogan.games["la-belle-lucie"]
    number, move = next(
        (n, m)
        for n in range(1, 50)
        for m in game.deal(n).moves()
        if m.target.startswith("f") and m.kind == "play"
    )
    board = table("la-belle-lucie", number)
    board.mouse.dblclick(*board.centre(move.source))
    board.wait_moved(1)
    assert board.session.moves[0].text == move.text


@pytest.mark.parametrize(
    ("slug", "moves", "place", "unseen", "told"),
    [
        ("canfield-or-klondike", (), "hand", 24, "nothing to be seen, and 24 unseen"),
        ("canfield-or-klondike", (), "l7", 6, "and 6 unseen"),
        ("la-nivernaise", ("deal",), "l1", 7, "and 7 unseen"),
        ("la-belle-lucie", (), "t1", 0, "fan 1: "),
    ],
)
def test_a_packet_is_looked_through_as_far_as_the_rules_allow(
    table, slug, moves, place, unseen, told
):
    """Klondike: neither the pack in hand nor the cards face down in a lane; La Nivernaise: as deep
    as there are vacancies; a fan of La Belle Lucie: all of it.
    """
    board = table(slug, 3)
    board.after(*moves)
    board.wait_moved(len(moves))
    cards, seen = (
        one[place] for one in (board.session.position.cards, board.session.position.seen)
    )
    board.place(place).focus()
    board.press("l")
    said = board.wait_says(told)
    assert all(card.name in said for card in seen if card)
    said += board.text(".overlay div.panel:visible") + board.place(place).get_attribute(
        "aria-label"
    )
    hidden = [card for card, shown in zip(cards, seen) if shown is None]
    assert len(hidden) == unseen
    assert not [card for card in hidden if card.name in said or card.symbol in said]


def test_of_two_ways_one_is_chosen_and_the_list_is_gone(table):
    one = table("empress-of-india", 1914)
    one.click("a5")
    one.click("n2")
    one.wait_says("There is more than one way: choose one from the list.")
    ways = one.locator("ul.moves button").all_inner_texts()
    assert len(ways) == 2 and "together" in ways[0]
    one.press("Enter")
    one.wait_moved(1)
    assert not one.sees("ul.moves") and one.focus_on()
    one.press("m")
    one.locator("ul.moves button").nth(2).click()
    one.wait_moved(2)
    assert one.sees("ul.moves"), "a list that a person has opened stays"


def test_help_has_the_focus_and_gives_it_back(table):
    one = table("fortress", 2)
    one.push("More")
    one.push("Help")
    assert one.evaluate("document.activeElement.closest('dl') !== null")
    one.press("Escape")
    assert one.evaluate("document.activeElement.textContent") == "More"


def test_a_touched_table_does_not_move_under_the_finger(table):
    """The focus goes to the place that is touched; were it scrolled into sight, the card would be
    dropped elsewhere.
    """
    board = table("nestor", 4, width=390, height=300, has_touch=True, is_mobile=True)
    name = board.session.position.moves()[0].places[0]
    column = board.place(name).bounding_box()
    board.evaluate("y => scrollTo(0, y)", column["y"] + column["height"] / 2)
    before = board.evaluate("scrollY")
    assert before > column["y"], "the head of the column is out of sight"
    board.tap(name)
    assert board.focus_on() == name and board.place(name).get_attribute("aria-pressed") == "true"
    board.evaluate("() => new Promise(requestAnimationFrame)")
    assert board.evaluate("scrollY") == before


def switch(board, label):
    board.push("More")
    board.get_by_label(label).check()
    board.press("Escape")


def test_the_chance_is_drawn_and_stepped_through(table):
    board = table("anna", 1)
    line = "n => document.querySelector('.outlook polyline').getAttribute('points').split(' ').filter(Boolean).length === n"
    assert not board.sees(".outlook")
    switch(board, "Draw the chance of winning, move by move")
    board.wait_for(line, 1)
    assert "the careful player wins" in board.text(".outlook p")
    for n in range(1, 4):
        board.after(board.session.position.moves()[0])
        board.wait_for(line, n + 1)
    slider = board.get_by_label("Go to a move")
    assert slider.input_value() == "3" and slider.get_attribute("max") == "3"
    slider.focus()
    board.press("ArrowLeft", 2)
    assert "move 2 of 3" in slider.get_attribute("aria-valuetext") and slider.evaluate(
        "node => node === document.activeElement"
    )
    board.press("Home", 0)
    board.press("End", 3)
    board.wait_for(line, 4)


def test_whether_it_can_still_be_won_and_where_it_was_lost(table):
    board = table("fortress", 1933)
    switch(board, "Say whether it can still be won")
    board.wait_for_function(
        "document.querySelector('.counts').textContent.includes('can still be won')"
    )
    board.carry("l7", "l9")
    board.wait_for_function(
        "document.querySelector('.counts').textContent.includes('cannot be won')",
    )
    board.locator("[data-place=l1]").focus()
    board.press("c", "This cannot be won, whatever is played.")


def test_where_a_game_was_lost(table):
    record = cadogan.odds.playout(
        cadogan.games["nestor"], 1
    )  # the greedy player loses a deal that can be won
    board = table("nestor", 1)
    board.after(*record.moves[:-1])
    assert board.button("Where was it lost?").count() == 0
    board.after(record.moves[-1])
    board.evaluate("window.model.send({ kind: 'undo' })")
    board.evaluate("window.model.send({ kind: 'redo' })")
    board.push("Where was it lost?")
    found = cadogan.solver.turning_point(record)
    board.wait_says(f"Move {found.number}, “take up the ")
    board.push(f"Take back move {found.number} and what followed")
    board.wait_moved(found.number - 1)


def test_the_deal_can_be_watched_sentence_by_sentence(table):
    """Each sentence brings its cards; what comes later is not seen yet, and anything ends it."""
    board = table("herring-bone", 1914, live=False, **MOVING)
    deal = board.locator(".how-to-play section", has_text="The deal")
    button, undealt = deal.locator("button"), board.locator(".undealt")
    steps = [text for text in deal.locator("li").all_inner_texts() if " card" in text][1:]
    assert steps[:2] == [
        "Deal a card to each place of the herring-bone.",
        "Then a card to each of the side scenes.",
    ]
    button.click()
    for step, later in zip(steps, (12, 4, 0)):
        board.wait_says(step)
        assert deal.locator(".told").inner_text() == step
        assert undealt.count() >= later
        hidden = {node.get_attribute("data-place")[0] for node in undealt.all()}
        assert ("s" in hidden, "b" in hidden) == (later == 12, later > 0)
    board.wait_for_function("!document.querySelector('.told')")
    assert undealt.count() == 0
    button.click()
    assert undealt.count()
    board.press("Escape")
    assert undealt.count() == 0 and button.inner_text() == "Watch the deal"


def test_how_to_play_stands_at_the_board_and_shows_the_places(table):
    """Before anybody referees, too; a refusal leads to its sentence."""
    board = table("fortress", 1933, live=False)
    strip = board.locator(".how-to-play")
    assert strip.is_visible(), "it stands open at the first visit"
    parts = strip.locator(".part-name").all_inner_texts()
    assert parts == ["Aim", "The deal", "Moves", "Gaps", "Re-deal"]
    assert board.evaluate("performance.getEntriesByName('cadogan-wake').length") == 0, (
        "to read the rules takes no Python"
    )
    gaps = strip.locator("li", has_text="Vacancies in the lanes")
    gaps.hover()
    assert board.count(".ring.concern") == 10
    strip.locator(".part-name").first.hover()
    assert board.count(".ring.concern") == 0
    live = table("fortress", 1933)
    told = live.session.game.tell() + "Cards of the lanes may be played to the foundations."
    live.tab_to("[data-place]")
    live.press("i")  # it stands open below the window: the first press shows it
    assert all(text in told for text in live.texts(".how-to-play li")), (
        "from the same clauses, and what holds because no clause says otherwise"
    )
    assert live.evaluate("document.activeElement.closest('.how-to-play') !== null")
    live.press("Tab")
    assert live.count(".ring.concern") == 4, "the sentence of the foundations, by key"
    live.press("Escape")
    live.carry(*barred(live.session.position, "lanes"))
    live.wait_for_selector(".says.refused")
    assert live.count(".ring.hinted") == 2, "the lanes that were meant"
    live.locator(".says.refused button").click()
    assert live.evaluate("document.activeElement.textContent").startswith(
        "Cards of the lanes may be married"
    )


def test_cards_fly_above_the_others_and_the_table_keeps_its_place(table):
    """A move, one taken back, a drag that is refused; none with *No animation*. *More* lies over
    the page and opens no keyboard.
    """
    board = table("la-belle-lucie", 1, **MOVING)
    board.evaluate(
        """() => { window.flown = 0; new MutationObserver(all => { for (const one of all) window.flown += one.addedNodes.length; })
        .observe(document.querySelector('.cloth svg g.lift'), { childList: true }); }"""
    )
    more = board.button("More")
    more.scroll_into_view_if_needed()
    cloth = board.box(".cloth")
    move = board.between()
    board.click(move.source)
    board.click(move.target)
    board.wait_moved(1)
    board.wait_for_function("window.flown === 1 && !document.querySelector('.flying')")
    board.press("u", 0)
    board.wait_for_function("window.flown === 2")
    more.click()
    over = board.locator(".overlay")
    assert over.is_visible() and board.evaluate("document.activeElement.className") == (
        "more panel"
    ), "no field that opens a keyboard"
    assert over.evaluate("one => getComputedStyle(one).position") == "fixed"
    assert board.box(".cloth") == cloth, "nothing has moved or scrolled"
    board.get_by_label("No animation").check()
    board.press("Escape")
    assert over.is_hidden()
    board.click(move.source)
    board.click(move.target)
    board.wait_moved(1)
    assert board.evaluate("window.flown") == 2


def test_why_the_pack_is_not_turned_and_what_stays_is_said(table):
    board = table("nestor", 1)
    board.tab_to("[data-place]")
    board.press("t", "A set is left; a card is turned only when no set is.")
    fortress = table("fortress", 1914)
    move = fortress.between()
    fortress.click(move.source)
    fortress.press("Escape")
    assert move.cards[0].name in fortress.wait_says(" stays: ") and "It can go to" in (
        fortress.says()
    )


def test_the_pack_is_turned_after_a_card_that_goes_nowhere(table):
    game = cadogan.games["sultan"]
    idle = next(
        position
        for deal in range(1, 40)
        for position in [game.deal(deal).play("turn")]
        if position.find("turn") and not [m for m in position.moves() if "talon" in m.text]
    )
    board = table("sultan", idle.number)
    board.after("turn")
    board.click("talon")
    board.wait_says("It has no place to go.")
    board.click("hand")
    board.wait_moved(2)


def test_a_card_of_a_set_is_told_as_one_that_is_chosen_with_others(table):
    board = table("wheel", 1914)
    board.click(board.session.position.moves()[0].text.split()[1])
    assert "It can be chosen with " in board.says()
