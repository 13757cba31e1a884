"""No round game is lost: a table opens where it was left, a new deal is taken back, two tabs of one
game know of each other.
"""

import random

import pytest

from cadogan.board.round_session import Session

from .conftest import IN_PAGE, KEPT, Watched, in_page, push
from .round_tables import (
    at_once,
    choose,
    in_play,
    laying,  # noqa: F401 (the fixture `lay`)
    play_beside,
    play_out,
)

pytestmark = pytest.mark.browser


def kept(table, slug):
    return table.evaluate(f"slug => {KEPT}[slug] ?? []", slug)


def wait_kept(table, slug, moved):
    table.wait_for(f"([slug, n]) => {KEPT}[slug]?.[0].moved === n", [slug, moved])


@pytest.mark.slow
@in_page
@pytest.mark.parametrize("slug", ["pope-joan", "speculation"])
def test_a_page_opens_where_it_was_left_and_goes_on_at_a_touch(lay, slug):
    options = {"dealer": 4, "deals": "round"} if slug == "pope-joan" else {}
    table = lay(slug, 3, **options, **IN_PAGE)
    table.push("Play it yourself")
    table.wait_live()
    at_once(table)
    play_beside(table, 3)
    left = len(table.session.record.actions)
    wait_kept(table, slug, left)
    assert kept(table, slug)[0]["record"]["fair"] is True
    shown = "[...document.querySelectorAll('.felt [data-card], .felt .coins')].map(one => one.outerHTML)"
    before = table.evaluate(shown)
    table.reload()
    table.wait_for_selector(".controls.replay")
    table.wait_at(left)
    assert f"You left this game at action {left}" in table.says()
    assert table.evaluate(shown) == before, "before Python is there"
    names = table.texts(".controls.replay button:visible")
    assert names[:2] == [f"Resume deal 3, action {left}", "Start again"]
    play_beside(table, 1)
    table.wait_live()
    at_once(table)
    table.wait_for(f"([slug, n]) => {KEPT}[slug][0].record.round.actions.length > n", [slug, left])
    assert len(kept(table, slug)) == 1 and kept(table, slug)[0]["record"]["fair"] is True
    table.press("b", "Undo brings back deal 3")
    table.push("Undo", exact=True)
    table.wait_at(left + 1)


def test_a_kernels_table_opens_where_it_was_left_and_offers_another_deal(lay):
    """A table made anew by its cell: the same deal is opened where it was left, with Start again
    beside it; what was taken back stands there, too.
    """
    session = in_play("conquian", 4)
    table = lay("conquian", 7, seats=["you", "beginner"])
    table.session.load(session.record)
    table.evaluate("model.send({ kind: 'hello' })")
    table.wait_at(len(session.record.actions))
    table.press("Tab u", "Taken back.")
    at, made = table.at(), len(session.record.actions)
    wait_kept(table, "conquian", at)
    games = table.stored()
    table.session.__init__("conquian", 7, seats=["you", "beginner"])
    table.reload()
    table.wait_at(at)
    assert (table.session._line.place, len(table.session._line.steps)) == (at, made)
    notice = table.locator(".notice")
    assert f"You left this game at action {at}." in notice.inner_text()
    push(notice, "Start again")
    table.wait_says("The deal begins again.")
    assert notice.is_hidden()
    table.session.__init__("conquian", 8, seats=["you", "beginner"])
    table.reload()
    push(notice, f"Resume deal 7, action {at}")
    table.wait_at(at)
    assert table.session.record.actions == session.record.actions[:at]
    other = lay("conquian", 7, seats=["you", "beginner"], dealer=1)
    other.store_kept(games)
    other.session.__init__("conquian", 7, seats=["you", "beginner"], dealer=1)
    other.reload()
    other.locator(".notice").get_by_role("button", name=f"Resume deal 7, action {at}").wait_for()
    assert other.session.record.actions == (), "another dealer: not the same deal"


@pytest.mark.parametrize("fair", [True, False])
def test_a_game_that_is_come_back_to_counts_as_it_did(lay, fair):
    """One that was left, opened again and played to its end; and not where somebody helped it on."""
    session = in_play("pope-joan", 2)
    table = lay(session)
    if not fair:
        session.handle({"kind": "lift", "on": True})
        session.handle({"kind": "lift", "on": False})
        table.evaluate("model.send({ kind: 'hello' })")
    wait_kept(table, "pope-joan", table.at())
    left = table.at()
    session.__init__("pope-joan", 7)
    table.reload()
    table.wait_at(left)
    at_once(table)
    play_out(table)
    counted = table.stored("cadogan-round-games")
    payoff = session.state.payoffs[0]
    assert counted == ({"pope-joan": [[7, session.state.players, payoff]]} if fair else None)
    wait_kept(table, "pope-joan", len(session.record.actions))
    assert kept(table, "pope-joan")[0]["ended"] == "over"
    table.press("g")
    assert not table.button("Deal 7, ").count(), "it lies on the table"
    entry = f"Deal 7, ended at action {len(session.record.actions)}"
    table.press("Escape")
    table.push("New deal", exact=True)
    table.wait_for("document.querySelector('.cadogan').dataset.deal !== '7'")
    table.press("g")
    table.push(entry)
    table.wait_turn("over")


def test_a_deal_begun_again_is_not_led_back_by_the_bots_of_another_tab(lay):
    """With Python in the page: `test_games_kept`, for both kinds of boards have one screen."""
    session, there = (Session("cooncan", 3, dealer=3) for _ in "ab")
    for one in (session, there):
        one.play(choose(one, 0, random.Random(3)), 0)
        one.bots()
    table = lay(session)
    other = Watched(table.context.new_page(), there)
    other.play_with(there)
    other.goto(table.url)
    other.wait_live()
    at = "n => Number(document.querySelector('.cadogan')?.dataset.at) === n"
    other.press_on_board("b")
    other.wait_for(at, 0)
    at_once(table)
    for acts in (1, 2):
        table.act(choose(session, 0, random.Random(acts)), 0)
        table.wait_turn(0)
        table.wait_at(len(session.record.actions))
        wait_kept(table, "cooncan", table.at())
        where = (
            f"played in another tab, too, in another way: it stands at action {table.at()} there"
        )
        other.locator(".notice", has_text=where).wait_for()
        assert other.evaluate(at, 0) and there.record.actions == ()
    push(other.locator(".notice"), "Show that one")
    other.wait_for(at, table.at())
    assert there.record == session.record


def test_who_passes_for_the_rest_of_a_deal_does_so_after_a_reload(lay):
    session = in_play("speculation", 1)
    table = lay(session)
    push(table.page, "Pause bots")
    table.key("pass").click()
    table.wait_for(f"() => {KEPT}.speculation?.[0].record.passing")
    left = table.at()
    session.__init__("speculation", 7)
    table.page.reload()
    table.page.locator(".told", has_text="You pass for the rest of this deal.").wait_for()
    assert table.at() >= left > 0 and not table.has("pass")


def test_what_is_spoilt_on_this_machine_is_not_drawn(lay):
    table = lay("cooncan", 3, live=False)
    record = {"round": {"seed": 3, "actions": ["draw"], "options": 1, "players": 4}, "seats": []}
    begun, turn = {"deal": 3, "moved": 1, "spent": 0}, {"turn": 7}
    views = (7, {"parts": 7}, {"parts": turn, "players": [], "persons": [], "actions": []})
    for entry in (
        *(begun | {"record": record, "view": view} for view in views),
        begun | {"record": {"round": 8}},
        "<b>",
    ):
        table.store_kept({"cooncan": [entry]})
        table.reload()
        table.wait_for_selector(".controls.replay")
        assert table.count(".mine .pc") == 10


@in_page
@pytest.mark.slow
def test_a_kept_game_that_cannot_be_opened_is_told_of(lay):
    """One of another edition, whose rules were others: the deal begins anew at a touch."""
    session = in_play("cooncan", 2)
    table = lay("cooncan", 7, **IN_PAGE)
    record = session.keeps
    record["round"]["actions"][0] = "draw twice"
    entry = {"deal": 7, "moved": record["at"], "spent": 0, "record": record}
    table.store_kept({"cooncan": [entry]})
    table.reload()
    table.push("Resume deal 7", "draw twice")
    assert "Your game cannot be opened" in table.says()
    table.push("Play it yourself")
    table.wait_live()
    assert table.at() == 0


def test_several_at_one_screen_find_the_curtain_down(lay):
    """No hand is drawn of a game that was left before somebody has said to be ready."""
    session = Session("calabrasella", 3, seats=("you", "rule", "you"))
    session.bots()
    table = lay(session)
    table.key("ready").click()
    table.wait_for_selector(".pc")
    table.act(session.state.actions()[0].text, session.state.to_act or 0)
    table.wait_for(f"() => {KEPT}.calabrasella?.length")
    assert "view" not in kept(table, "calabrasella")[0]
