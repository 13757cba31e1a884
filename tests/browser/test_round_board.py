"""The table of the round games in a real browser: whole games by mouse and by keyboard, the
curtain, the lecturer, records.
"""

import json
import random
import re

import pytest

from cadogan.board.round_replay import finished
from cadogan.board.round_session import Session
from cadogan.round_games import games
from cadogan.round_games.primer import primer

from .barriers import barriers
from .conftest import CALM, HEAR, IN_PAGE, KEPT, MOVING, in_page
from .round_tables import (
    GAMES,
    at_once,
    choose,
    in_play,
    laying,  # noqa: F401 (the fixture `lay`)
    play_beside,
    play_out,
    slugs,  # noqa: F401 (the fixture `slug`)
    whole,
)

pytestmark = pytest.mark.browser


def paid(table):
    """Whether the score sheet says what each seat gets."""
    sheet = table.text(".settled")
    payoffs = (f"{n:+d}".replace("-", "−") for n in table.session.state.payoffs)
    return all(said.replace("+0", "0") in sheet for said in payoffs)


@pytest.mark.parametrize(
    ("slug", "how"),
    [*((slug, "keys") for slug in GAMES), ("cooncan", "mouse"), ("pope-joan", "mouse")],
)
def test_a_whole_game_against_bots(lay, slug, how):
    """From the deal to the settlement, each action by keys alone, or by touching cards,
    combinations, piles and buttons. (All by touch: `test_round_hand`.)
    """
    table = lay(whole(slug), how=how, browser_options=MOVING if how == "mouse" else CALM)
    at_once(table)
    acted = play_out(table)
    assert acted >= 1 and table.text(".result") == "Over"
    assert paid(table)


@pytest.mark.slow
@in_page
@pytest.mark.parametrize(("slug", "how"), [("conquian", "mouse"), ("calabrasella", "keys")])
def test_a_whole_game_in_a_page_without_a_kernel(lay, slug, how):
    """Python in the page is the referee; beside it the same game runs here, so that the test knows
    what is on the table. (`test_round_hand`, `test_round_kept` and `test_firefox` have the others.)
    """
    table = lay(whole(slug), how=how, **IN_PAGE)
    assert not [url for url in table.requests if "pyodide" in url], (
        "nothing is loaded before it is wanted"
    )
    button = table.button("Play it yourself")
    if how == "mouse":
        button.click()
    else:
        button.focus()
        table.press("Enter")
    table.wait_live()
    assert any("cadogan-interpreter" in url for url in table.requests)
    at_once(table)
    assert play_beside(table)
    table.wait_for("document.querySelector('.cadogan').dataset.turn === 'over'")
    assert paid(table), "the bots do the same in both"
    assert not table.count(".says.refused")


def test_the_curtain_between_two_at_one_screen(lay):
    session = Session("calabrasella", 3, seats=("you", "rule", "you"))
    session.bots()
    table = lay(session)
    seat = session.state.to_act
    other = 2 - seat
    assert table.sees(".curtain") and table.count(".pc") == 0
    assert f"Pass to Player {seat + 1}." in table.text(".felt")
    table.press("Tab")
    table.key("ready").focus()
    table.press("Enter")
    table.wait_for_selector(".pc")
    shown = table.locator(".mine .pc").evaluate_all("all => all.map(node => node.dataset.card)")
    assert shown == session.snapshot()["parts"][f"seat {seat}"]["hand"]["cards"]
    assert table.on_board()
    at_once(table)
    for _ in range(40):
        if session.state.to_act == other:
            break
        before = len(session.record.actions)
        if session.state.to_act == seat:
            table.act(
                session.game.advice(session.state.view(seat), session.state.actions()).text,
                seat,
            )
        table.wait_at(before + 1)
    table.wait_for(
        "seat => document.querySelector('.felt').textContent.includes(`Pass to Player ${seat + 1}.`)",
        other,
    )
    assert table.count(".pc") == 0, "the hand is gone before the other looks"
    assert "Pass to Player" in table.says()


def test_the_lecturer_lifts_the_curtain(lay):
    table = lay("pope-joan", 3, seats="rule")
    hidden = "document.querySelectorAll('.felt .held .back').length"
    assert table.evaluate(hidden) > 10
    table.press_on_board("c")
    table.wait_says("The curtain is lifted")
    assert table.evaluate(hidden) == 0 and table.sees(".banner")
    table.press("x")
    assert table.text("pre.panel").strip() == str(table.session.state).strip()
    table.press("x c", "The curtain is down again.")
    assert table.evaluate(hidden) > 10 and not table.sees(".banner")


def test_bots_are_watched_paused_and_stepped_through(lay):
    table = lay("speculation", 3, seats="rule")
    table.wait_for_timeout(600)
    assert table.at() == 0, "who watches says when it begins"
    table.push("Bots go on")
    table.wait_at(2)
    table.push("Pause bots", "The bots rest.")
    rested = table.at()
    table.wait_for_timeout(1500)
    assert table.at() == rested
    table.press(",")
    table.wait_for("n => Number(document.querySelector('.cadogan')?.dataset.at) === n", rested - 1)
    assert "An earlier state" in table.text(".banner")
    table.press("<")
    table.wait_for("document.querySelector('.cadogan')?.dataset.at === '0'")
    table.press(">")
    table.wait_at(rested)
    table.press("w")
    said = table.texts("ol.log li")
    assert said == [one["says"] for one in table.session.snapshot()["said"]]


def test_refusals_say_why_and_light_the_rule(lay):
    """And of a card that is chosen it is said what more cards would do."""
    table = lay("cooncan", 1, dealer=3)
    table.evaluate(
        "() => { window.lit = []; document.addEventListener('cadogan:refused', e => window.lit.push(e.detail.rule)); }"
    )
    at_once(table)
    table.touch("pile pack")
    table.wait_at(1)
    lays = [one for one in table.session.snapshot()["actions"] if one["verb"] == "lay"]
    card = lays[0]["pick"][0]
    fits = [one["says"] for one in lays if card in one["pick"]]
    assert len(fits) <= 2
    table.locator(f".mine [data-card='{card}']").first.click()
    assert table.wait_says("With more cards: ").endswith(" Or: ".join(fits))
    table.press("Escape")
    before = table.session.state
    hand = table.locator(".own .pc").evaluate_all("all => all.map(node => node.dataset.card)")
    for i in range(8, 11):  # behind the combinations that stand together
        table.touch(f"hand {i}")
    table.push("Lay", exact=True)
    refusal = before.why_not("lay " + "+".join(hand[8:]), 0)
    said = table.wait_says("neither a sequence")
    assert (
        said.split(": ", 1)[1].rstrip(".") in refusal[0].upper() + refusal[1:]
        and table.count(".says.refused") == 1
    )
    assert table.session.state is before and table.evaluate("window.lit").__len__() >= 1
    table.push("Show the rule")
    shown = table.locator(".how-to-play li.shown")
    assert shown.is_visible() and shown.get_attribute("data-rule") in refusal
    table.press("Escape Escape", "nothing is chosen")
    table.push("Lay out nothing more.")
    table.wait_at(2)
    table.touch("hand 0")
    table.wait_at(3)
    assert table.session.record.actions[2] == f"discard {hand[0]}", (
        "where a card means one thing, a click does it"
    )


def test_a_card_with_the_focus_covers_no_other(lay):
    """The whole strip of a card, its index first of all, is its own to click, whichever card has
    the focus.
    """
    table = lay(in_play("calabrasella", 3))
    hit = """key => { const box = document.querySelector(`[data-key="${key}"]`).getBoundingClientRect();
        const at = x => document.elementFromPoint(box.x + x, box.y + 30)?.closest("[data-key]")?.dataset.key;
        return [3, box.width / 2, box.width - 3].map(at); }"""
    table.press("Tab")
    for i in range(3):
        table.go(f"hand {i}")
        assert table.locator(":focus-visible").get_attribute("data-key") == f"hand {i}"
        for j in range(4):
            assert table.evaluate(hit, f"hand {j}") == [f"hand {j}"] * 3


def test_a_bot_that_raises_is_reported_and_another_takes_its_place(lay):
    def spoilt(view, actions, rng):
        raise RuntimeError("no idea")

    table = lay(Session("pope-joan", 3, seats=("you", spoilt, "rule", "rule")))
    table.wait_says("failed (RuntimeError)")
    assert table.count(".says.refused") == 1 and table.at() == 0
    table.press("Tab n")
    table.choose("Player 2", "sharp", exact=True)
    table.wait_says("sharp")
    table.press("Escape")
    table.push("Bots go on")
    table.wait_at(1)


def test_the_form_of_options_is_the_games_own(lay):
    table = lay("speculation", 3, players=4)
    table.press_on_board("n")
    table.wait_for_selector("form .switch")
    game = table.session.game
    assert table.count("form .switch") == len(game.declared)
    text = table.text("form")
    told = table.session.handle({"kind": "options"})[0]["options"]
    assert all(one["says"] in text and one["source"] in text for one in told)
    table.locator("select[name=pack]").select_option(label="32")
    table.locator("select[name=deals]").select_option("number")
    table.locator("input[name='deals number']").fill("3")
    table.locator("input[name=players]").fill("9")
    table.push("Deal with these", "for 2 to 6 players")
    assert (
        table.session.game == game and table.locator("form select[name=pack]").input_value() == "1"
    ), "the form stands as it was filled"
    table.locator("input[name=players]").fill("6")
    table.push("Deal with these", "Deal 3.")
    now = table.session.game
    assert (now.pack, now.deals, table.session.state.players) == (32, 3, 6)
    assert table.text(".title") == "Speculation · 3 deals · pack: 32 · deal 3"
    assert table.on_board()


def test_records_are_files_and_hostile_ones_are_refused(lay, tmp_path):
    table = lay("cooncan", 3)
    at_once(table)
    table.wait_turn(0)
    table.push("More")
    path = table.saved(lambda: table.push("Save"), tmp_path)
    good = json.loads(path.read_text())
    assert good["actions"] == list(table.session.record.actions)
    before = table.session.state
    for wrong, reason in (
        ("<img src=x onerror='window.hurt=1'>", "no round game"),
        ("x" * 10**7, "too large"),
    ):
        path.write_text(json.dumps(good | {"game": wrong}), encoding="utf-8")
        table.locator("input[type=file]").set_input_files(path)
        table.wait_says(reason)
        assert table.count(".says.refused") == 1 and table.session.state is before
    assert table.evaluate("window.hurt === undefined && !document.querySelector('.cadogan img')")
    path.write_text(json.dumps(good), encoding="utf-8")
    table.locator("input[type=file]").set_input_files(path)
    table.wait_says("Loaded: deal 3")


def test_without_a_kernel_a_finished_game_is_stepped_through(lay):
    table = lay("cooncan", 5, live=False, html='data-content_root="./nowhere/"', allowed=("404",))
    record = finished(table.session.game, 5, 4)
    states = record.states()
    assert table.says() == "Touch a card to play, or watch a finished game."
    table.watch()
    table.button("Forward (right arrow)").focus()
    for n in range(1, 4):
        table.press("ArrowRight")
        assert table.at() == n
    shown = table.locator(".mine .pc").evaluate_all("all => all.map(node => node.dataset.card)")
    assert shown == [card.text for card in states[3].view(0).hand]
    table.press("End")
    assert table.at() == min(len(record.actions), 600)
    table.press("Home")
    assert table.at() == 0
    table.push("Play the replay (Space)")
    table.wait_at(1)
    table.push("Play it yourself")
    assert "the replay still works" in table.wait_says("cannot referee")
    table.press("x")
    assert "pack" in table.text("pre.panel")


def test_take_back_hint_and_deals_by_key(lay):
    table = lay("cooncan", 3, dealer=3)
    at_once(table)
    table.key("act draw").click()
    table.wait_at(1)
    table.press("h", "As the author advises:")
    table.press("t", "Your turn: ")
    table.press("u")
    table.wait_for("document.querySelector('.cadogan')?.dataset.at === '0'")
    table.press("r")
    table.wait_at(1)
    table.press("b", "The deal begins again.")
    table.press("n")
    table.push("Next deal", "Deal 4.")
    table.get_by_label("Deal", exact=True).fill("77")
    table.push("Deal it", "Deal 77.")
    table.get_by_label("Deal", exact=True).press("u")
    assert table.session.state.number == 77


def test_it_stands_on_every_screen_and_nothing_bars_the_way(lay, slug):
    """Nothing overflows, a card that is carried neither, buttons are large enough, and hand and
    buttons are in sight.
    """
    table = lay(in_play(slug, 1 if slug == "commerce" else 2), html='data-theme="dark"', height=800)
    assert table.box(".felt")["height"] <= 800 and table.session.snapshot()["acting"] == 0
    for width in (1280, 390, 320):
        table.resize(width, 700)
        drop = table.lift("hand 0", "middle")
        assert table.count(".carried") == 1 and table.fits()
        table.press("Escape")
        drop()
        for key in ("n", "m", "?", "g"):
            table.press_on_board(key)
            table.wait_for_selector(".overlay .panel:visible")
            assert table.fits(), (width, key)
            table.press("Escape")
        for box in table.boxes(".cadogan button:visible"):
            assert box["width"] >= 24 and box["height"] >= 40, (width, box)
        below = table.button("New deal").bounding_box()
        assert below["y"] > table.box(".felt")["y"], "its buttons stand below the cards"
        table.press_on_board("h")
        table.wait_says("As the author advises")
        says = table.box(".says")
        assert says["y"] + says["height"] <= 701, "what is advised is in sight"
    table.push("Full window")
    for width, height in ((390, 844), (1366, 768), (2560, 1440)):
        table.resize(width, height)
        table.wait_for_timeout(200)
        boxes = table.boxes(
            ".own .pc, .controls:not(.replay) button:visible, .acts button:visible, .settled button:visible, .says"
        )
        away = [
            box
            for box in boxes
            if box["left"] < 0
            or box["right"] > width
            or box["top"] < 0
            or box["bottom"] > height + 1
        ]
        assert len(boxes) > 6 and not away, (width, height)
    table.push("Full window")
    table.resize(1200, 900)
    alike = ["?", "x", "m", "w", "g"] if slug == "cooncan" else []  # in all six games
    for key in ["", "n", *alike]:
        table.press_on_board(key)
        table.wait_for_timeout(100)
        assert barriers(table.page) == [], f"after {key!r}"
        table.press("Escape")
    if slug == "cooncan":
        assert barriers(lay(Session(slug, 3, seats="you")).page) == [], "the curtain"


def test_reduced_motion_and_print(lay):
    table = lay(in_play("cooncan", 1))
    table.touch("hand 0") if table.has("hand 0") else None
    assert table.evaluate("document.getAnimations().length") == 0
    table.emulate_media(media="print")
    assert not table.locator(".controls").first.is_visible() and not table.sees(".acts")
    assert table.count(".felt use") > 20
    paper = table.evaluate("getComputedStyle(document.querySelector('.felt')).backgroundColor")
    assert paper in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")


def test_each_action_is_announced(lay):
    """What a screen reader hears of a deal: the sentence of every event, in order."""
    table = lay("pope-joan", 3, how="keys")
    table.evaluate(HEAR)
    table.press("Tab n")
    table.choose("How fast the bots play", "fast")
    table.press("Escape")
    play_out(table)
    heard = " ".join(table.evaluate("window.heard"))
    leads = [one["says"] for one in table.session.snapshot()["said"] if " leads " in one["says"]]
    place = -1
    for says in leads[1:]:
        place = heard.index(says, place + 1)
    assert "Your turn: lead." in heard and "The game is over. " in heard


def test_a_settled_deal_stops_at_its_score_sheet(lay):
    """The table stays as it lay; nothing goes on until the next deal is wanted; the sheet keeps the
    deals before.
    """
    table = lay("speculation", 3, players=2, deals=2)
    at_once(table)
    # Over the upper edge of a page in the book lies a bar, under which no table is brought into sight.
    table.evaluate("""() => {
      Object.assign(document.documentElement.style, { scrollPaddingTop: "64px" });
      Object.assign(document.body.style, { paddingBlock: "400px" });
      scrollBy(0, document.querySelector(".head").getBoundingClientRect().top - 20);
    }""")
    top = "document.querySelector('.head').getBoundingClientRect().top"
    rng = random.Random(5)
    while not table.session.between:
        table.wait_turn(0)
        if table.evaluate("document.querySelector('.cadogan').dataset.turn") == "between":
            break
        before = len(table.session.record.actions)
        table.act(choose(table.session, 0, rng), 0)
        table.wait_at(before + 1)
    table.wait_turn("between")
    sheet = table.locator(".settled")
    assert "The deal is settled." in sheet.inner_text() and not table.sees(".acts")
    assert 64 <= table.evaluate(top) < 100
    at = table.at()
    table.wait_for_timeout(700)
    assert table.at() == at, "no bot goes on"
    rows = sheet.locator("tbody tr").all_inner_texts()
    assert len(rows) == 2 and rows[1].startswith("In all")
    table.next_deal()
    assert 64 <= table.evaluate(top) < 100
    play_out(table)
    assert len(sheet.locator("tbody tr").all()) == 3
    table.push("Next deal")
    table.wait_for("document.querySelector('.cadogan').dataset.deal === '4'")


def test_a_touch_hurries_the_bots_and_nothing_below_the_table_jumps(lay):
    table = lay("commerce", 3, dealer=0)
    table.push("More")
    table.wait_for_selector("form select")
    table.choose("How fast the bots play", "slow")
    table.press("Escape")
    at = table.at()
    bar = table.box(".controls:not([hidden])")["y"]
    for n in range(1, 4):
        if not table.session.snapshot()["bot"]:
            break
        table.locator(".centre").click(position={"x": 5, "y": 5})
        table.wait_at(at + n)
        assert table.box(".controls:not([hidden])")["y"] >= bar
        bar = table.box(".controls:not([hidden])")["y"]
    assert table.at() > at
    tall = "document.querySelector('.felt').offsetHeight"
    before = table.evaluate(tall)
    for _ in range(4):
        table.evaluate("window.model.send({ kind: 'hello' })")
    table.wait_for_timeout(300)
    assert table.evaluate(tall) == before, "drawn again, the table is as high as it was"


def test_the_level_of_all_opponents_is_chosen_at_once(lay):
    table = lay("pope-joan", 3)
    table.push("More")
    table.wait_for_selector("form select")
    table.choose("All opponents", "beginner")
    table.wait_for(
        "[...document.querySelectorAll('form select[name^=seat]')].slice(1).every(one => one.value === 'beginner')"
    )
    assert table.session.seats[0] == "you" and set(table.session.seats[1:]) == {"beginner"}
    names = [one["name"] for one in table.session.snapshot()["players"]]
    assert names[0] == "You" and len(set(names)) == len(names)
    assert all(name in table.text(".felt") for name in names)


def test_the_cards_of_a_run_come_one_after_another(lay):
    """In their order, whoever plays them; and the next action waits until all have come."""
    table = lay("pope-joan", 3, seats="rule", browser_options=MOVING)
    table.push("Bots go on")
    table.wait_at(1)
    cards = [card for pile in table.session.state.played for card in pile]
    coming = table.evaluate(
        """document.getAnimations().filter(one => one.effect.target.closest(".before")).map(one =>
          [one.effect.getTiming().delay, one.effect.target.innerHTML.match(/card-(\\w+)/)[1]])"""
    )
    run = [card.text for card in sorted(cards, key=lambda card: card.rank)]
    assert [name for _, name in coming] == run and len(run) > 1
    delays = [delay for delay, _ in coming]
    assert delays == sorted({*delays}), "each waits for the one before"


def test_what_one_did_last_is_kept_while_the_others_act(lay):
    """Whoever leaves meanwhile finds it again."""
    session = Session("cooncan", 1913)
    session.bots()
    table = lay(session)
    table.push("Pause bots")
    assert session.state.to_act == 0
    while table.session.state.to_act == 0:
        text, at = table.session.state.actions()[-1].text, table.at()
        table.evaluate("text => window.model.send({ kind: 'act', text })", text)
        table.wait_at(at + 1)
    kept = f"{KEPT}.cooncan?.[0]?.record.round.actions"
    table.wait_for(f"n => {kept}?.length === n", len(table.session.record.actions))
    assert tuple(table.evaluate(kept)) == table.session.record.actions


def test_the_score_sheet_stands_in_a_telephones_full_window(lay, slug):
    """The figures, the button to the next deal and what is said stand in sight; sentences that have
    no room are scrolled.
    """
    session = Session(slug, 3, min(5, games[slug].players[-1]), seats="rule", deals="round")
    while not (session.between or session.state.is_over):
        session.handle({"kind": "bot", "actions": 100})
    page = lay(session, width=320, height=568)
    page.push("Full window")
    page.wait_for_timeout(200)
    boxes = page.boxes(
        ".settled .sheet, .ended button, .says, .controls:not(.replay) button:visible"
    )
    assert not [box for box in boxes if box["right"] > 321 or box["bottom"] > 569]
    cut = "all => all.filter(node => node.scrollWidth > node.clientWidth + 2).map(node => node.textContent)"
    assert page.locator(".seat, .settled .sheet").evaluate_all(cut) == []
    sheet, p = page.locator(".settled .sheet"), page.locator(".settled > p")
    assert (
        sheet.evaluate("node => node.scrollHeight <= node.clientHeight + 1")
        and p.bounding_box()["height"] > 40
    )


def test_a_table_that_is_not_played_yet_takes_half_a_telephone(lay, slug):
    """Below the head of its chapter there is room for it and for the buttons that begin, which
    stand above the cards in sight on the smallest one, too. How to play is a strip at the first
    visit alone: what the cards count stands there, all of it is a touch away, and nothing is cut.
    """
    book = 'data-content_root="./nowhere/"'
    table = lay(slug, 1815, live=False, html=book, width=390, height=844, allowed=("404",))
    way = table.box(".whole")
    assert way["y"] + way["height"] <= table.box(".felt")["y"], (
        "the way to the full window covers nothing"
    )
    assert table.box(".felt")["height"] < 440
    buttons = table.texts(".controls.replay button:visible")
    assert buttons == ["Play it yourself", "Watch a finished game"]
    table.resize(320, 568)
    felt = table.box(".felt")
    for name in buttons[:2]:
        box = table.button(name).bounding_box()
        assert table.box(".head")["y"] < box["y"] < felt["y"] < 400

    table.resize(1200, 900)
    strip = table.locator(".how-to-play")
    whole = "node => node.scrollHeight <= node.clientHeight + 1"
    assert table.texts(".how-to-play .part-name:visible") == ["The cards"]
    assert strip.evaluate(whole) and strip.bounding_box()["height"] < 220
    table.push("All of How to play")
    told = [line for part in primer(games[slug]) for line in part["told"]]
    assert strip.locator("li:visible").count() == len(told) and strip.evaluate(whole)
    assert strip.inner_text().count("restored from other books") == 1
    assert not re.search(r"\b(he|his|him|himself)\b", strip.inner_text(), re.IGNORECASE)
    assert barriers(table.page) == []
    table.reload()
    table.button("How to play").wait_for()
    assert strip.is_hidden()
    table.push("How to play")
    assert strip.locator("li:visible").count() == len(told)


def test_pope_joans_board_leaves_room_for_all_the_piles_in_a_laptops_window(lay):
    """Where everybody has played a card the names of all stand in sight beside one's own hand."""
    session = Session("pope-joan", 1815, seats=["you", "rule", "rule", "rule", "rule"], dealer=4)
    for _ in range(5):
        session.play(session.state.actions()[0]) if session.state.to_act == 0 else session.bots(1)
    parts = session.snapshot()["parts"]
    assert not session.between and all(parts[f"seat {seat}"]["piles"] for seat in range(5))
    page = lay(session, width=1366, height=768)
    page.push("Full window")
    page.wait_for_timeout(200)
    assert page.locator(".felt").evaluate("node => node.scrollHeight <= node.clientHeight + 1")
    seats = page.boxes(".seat")
    assert len(seats) == 5 and min(box["top"] for box in seats) > 0


def test_on_a_telephone_unseen_hands_take_no_room(lay):
    """Four opponents sit two by two on the narrowest screen, and their hands are one back each with
    a number.
    """
    table = lay("speculation", 3, players=5, width=320, height=640)
    seats = table.boxes(".seats .seat")
    assert (
        len({round(box["left"]) for box in seats}) == 2 and max(box["height"] for box in seats) < 90
    )
    assert table.count(".seats .held .back:visible") == 4


@pytest.mark.parametrize(("deal", "stars"), [(5, 0), (1, 1)])
def test_the_score_sheet_marks_who_is_ahead(lay, deal, stars):
    """At Conquian two who both pay into the pool are level: nobody is marked."""
    session = Session("conquian", deal, seats="rule")
    while not session.state.is_over:
        session.handle({"kind": "bot", "actions": 100})
    table = lay(session)
    sheet = table.locator(".settled .total")
    assert sheet.locator("td").count() == 2 and sheet.inner_text().count("★") == stars


def nearly_settled(slug):
    """A session before the person's last action of the first deal, and that action."""
    session, rng, own = whole(slug), random.Random(3), []
    while session.bots() is not None and not (session.between or session.state.is_over):
        own.append(choose(session, 0, rng))
        session.play(own[-1], 0)
    session = whole(slug)
    for action in own[:-1]:
        session.bots()
        session.play(action, 0)
    session.bots()
    return session, own[-1]


@pytest.mark.parametrize(
    "slug", ["commerce", "speculation", "pope-joan", "conquian", "calabrasella"]
)
@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_a_settled_deal_leaves_the_table_in_sight(lay, slug, size):
    """The showdown is seen where it is played, *Next deal* stands at the table, and leads back to it
    for whoever has scrolled away.
    """
    session, last = nearly_settled(slug)
    table = lay(session, width=size[0], height=size[1])
    table.evaluate(
        "document.body.prepend(Object.assign(document.createElement('p'), { style: 'height: 500px' }));"
        "document.body.append(Object.assign(document.createElement('p'), { style: 'height: 1500px' }))"
    )
    at_once(table)
    table.locator(".felt").evaluate("node => node.scrollIntoView({ block: 'nearest' })")
    table.wait_turn(0)
    table.act(last, 0)
    table.wait_for_selector(".settled:not([hidden])")
    felt, window = table.locator(".felt").bounding_box(), size[1]
    assert felt["y"] >= -1 and min(felt["height"], window) - 60 <= window - felt["y"], felt
    button = table.key("next").bounding_box()
    assert 0 <= button["y"] and button["y"] + button["height"] <= window, button
    table.evaluate("scrollBy(0, 900)")
    table.evaluate(
        "() => { window.begun = false; new MutationObserver(() => { window.begun ||= document.querySelector('.settled').hidden; })"
        ".observe(document.querySelector('.settled'), { attributes: true }); }"
    )
    table.key("next").evaluate("node => node.click()")
    table.wait_for("() => window.begun")  # bots may settle the next deal at once
    table.wait_for(
        "() => { const { top } = document.querySelector('.felt').getBoundingClientRect(); return top >= -1 && top < innerHeight / 2; }"
    )


def bidding(players):
    """A session of Speculation in which the person is asked for a bid."""
    session = Session("speculation", 1914, players)
    session.bots()
    while "auction" not in session.snapshot()["parts"]:
        session.play(session.state.actions()[0])
        session.bots()
    return session


def test_a_telephone_held_across_shows_all_seats_beside_the_hand(lay, slug):
    """In the page and in the full window, with five seats and with the most: everybody's plate, the
    pool, the piles and one's own cards, each wide enough for a finger; while bids are made, too.
    """
    most = max(games[slug].players)
    for players in sorted({min(5, most), most}):
        session = bidding(players) if slug == "speculation" else Session(slug, 1914, players)
        table = lay(session, width=844, height=390)
        if slug == "speculation":
            assert table.box(".felt")["height"] < 300, "below the head of a page, too"
        for full in (False, True):
            if full:
                table.push("Full window")
                table.wait_for_timeout(200)
            table.locator(".felt").evaluate("node => node.scrollIntoView({ block: 'end' })")
            boxes = table.boxes(".seat, .dish, .pope, .pile, .own .pc")
            away = [box for box in boxes if box["top"] < -1 or box["bottom"] > 391]
            assert not away, (players, full)
            within = table.locator(".felt").evaluate(
                "node => node.scrollHeight - node.clientHeight"
            )
            assert within <= 1, (players, full)
            assert len(table.boxes(".seat")) == players
        assert all(box["width"] >= 34 for box in table.boxes(".own .pc")), players


def test_before_the_draw_a_card_says_what_comes_first_and_the_stock_can_be_taken(lay):
    table = lay("cooncan", 1, dealer=3)
    taken = next(one for one in table.session.snapshot()["actions"] if one["pile"] == "stock")
    table.locator(".own .pc").first.click()
    assert taken["says"].rstrip(".").lower() in table.wait_says("First: ").lower()
    assert table.count(".pc[aria-pressed='true']") == 0
    table.touch("pile stock")
    table.wait_at(1)
    assert table.session.record.actions[0] == taken["text"]
