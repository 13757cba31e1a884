"""The book as PDF: which pages are printed, and what a printed page holds."""

import re

import browsers
import house
import pdf
import pytest

HTML = """<!doctype html><html lang="en"><title>{title}</title><article class="bd-article"><h1>{title}</h1>
<img loading="lazy" alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>">
<table><tr><th>Suit</th><th>Cards</th></tr><tr><td>Hearts</td><td>13</td></tr></table>
<p style="height: {height}px">Cards, <a href="elsewhere.html">elsewhere</a>, <a href="">here</a>.</p>
<svg width="99" height="20"><a href="elsewhere.html"><text y="15">A drawing.</text></a></svg></article></html>"""

SEEN = """<p id="seen" style="height: 1500px">One moment.</p><script src="seen.js"></script>"""
SHEET = re.compile(rb"/Type\s*/Page\b")
SCRIPT = "setTimeout(() => document.getElementById('seen').remove(), 100);"


@pytest.fixture
def site(tmp_path):
    for n, page in enumerate(house.listed()):
        path = tmp_path / "html" / f"{page}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HTML.format(title=page, height=100 if n else 2500), encoding="utf-8")
    return tmp_path / "html"


def test_all_pages_are_printed_in_the_books_order_or_those_named(site):
    every = pdf.pages(site, [])
    assert every[0] == "intro" and every.index("la-belle-lucie") < every.index(
        "cooncan"
    ) < every.index("lessons/coverage")
    assert len(every) == len(set(every)) == len(list(site.rglob("*.html")))
    assert pdf.pages(site, ["lessons/coverage", "book/fortress.md"]) == [
        "lessons/coverage",
        "fortress",
    ]


def test_a_page_that_is_not_there_is_named(site, tmp_path, capsys):
    assert pdf.main(["fortres", "--site", str(site), "--to", str(tmp_path / "pdf")]) == 1
    said = capsys.readouterr().err
    assert f"no such page in {site}: fortres; there are intro, " in said and "fortress" in said
    assert pdf.main(["--site", str(tmp_path / "nothing")]) == 1
    assert "make build builds the book" in capsys.readouterr().err


def test_where_nothing_joins_them_the_pages_stay_apart(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert pdf.join([tmp_path / "a.pdf", tmp_path / "b.pdf"], tmp_path) is None


@pytest.mark.slow
@pytest.mark.browser
def test_a_page_is_printed_whole_on_a4(site, tmp_path, capsys):
    pytest.importorskip("playwright.sync_api")
    if browsers.installed() is None:
        pytest.skip(f"no Chromium: {browsers.HOW_TO}")

    def printed(*pages):
        """These pages, each printed."""
        assert pdf.main([*pages, "--site", str(site), "--to", str(tmp_path / "pdf")]) == 0
        return [(tmp_path / "pdf" / f"{page}.pdf").read_bytes() for page in pages]

    long, short = printed("intro", "lessons/coverage")
    sheets = [len(SHEET.findall(pdf)) for pdf in (long, short)]
    assert sheets[0] >= 3 and sheets[1] == 1, "2,500 pixels are three sheets, 100 one"
    width, height = map(float, re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", short)[0])
    assert abs(width - 595) < 2 and abs(height - 842) < 2
    assert b"127.0.0.1" not in long, "no link to the server that printed it"
    assert "coverage.pdf" in capsys.readouterr().out
    page = site / "lessons" / "coverage.html"
    page.with_name("seen.js").write_text(SCRIPT, "utf-8")  # (a script in the page is not run)
    page.write_text(page.read_text(encoding="utf-8").replace("<table>", f"{SEEN}<table>"), "utf-8")
    (anew,) = printed("lessons/coverage")
    assert len(SHEET.findall(anew)) == 1, "what was to be seen for a moment is not printed"
    assert b"/Headers" in short
