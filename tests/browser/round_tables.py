"""A page with a round game's table, and whole games at it by mouse, by keys and by finger, for the
tests beside.
"""

import random

import pytest

from cadogan.board import round_screen as screen
from cadogan.board.round_replay import finished, replay
from cadogan.board.round_session import Session
from cadogan.board.round_shown import opening
from cadogan.board.script import script
from cadogan.drawing.faces import joker_svg_defs
from cadogan.round_games import games
from cadogan.round_games.telling import NUMBERED

from .conftest import LIVE, ROOT, Handler, Watched

GAMES = list(games)
BOARD = ROOT / "cadogan" / "board"
#: Games to be played from the deal to the settlement. At Commerce the first to act may end the deal
#: at once: here it is the person, and everybody deals once. Cooncan and Speculation are long: in
#: these deals the person soon does all that there is to do.
WHOLE = {
    "commerce": {"dealer": 4, "deals": "round"},
    "cooncan": {"seed": 14, "deals": 2},
    "speculation": {"players": 3},
}


#: What is asked of the page, and not of the session.
SHOWN = {"live", "html", "width", "height", "allowed"}


class Table(Watched):
    """A page with a round game's table."""

    def begin(self, session=None, allowed=()):
        super().begin(session, allowed)
        #: Whether the last card of an action is carried to where it belongs, and how often that
        #: was so.
        self.carries, self.carried = False, 0

    def at(self):
        return int(self.locator(".cadogan").get_attribute("data-at"))

    def wait_at(self, least):
        self.wait_for("n => Number(document.querySelector('.cadogan')?.dataset.at) >= n", least)

    def wait_turn(self, seat):
        """Until this seat is to act, or a deal is settled, or the game is over."""
        self.wait_for(
            "s => [String(s), 'between', 'over'].includes(document.querySelector('.cadogan').dataset.turn)",
            seat,
        )

    def next_deal(self):
        """From the score sheet to the next deal."""
        assert self.locator(".settled").is_visible() and self.locator(".acts").is_hidden()
        before = self.at()
        self.touch("next")
        # The bots may have settled it already.
        self.wait_for(
            "n => (({ turn, at }) => turn !== 'between' || Number(at) > n)(document.querySelector('.cadogan').dataset)",
            before,
        )

    def key(self, name):
        return self.locator(f'[data-key="{name}"]')

    def shows(self, session, seat=0):
        """That the page shows what this seat sees at that table: the whole view as text, and the
        cards in hand one by one.
        """
        view = session.state.view(seat)
        assert self.locator("pre.panel").text_content() == str(view), (
            f"after {session.record.actions[-3:]}"
        )
        held = screen.parts(session.game, view.table, NUMBERED, [""] * session.state.players)[
            f"seat {seat}"
        ]["hand"]["cards"]
        assert sorted(held, key=str) == sorted((screen.face(card) for card in view.hand), key=str)
        assert self.locator(".mine .pc[data-key^=hand]").evaluate_all(
            "all => all.map(node => node.dataset.card)"
        ) == [card or "" for card in held]

    def has(self, name):
        return self.key(name).count()

    def touch(self, name):
        """Click or tap on something, or go to it by Tab and arrows and press Enter."""
        if self.how == "keys":
            self.go(name)
            self.press("Enter")
        else:
            self.key(name).scroll_into_view_if_needed()
            (self.touchscreen.tap if self.how == "touch" else self.mouse.click)(*self.spot(name))

    def spot(self, name):
        """Where a thing is touched: at its left, which other cards leave uncovered; the middle in
        its upper right corner.
        """
        box = (self.locator(".centre").first if name == "middle" else self.key(name)).bounding_box()
        return (
            (box["x"] + box["width"] - 4, box["y"] + 4)
            if name == "middle"
            else (box["x"] + 8, box["y"] + box["height"] / 2)
        )

    def lift(self, name, target):
        """The card is first brought into sight."""
        self.key(name).scroll_into_view_if_needed()
        return super().lift(name, target)

    def goal(self, told):
        """Where the cards of an action can be carried to, if that is in sight beside the hand."""
        where = (
            f"meld {told['meld']}"
            if told["meld"] is not None
            else f"pile {told['pile']}"
            if told["pile"]
            else "middle"
        )
        if not told["pick"] or not (where == "middle" or self.has(where)):
            return None
        goal = self.locator(".centre").first if where == "middle" else self.key(where)
        goal.scroll_into_view_if_needed()
        self.key("hand 0").scroll_into_view_if_needed()
        return where if self.spot(where)[1] > 0 else None

    def focused(self):
        return self.evaluate("document.activeElement?.dataset?.key ?? null")

    def go(self, name):
        """Bring the focus there by Tab and the arrows alone."""
        group = self.key(name).evaluate(
            "node => node.closest('[data-group]')?.dataset.group ?? null"
        )
        here = "document.activeElement.closest('[data-group]')?.dataset.group ?? null"
        for _ in range(120):
            if self.focused() == name:
                return
            inside = group is not None and self.evaluate(here) == group
            self.press("ArrowRight" if inside else "Tab")
        raise AssertionError(f"no way to {name} by keys; the focus is on {self.focused()}")

    def act(self, text, seat):
        """Do what this action says, by touching what it is done with."""
        table = self.session.state.view(seat).table
        found = next(one for one in self.session.state.actions() if one.text == text)
        told, made = screen.action(self.session.game, table, seat, found), self.at()
        picked = set()
        goal = self.goal(told) if self.carries else None
        for n, card in enumerate(told["pick"], 1):
            nodes = self.locator(f'[data-card="{card}"]').evaluate_all(
                "all => all.map(node => node.dataset.key)"
            )
            name = next(one for one in nodes if one not in picked)
            picked.add(name)
            if goal and n == len(told["pick"]) and name.startswith("hand"):
                self.carried += 1
                self.carry(name, goal)
                self.wait_for(
                    "at => Number(document.querySelector('.cadogan')?.dataset.at) !== at", made
                )
                return
            self.touch(name)
            self.settle(name, made)
            if self.at() != made:
                return
        if told["meld"] is not None and told["pick"]:
            self.touch(f"meld {told['meld']}")
            self.settle(f"meld {told['meld']}", made)
        if self.at() == made:
            self.decide(told)

    def settle(self, name, made):
        """Until what was touched is chosen, or has been played at once."""
        chosen = (
            "([name, at]) => Number(document.querySelector('.cadogan')?.dataset.at) !== at"
            " || document.querySelector(`[data-key='${name}'][aria-pressed='true']`)"
        )
        self.wait_for(chosen, [name, made])

    def decide(self, told):
        """Press the button of an action, with its price if that is asked for."""
        if told["price"] is not None and self.has(f"price {told['of']}"):
            field = self.key(f"price {told['of']}")
            if self.how != "keys":
                field.fill(str(told["price"]))
                self.touch(f"act {told['of']}")
            else:
                self.go(f"price {told['of']}")
                self.press("Control+a")
                self.keyboard.type(str(told["price"]))
                self.press("Enter")
        elif self.has(f"act {told['text']}"):
            self.touch(f"act {told['text']}")
        else:  # too many for buttons: it stands in the list of all
            assert self.how != "keys"
            self.push("All actions")
            self.locator(
                ".moves button", has=self.locator("code", has_text=told["text"])
            ).first.click()
            self.press("Escape")


@pytest.fixture(name="slug", params=GAMES)
def slugs(request):
    """Each round game."""
    return request.param


@pytest.fixture(name="lay")
def laying(show):
    """Opens a table: `lay("cooncan", 1, seats=…)`; `live=False` has no kernel, so a replay is
    shown.
    """
    Handler.serve("/round.js", script("round"))
    styles = "\n".join(
        (BOARD / name).read_text(encoding="utf-8") for name in ("board.css", "round.css")
    )
    Handler.serve("/round.css", styles)

    def open_table(
        session,
        seed=1,
        *,
        how="mouse",
        browser_options=None,
        **options,
    ):
        shown = {name: options.pop(name) for name in SHOWN & options.keys()}
        if isinstance(session, str):
            session = Session(session, seed, **options)
        story = replay(
            finished(session.game, session.state.number, session.state.players), session.seats
        )
        traits = {
            "joker_svg": joker_svg_defs(prefix="cb-"),
            "first": session.first(),
            "replay": {**story, "start": opening(session.record, session.seats)},
        }
        options = {"height": 900} | shown | (browser_options or {})
        table = show("round", Table, session, traits, **options)
        table.how = how
        return table

    return open_table


PACE = "How fast the bots play"


def at_once(table):
    """The bots are to play without pauses; chosen by mouse or by keys."""
    by_keys = table.how == "keys"
    if not by_keys:
        table.locator(".controls button").last.focus()
    elif not table.on_board():
        table.press("Tab")
    table.press("n")
    table.wait_for_selector("form select")
    if by_keys:
        table.tab_to(f"[aria-label='{PACE}']")
        table.keyboard.type("at once")
    else:
        table.choose(PACE, "at once")
    table.press("Escape")


def choose(session, seat, rng):
    """What a person might do: what the author advises; at Commerce, where that is soon over,
    anything but stand.
    """
    actions = session.state.actions()
    if session.game.slug == "commerce":
        return (
            rng.choice([one for one in actions if one.verb != "stand"] or actions).text
            if len(session.record.actions) < 30
            else "stand"
        )
    return (
        session.game.advice(session.state.view(seat), actions).text
        if len(actions) > 1
        else actions[0].text
    )


def play_beside(table, most=400):
    """A game whose referee is Python in the page, or so many acts of it: the same game is played
    here, so that the test knows what is on the table. Gives how often the person acted.
    """
    shadow, rng, acted = table.session, random.Random(5), 0
    while acted < most:
        catch_up(shadow)
        if shadow.between:
            table.wait_turn("between")
            table.next_deal()
            shadow.handle({"kind": "next"})
            continue
        table.wait_for(
            "n => Number(document.querySelector('.cadogan')?.dataset.at) === n",
            len(shadow.record.actions),
        )
        if table.count(LIVE):  # else what was kept is drawn, and nobody referees it yet
            table.shows(shadow)
        if shadow.state.is_over:
            break
        text = choose(shadow, 0, rng)
        table.act(text, 0)
        shadow.handle({"kind": "act", "text": text})
        acted += 1
    catch_up(shadow)
    return acted


def play_out(table, seat=0, most=400):
    """Play seat after seat to the end; gives how often the person acted."""
    rng, acted = random.Random(5), 0
    while acted < most:
        table.wait_turn(seat)
        if table.session.between:
            table.next_deal()
            continue
        if table.session.state.is_over:
            break
        table.wait_at(len(table.session.record.actions))
        before = len(table.session.record.actions)
        table.act(choose(table.session, seat, rng), seat)
        table.wait_at(before + 1)
        acted += 1
        assert table.count(".says.refused") == 0, table.says()
        if table.how == "keys":
            assert table.on_board(), "the focus is never lost"
    assert table.session.state.is_over
    table.wait_turn("over")
    return acted


def whole(slug):
    """A game that is to be played from the deal to the settlement."""
    return Session(slug, **({"seed": 3} | WHOLE.get(slug, {})))


def in_play(slug, own):
    """A session in which the person has acted so often, and is to act again."""
    session = Session(slug, 7, **({"dealer": 4} if slug == "commerce" else {}))
    rng = random.Random(3)
    for _ in range(own):
        session.bots()
        if session.state.is_over:
            break
        session.play(choose(session, 0, rng), 0)
    session.bots()
    return session


def trick():
    """Calabrasella, the person to follow suit, with cards that may be laid and cards that may not."""
    session = Session("calabrasella", 3)
    while (
        session.state.phase != "trick"
        or session.state.to_act != 0
        or len(session.state.actions()) == len(session.state.view(0).hand)
    ):
        if session.state.to_act == 0:
            session.play(session.game.advice(session.state.view(0), session.state.actions()))
        else:
            session.bots(1)
    return session


def catch_up(shadow):
    """Bring a session beside the page's to where the page is: every message that the page's bots
    send, sent to it, too.
    """
    while (
        not shadow.between
        and not shadow.state.is_over
        and shadow.state.to_act not in shadow.persons
    ):
        shadow.handle({"kind": "bot", "actions": 1})
