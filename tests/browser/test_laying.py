"""A deal from real cards: the pack laid by taps and by typing, told of what is wrong, dealt, played,
hinted, and come back to.
"""

import pytest

import cadogan
from cadogan.cards import pack

from .conftest import IN_PAGE, PHONE, in_page

pytestmark = pytest.mark.browser
CARDS = [card.text for card in pack(1)][::-1]


def lay_from_more(board):
    board.push("More")
    board.push("Deal from real cards")
    board.wait_for_selector(".laying:not([hidden]) .pack button")


def wait_laid(board, part):
    board.wait_for_function(
        "part => document.querySelector('.laying [role=status]').textContent.includes(part)", part
    )


@pytest.mark.parametrize("options", [{}, PHONE])
def test_a_pack_is_tapped_and_typed_and_played(table, options):
    board = table("fortress", 7, **options)
    lay_from_more(board)
    wait_laid(board, "0 of 52 cards laid.")
    for card in CARDS[:2]:
        board.locator(f'.pack [data-card="{card}"]').click()
    wait_laid(board, "2 of 52 cards laid.")
    assert board.count('.pack [aria-disabled="true"]') == 2
    assert board.count(".playing-card[data-i]") == 2
    text = board.get_by_label("The cards in the order in which they are dealt")
    text.fill(" ".join([*CARDS[:50], "5h"]))
    wait_laid(board, "The five of hearts has been laid already")
    assert board.button("Deal these cards").get_attribute("aria-disabled") == "true"
    board.push("Last card back")
    wait_laid(board, "50 of 52 cards laid.")
    text.fill(" ".join(CARDS))
    wait_laid(board, "All 52 cards are laid.")
    board.push("Deal these cards")
    board.wait_says("The deal from real cards.")
    assert "deal from real cards" in board.text(".title")
    dealt = cadogan.games["fortress"].deal(cards=CARDS)
    board.make(dealt.moves()[0], "mouse")
    board.wait_moved(1)
    left = board.stored()["fortress"][0]
    assert left["record"]["cards"].split() == CARDS and left["moved"] == 1
    assert not board.stored("cadogan-games"), "it does not count"


def test_closing_the_panel_brings_the_table_back_and_the_rest_comes_by_chance(table):
    board = table("congress", 7)
    before = board.count(".playing-card[data-i]")
    lay_from_more(board)
    wait_laid(board, "0 of 104 cards laid.")
    board.wait_for_function("!document.querySelector('.playing-card[data-i]')")
    resting = board.texts(".controls > [inert]")
    assert {"Hint", "Can it be won?"} <= set(resting), "nothing speaks of the game beneath"
    board.press("Escape")
    board.wait_for_selector(".laying", state="hidden")
    assert board.count(".playing-card[data-i]") == before
    assert not board.texts(".controls > [inert]")
    lay_from_more(board)
    board.push("The rest by chance")
    wait_laid(board, "All 104 cards are laid.")
    board.push("Deal these cards")
    board.wait_says("The deal from real cards.")
    board.push("Hint")
    board.wait_for_function("document.querySelector('.says').textContent.startsWith('You might')")
    board.push("New deal")
    board.wait_for_function("!document.querySelector('.title').textContent.includes('real cards')")


@in_page
@pytest.mark.slow
def test_a_page_lays_real_cards_before_anything_was_played_and_opens_them_again(table):
    board = table("fortress", 1933, **IN_PAGE)
    board.push("Deal from real cards")
    board.wait_for_selector(".laying .pack button")
    board.get_by_label("The cards in the order in which they are dealt").fill(" ".join(CARDS))
    wait_laid(board, "All 52 cards are laid.")
    board.push("Deal these cards")
    board.wait_says("The deal from real cards.")
    dealt = cadogan.games["fortress"].deal(cards=CARDS)
    board.make(dealt.moves()[0], "mouse")
    board.wait_moved(1)
    board.reload()
    board.push("Resume deal from real cards, move 1")
    board.wait_live()
    board.wait_moved(1)
    assert "deal from real cards" in board.text(".title")


@in_page
@pytest.mark.slow
def test_what_is_typed_before_python_is_there_is_read_then(table):
    board = table("fortress", 1933, **IN_PAGE)
    board.push("Deal from real cards")
    wait_laid(board, "Your cards are read as soon as the table is set.")
    board.get_by_label("The cards in the order in which they are dealt").press_sequentially(
        "5H 5H QD"
    )
    wait_laid(board, "The five of hearts has been laid already")
