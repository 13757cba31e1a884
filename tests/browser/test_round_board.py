"""The table of the round games in a real browser: whole games by mouse and by keyboard, the curtain, the lecturer, records."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cadogan.board.script import ROUND_PARTS, script
from cadogan.faces import card_svg_defs, joker_svg_defs
from cadogan.round_games import games, screen
from cadogan.round_games.session import Session, finished, opening, replay

from .conftest import PAGE, ROOT, Handler, Watched

pytestmark = pytest.mark.browser

GAMES = list(games)
BOARD = ROOT / "cadogan" / "board"
#: At Commerce the first to act may end the deal at once: here it is the person, and everybody deals once.
LONGER = {"commerce": {"dealer": 4, "deals": "round"}}
#: Pictures for people to look at, when a folder is named.
PICTURES = os.environ.get("CADOGAN_PICTURES")


class Table(Watched):
    """A page with a round game's table."""

    session: Session
    how = "mouse"

    def at(self) -> int:
        return int(self.page.locator(".cadogan").get_attribute("data-at"))

    def wait_for(self, condition: str, arg: Any = None, timeout: int = 10000) -> None:
        self.page.wait_for_function(condition, arg=arg, timeout=timeout)

    def wait_at(self, least: int) -> None:
        self.wait_for("n => Number(document.querySelector('.cadogan').dataset.at) >= n", least)

    def wait_turn(self, seat: int | str) -> None:
        """Until this seat is to act, or the game is over."""
        self.wait_for("s => [String(s), 'over'].includes(document.querySelector('.cadogan').dataset.turn)", seat, 60000)

    def key(self, name: str) -> Any:
        return self.page.locator(f'[data-key="{name}"]')

    def has(self, name: str) -> bool:
        return bool(self.key(name).count())

    def touch(self, name: str) -> None:
        """Click on something, or go to it by Tab and arrows and press Enter."""
        if self.how == "mouse":
            box = self.key(name).bounding_box()
            self.page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)
            return
        self.go(name)
        self.press("Enter")

    def focused(self) -> str | None:
        return self.page.evaluate("document.activeElement?.dataset?.key ?? null")  # type: ignore[no-any-return]

    def go(self, name: str) -> None:
        """Bring the focus there by Tab and the arrows alone."""
        group = self.key(name).evaluate("node => node.closest('[data-group]')?.dataset.group ?? null")
        here = "document.activeElement.closest('[data-group]')?.dataset.group ?? null"
        for _ in range(120):
            if self.focused() == name:
                return
            inside = group is not None and self.page.evaluate(here) == group
            self.press("ArrowRight" if inside else "Tab")
        raise AssertionError(f"no way to {name} by keys; the focus is on {self.focused()}")

    def act(self, text: str, seat: int) -> None:
        """Do what this action says, by touching what it is done with."""
        table = self.session.state.view(seat).table
        found = next(one for one in self.session.state.actions() if one.text == text)
        told, before = screen.action(self.session.game, table, seat, found), self.session.state
        picked: set[str] = set()
        for card in told["pick"]:
            nodes = self.page.locator(f'[data-card="{card}"]').evaluate_all("all => all.map(node => node.dataset.key)")
            name = next(one for one in nodes if one not in picked)
            picked.add(name)
            self.touch(name)
            self.settle(name, before)
            if self.session.state is not before:
                return
        if told["meld"] is not None and told["pick"]:
            self.touch(f"meld {told['meld']}")
            self.settle(f"meld {told['meld']}", before)
        if self.session.state is before:
            self.decide(told)

    def settle(self, name: str, before: Any) -> None:
        """Until what was touched is chosen, or has been played at once."""
        chosen = "([name, at]) => Number(document.querySelector('.cadogan').dataset.at) !== at" \
            " || document.querySelector(`[data-key='${name}'][aria-pressed='true']`)"  # fmt: skip
        self.wait_for(chosen, [name, len(before.record().actions)])

    def decide(self, told: dict[str, Any]) -> None:
        """Press the button of an action, with its price if that is asked for."""
        if told["price"] is not None and self.has(f"price {told['of']}"):
            field = self.key(f"price {told['of']}")
            if self.how == "mouse":
                field.fill(str(told["price"]))
                self.touch(f"act {told['of']}")
            else:
                self.go(f"price {told['of']}")
                self.page.keyboard.press("Control+a")
                self.page.keyboard.type(str(told["price"]))
                self.press("Enter")
        elif self.has(f"act {told['text']}"):
            self.touch(f"act {told['text']}")
        else:  # too many for buttons: it stands in the list of all
            assert self.how == "mouse"
            self.press("m")
            self.page.locator(".moves button", has=self.page.locator("code", has_text=told["text"])).first.click()
            self.press("Escape")


@pytest.fixture
def lay(server: str, browser: Any) -> Iterator[Callable[..., Table]]:
    """Opens a table: `lay("cooncan", 1, seats=…)`; `live=False` has no kernel, so a replay is shown."""
    tables: list[Table] = []
    Handler.pages["/round.js"] = ("text/javascript", script(ROUND_PARTS).encode())
    styles = "\n".join((BOARD / name).read_text(encoding="utf-8") for name in ("board.css", "round.css"))
    Handler.pages["/round.css"] = ("text/css", styles.encode())
    page_of = PAGE.replace("/board.js", "/round.js").replace("/board.css", "/round.css").replace("/traits.json", "/round.json")

    def open_table(session: Session | str, seed: int = 1, *, live: bool = True, html: str = "", width: int = 1200, height: int = 900,
                   allowed: tuple[str, ...] = (), how: str = "mouse", browser_options: Any = None, **options: Any) -> Table:  # fmt: skip
        if isinstance(session, str):
            session = Session(session, seed, **options)
        story = replay(finished(session.game, session.state.number, session.state.players), session.seats)
        traits = {
            "cards_svg": card_svg_defs(prefix="cb-", switch=True), "joker_svg": joker_svg_defs(prefix="cb-"), "first": session.shown(),
            "replay": {**story, "start": opening(session.record, session.seats)},
        }  # fmt: skip
        dark = "dark" in html
        Handler.pages["/round.json"] = ("application/json", json.dumps(traits).encode())
        Handler.pages["/round"] = ("text/html", page_of.format(html=html, ink="#eee" if dark else "#111").encode())
        context = browser.new_context(viewport={"width": width, "height": height}, **(browser_options or {}))
        table = Table(context.new_page(), None, allowed)
        table.session, table.how = session, how  # type: ignore[assignment]
        tables.append(table)
        if live:
            table.page.expose_function("referee", lambda text: json.dumps(session.handle(json.loads(text))))
        table.page.goto(server + "/round")
        table.page.wait_for_selector(".cadogan .controls:not([hidden])")
        if dark:
            table.page.evaluate("document.body.style.background = '#111'")
        return table

    yield open_table
    for table in tables:
        table.page.context.close()
    for table in tables:
        assert not table.problems, table.problems


def at_once(table: Table) -> None:
    """The bots are to play without pauses; chosen by mouse or by keys."""
    if table.how == "mouse":
        table.page.locator(".controls button").last.focus()
        table.press("n")
        table.page.get_by_label("How fast the bots play").select_option("at once")
    else:
        table.press("Tab")
        table.press("n")
        table.page.wait_for_selector("form select")
        for _ in range(30):
            if table.page.evaluate("document.activeElement.getAttribute('aria-label')") == "How fast the bots play":
                break
            table.press("Tab")
        table.page.keyboard.type("at once")
    table.press("Escape")


def choose(session: Session, seat: int, rng: random.Random) -> str:
    """What a person might do: what the author advises; at Commerce, where that is soon over, anything but stand."""
    actions = session.state.actions()
    if session.game.slug == "commerce":
        return rng.choice([one for one in actions if one.verb != "stand"] or actions).text if len(session.record.actions) < 30 else "stand"
    return session.game.advice(session.state.view(seat), actions, rng).text if len(actions) > 1 else actions[0].text


def play_out(table: Table, seat: int = 0, most: int = 400) -> int:
    """Play seat after seat to the end; gives how often the person acted."""
    rng, acted = random.Random(5), 0
    while acted < most:
        table.wait_turn(seat)
        if table.session.state.is_over:
            break
        table.wait_at(len(table.session.record.actions))
        before = len(table.session.record.actions)
        table.act(choose(table.session, seat, rng), seat)
        table.wait_at(before + 1)
        acted += 1
        assert table.page.locator(".says.refused").count() == 0, table.says()
        if table.how == "keys":
            assert table.page.evaluate("document.querySelector('.cadogan').contains(document.activeElement)"), "the focus is never lost"
    assert table.session.state.is_over
    table.wait_turn("over")
    return acted


@pytest.mark.parametrize("how", ["mouse", "keys"])
@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_game_against_bots(lay: Any, slug: str, how: str) -> None:
    """From the deal to the settlement, each action by touching cards, combinations, piles and buttons, or by keys alone."""
    table = lay(slug, 3, how=how, **LONGER.get(slug, {}))
    at_once(table)
    acted = play_out(table)
    assert acted >= 1 and table.page.locator(".result").inner_text() == "Over"
    settled = table.page.locator(".settled").inner_text()
    for n in table.session.state.payoffs:
        assert f"{n:+d}".replace("-", "−").replace("+0", "0") in settled
    print(f"\n{slug} by {how}: {acted} actions of {len(table.session.record.actions)}, payoffs {table.session.state.payoffs}")
