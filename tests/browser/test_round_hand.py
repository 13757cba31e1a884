"""Cards carried by mouse and by finger, whole games on a phone, the games kept on the reader's
machine, and links to a game.
"""

import json

import pytest

from cadogan.board.round_session import Session

from .conftest import BESIDE, IN_PAGE, PHONE, ROOT, Handler, in_page, link, push
from .round_tables import (
    at_once,
    catch_up,
    laying,  # noqa: F401 (the fixture `lay`)
    play_beside,
    play_out,
    slugs,  # noqa: F401 (the fixture `slug`)
    trick,
    whole,
)

pytestmark = pytest.mark.browser


def phone(lay, session, *rest, **options):
    table = lay(session, *rest, how="touch", browser_options=PHONE, **options)
    table.carries = True
    return table


# ---- carrying ------------------------------------------------------------------------------------


def test_a_whole_game_by_touch_on_a_phone(lay, slug):
    """Cards are chosen by taps and carried to where they belong by a finger."""
    table = phone(lay, whole(slug))
    at_once(table)
    acted = play_out(table)
    assert acted >= 1 and table.text(".result") == "Over"
    assert table.carried or slug in ("speculation",), (
        "what is done with cards is done by carrying them"
    )
    assert table.fits()


@pytest.mark.slow
@in_page
def test_a_whole_game_by_touch_with_python_in_the_page(lay):
    table = phone(lay, whole("cooncan"), **IN_PAGE)
    table.button("Play it yourself").tap()
    table.wait_live()
    at_once(table)
    assert play_beside(table) and table.carried and not table.count(".says.refused")


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_carried_card_is_laid_goes_back_or_is_refused(lay, how):
    session = trick()
    table = phone(lay, session) if how == "touch" else lay(session, how=how)
    hand = session.snapshot()["parts"]["seat 0"]["hand"]["cards"]
    legal = {action.args[0].text for action in session.state.actions()}
    good = next(i for i, card in enumerate(hand) if card in legal)
    bad = next(i for i, card in enumerate(hand) if card not in legal)
    before, at = session.state, table.at()
    goals = "[...document.querySelectorAll('.goal')].map(node => node.dataset.key)"
    # While it is carried, the places where it can go are marked; an impossible card has none.
    drop = table.lift(f"hand {good}", "pile trick")
    assert table.evaluate(goals) == ["pile trick"] and table.count(".carried") == 1
    assert table.count(".goal.over") == 1
    if how == "mouse":
        table.press("Escape")
        assert table.count(".carried, .goal, .lifted") == 0
        drop()
    else:
        table.finger("touchCancel", [])
        table.wait_for_function("!document.querySelector('.carried, .goal, .lifted')")
    assert table.at() == at and session.state is before
    # Dropped beside, it goes back.
    table.carry(f"hand {good}", f"hand {bad}")
    table.wait_says("goes back to your hand")
    # An illegal one is refused with its rule, and nothing has changed.
    drop = table.lift(f"hand {bad}", "pile trick")
    assert table.evaluate(goals) == []
    drop()
    refusal = session.state.why_not(f"lay {hand[bad]}", 0)
    assert "followed" in refusal and "followed" in table.wait_says("must be followed")
    assert "of no use now" in table.key(f"hand {bad}").get_attribute("aria-label")
    assert table.count(".says.refused") == 1 and session.state is before
    assert table.count(".carried, .goal, .lifted, .pc[aria-pressed=true]") == 0
    table.carry(f"hand {good}", "pile trick")
    table.wait_at(at + 1)
    assert session.record.actions[at] == f"lay {hand[good]}"


def test_cards_that_are_chosen_are_carried_together(lay):
    """At Cooncan a combination is laid by carrying its last card to the middle, and a false one is
    refused by its rule.
    """
    for seed in range(1, 60):
        session = Session("cooncan", seed, dealer=3)
        session.play("draw", 0)
        if lays := [one for one in session.state.actions() if one.verb == "lay"]:
            break
    table = lay(session)
    told = next(one for one in session.snapshot()["actions"] if one["text"] == lays[0].text)
    part = session.snapshot()["parts"]["seat 0"]["hand"]
    hand, loose = part["cards"], len(part["cards"]) - part["groups"][-1]
    places = [f"hand {hand.index(card)}" for card in told["pick"]]
    wrong = [f"hand {i}" for i in range(loose, len(hand)) if f"hand {i}" not in places][:3]
    for name in wrong[:2]:
        table.touch(name)
    before = session.state
    table.carry(wrong[2], "middle")
    said = table.wait_says("neither a sequence")
    assert said.split(":")[0] and table.count(".says.refused") == 1 and session.state is before
    assert table.count(".pc[aria-pressed=true]") == 2, (
        "the two that were chosen before are so still"
    )
    table.press("Escape")
    for name in places[:-1]:
        table.touch(name)
    drop = table.lift(places[-1], "middle")
    assert table.count(".carried .pic") == len(places)
    assert table.count(".centre.goal") == 1
    drop()
    table.wait_at(2)
    assert session.record.actions[1] == lays[0].text


def test_a_card_is_exchanged_by_carrying_it_to_the_other(lay):
    """In the old game of Commerce a card of the hand is carried onto one that lies open."""
    session = Session("commerce", 3, dealer=4, mode="old")
    session.bots()
    table = lay(session)
    told = next(one for one in session.snapshot()["actions"] if one["verb"] == "exchange")
    own, other = (
        table.locator(f'[data-card="{card}"]').first.get_attribute("data-key")
        for card in told["pick"]
    )
    assert other.startswith("pile middle ")
    at = table.at()
    drop = table.lift(own, other)
    assert (
        table.count(".goal .pic") == 3
        and table.locator(".goal.over").get_attribute("data-key") == other
    )
    drop()
    table.wait_at(at + 1)
    assert session.record.actions[at] == told["text"]


# ---- the games kept on the reader's machine ----------------------------------------------------------


def kept(table):
    return table.stored("cadogan-round-games")


def test_a_finished_game_is_counted_once_and_can_be_forgotten(lay, tmp_path):
    table = lay("pope-joan", 3)
    at_once(table)
    play_out(table)
    payoff, players = table.session.state.payoffs[0], table.session.state.players
    assert kept(table) == {"pope-joan": [[3, players, payoff]]}
    table.press_on_board("g")
    panel = table.locator(".overlay .panel:visible")
    facts = panel.locator("dd").all_inner_texts()
    assert facts[:5] == [
        "1",
        str(int(payoff > 0)),
        str(int(payoff < 0)),
        str(max(payoff, 0)),
        str(max(-payoff, 0)),
    ]
    exported = table.saved(lambda: push(panel, "Export all games"), tmp_path)
    deals = json.loads(exported.read_text())["games"]["pope-joan"]["deals"]
    assert deals == [[3, players, payoff]]
    push(panel, "Reset")
    push(panel, "Forget them")
    table.wait_says("are forgotten")
    assert kept(table) == {} and panel.locator("dd").first.inner_text() == "0"


# ---- links --------------------------------------------------------------------------------------------


@pytest.fixture
def linked(lay):
    """A table in a page that has the book's own script for links: what a chapter of the book has."""

    def open_table(slug="cooncan", **options):
        table = lay(slug, 3, **IN_PAGE, **options)
        Handler.pages[f"{BESIDE}board/round.js"] = Handler.pages["/round.js"]
        for name in ("board.css", "round.css"):
            Handler.serve(BESIDE + name, ROOT / "cadogan" / "board" / name)
        table.evaluate("""() => {
            const article = document.createElement("article"), title = document.querySelector("h1");
            title.before(article);
            article.append(title);
            const script = document.createElement("script");
            script.src = "/_static/change-rule.js";
            document.head.append(script);
        }""")
        table.wait_for_timeout(300)
        return table

    return open_table


RECORD = {"format": 1, "game": "cooncan", "players": 4, "options": {}, "seed": 3, "cards": ""}
SEATS = ["you", "rule", "rule", "rule"]
HURT = "<img src=x onerror='window.hurt=1'>"


@pytest.mark.slow
@in_page
def test_a_link_opens_the_same_game_elsewhere(linked):
    """Copied at one table, followed at another: the same deal, seats, options and actions, once the
    reader has said so. One that only Python can refuse is refused.
    """
    table = linked(players=5, rounds=2)
    table.evaluate(
        "() => { navigator.clipboard.writeText = async text => { window.copied = text; }; }"
    )
    table.push("Play it yourself")
    table.wait_live()
    at_once(table)
    shadow = table.session
    catch_up(shadow)
    table.wait_for(
        "n => Number(document.querySelector('.cadogan')?.dataset.at) === n",
        len(shadow.record.actions),
    )
    table.push("More")
    assert "can look into all the hands" in table.text(".overlay .panel:visible")
    table.push("Copy link")
    assert "look into all the hands" in table.wait_says("The link has been copied.")
    copied = table.evaluate("window.copied")
    assert copied.startswith(table.url.split("#")[0]) and "#play=" in copied

    other = linked()
    offer = other.follow(link({"round": RECORD | {"actions": [HURT]}, "seats": SEATS}))
    assert not [url for url in other.requests if "pyodide.asm" in url], "nothing starts by itself"
    push(offer, "Open this game")
    offer.get_by_text("cannot be opened").wait_for()
    assert "action 1" in offer.inner_text() and offer.locator(".cadogan, img, script").count() == 0
    push(offer, "Leave it")
    assert other.evaluate("window.hurt === undefined")

    offer = other.follow(copied[copied.index("#") :])
    told = offer.inner_text()
    assert (
        "deal 3" in told
        and "5 seats (you, steady, steady, steady, steady)" in told
        and f"{len(shadow.record.actions)} action" in told
    )
    assert offer.locator(".cadogan").count() == 0
    push(offer, "Open this game")
    other.wait_for_selector(".game-link .cadogan .controls:not([hidden])")
    shown = offer.locator(".cadogan")
    assert int(shown.get_attribute("data-at")) == len(shadow.record.actions)
    assert shown.locator("pre.panel").text_content() == str(shadow.state.view(0))
    assert "rounds: 2" in shown.locator(".title").inner_text()
