"""The links of the book: within it every one leads somewhere, and those that lead elsewhere are
well formed and stand there once.
"""

import os
from pathlib import Path

import house
import links
import pytest


def test_no_address_elsewhere_is_malformed_or_stands_in_two_spellings():
    found = links.elsewhere(links.files(*links.SOURCES))
    assert "https://www.pgdp.net" in found
    assert links.flaws(found) == []


@pytest.mark.table("address, said", "flaws")
def test_a_flaw_is_named_with_its_place(address, said):
    (told,) = links.flaws({address: ["book/x.md:7"]})
    assert said in told and "(book/x.md:7)" in told


def test_one_page_in_two_spellings_is_named():
    (told,) = links.flaws({"https://a.org/x": ["a:1"], "https://www.a.org/x/": ["b:2"]})
    assert "the same page as https://a.org/x (a:1)" in told


def test_addresses_are_found_with_their_lines(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "[a](https://a.org/x), https://b.org.\nhttp://localhost:8 <https://c.org>\n",
        encoding="utf-8",
    )
    assert links.elsewhere([page]) == {
        "https://a.org/x": ["page.md:1"],
        "https://b.org": ["page.md:1"],
        "https://c.org": ["page.md:2"],
    }


def test_a_link_within_a_book_that_leads_nowhere_is_named(tmp_path):
    addresses = "two.html#there #here no.html #nowhere https://a.org two.html#play=jabc".split()
    anchors = "".join(f'<a href="{address}">a</a>' for address in addresses)
    (tmp_path / "one.html").write_text(f'<p id="here"></p>{anchors}', encoding="utf-8")
    (tmp_path / "two.html").write_text(
        '<p id="there"></p><img src="gone.svg"><a href="one.html#away">g</a>', encoding="utf-8"
    )
    assert links.astray(tmp_path) == [
        "one.html: #nowhere: there is no such place in it",
        "one.html: no.html: there is no such file",
        "two.html: gone.svg: there is no such file",
        "two.html: one.html#away: there is no such place in it",
    ]
    with pytest.raises(FileNotFoundError, match="holds no page"):
        links.astray(tmp_path / "none")


@pytest.mark.slow
def test_every_link_of_the_built_book_leads_somewhere():
    site = Path(os.environ.get("CADOGAN_SITE", house.SITE))
    if not (site / "index.html").is_file() and not os.environ.get("CI"):
        pytest.skip("the book is not built; make build")
    assert links.astray(site) == []
