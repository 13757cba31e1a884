"""The links of the book: `python tools/links.py` checks those within it and lists those that lead
elsewhere; needs no network.

Within the book: every page, picture, script and place that a built page names must be there.
Elsewhere: every address in the pages, the bibliography and the project's own files is listed with
where it stands, and looked at: is it well formed, does the same page stand there in two spellings?
Whether they answer, Sphinx's own builder asks (`jupyter-book build --builder linkcheck`). Standard
library only."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

from house import ROOT, SITE, command_line, files

#: Where addresses may stand: what people read, not what a drawing or a schema names.
SOURCES = ("book/**/*.md", "book/*.bib", "*.md", "CITATION.cff", "pyproject.toml")
ADDRESS = re.compile(r"https?://[^\s<>\"'`\])}]+")
#: Addresses of this very machine are no links.
LOCAL = ("localhost", "127.0.0.1")
#: The code of a rules cell, whose lines `book/_static/concordance.js` makes places of.
RULES = re.compile(r'<div class="cell [^"]*tag_rules.*?<pre>(.*?)</pre>', re.DOTALL)
#: By which attribute an element names an address.
NAMING = {"a": "href", "link": "href"} | dict.fromkeys(("img", "script", "iframe", "source"), "src")
#: Sphinx writes this page for itself; nothing of ours leads there.
NOT_OURS = "search.html"


class Page(HTMLParser):
    """The addresses that a page names, and the places that it has."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.addresses: list[str] = []
        self.places: set[str] = {"", "top"}
        for cell, code in enumerate(RULES.findall(text), 1):
            self.places |= {
                f"rules-{cell}-{line}" for line in range(1, code.removesuffix("\n").count("\n") + 2)
            }
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note its links and its place."""
        attributes = dict(attrs)
        places = (attributes.get("id"), attributes.get("name") if tag == "a" else None)
        self.places |= {*filter(None, places)}
        address = attributes.get(NAMING.get(tag, ""))
        if address and "canonical" not in (attributes.get("rel") or ""):
            self.addresses.append(address)


def astray(site: Path) -> list[str]:
    """Every link of a built book to a file or a place that is not there: page, link, what is
    missing.
    """
    pages = {
        path: Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
        if path.relative_to(site).parts[0] not in ("_static", "lab")
    }
    if not pages:
        raise FileNotFoundError(f"{site} holds no page; build the book first")
    complaints = []
    for path, page in pages.items():
        for address in sorted(set(page.addresses)) if path.name != NOT_OURS else ():
            link, place = urldefrag(address)
            if urlsplit(link).scheme or link.startswith("//"):
                continue
            target = (path.parent / unquote(link.partition("?")[0])).resolve() if link else path
            target = target / "index.html" if target.is_dir() else target
            missing = "" if target.is_file() else "there is no such file"
            if (
                not missing
                and target in pages
                and not place.startswith("play=")
                and unquote(place) not in pages[target].places
            ):
                missing = "there is no such place in it"
            if missing:
                complaints.append(f"{path.relative_to(site)}: {address}: {missing}")
    return complaints


def elsewhere(paths: Iterable[Path]) -> dict[str, list[str]]:
    """Every address that leads elsewhere, with the places where it stands: file and line."""
    places: dict[str, list[str]] = {}
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            for address in (text.rstrip(".,;:!?") for text in ADDRESS.findall(line)):
                if urlsplit(address).hostname not in LOCAL:
                    source = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name
                    places.setdefault(address, []).append(f"{source}:{number}")
    return dict(sorted(places.items()))


def flaws(addresses: Mapping[str, list[str]]) -> list[str]:
    """What is wrong with addresses as they are written: no secure scheme, no host, two spellings of
    one page.

    >>> flaws({"https://a.org/x": ["one:1"], "https://www.a.org/x/": ["two:2"], "http://b.org": ["three:3"]})
    ['http://b.org (three:3): write https', 'https://www.a.org/x/ (two:2): the same page as https://a.org/x (one:1), in another spelling']
    """
    complaints: list[str] = []
    first: dict[tuple[str, str, str], str] = {}
    for address, places in addresses.items():
        parts = urlsplit(address)
        host = parts.hostname or ""
        if parts.scheme != "https":
            complaints.append(f"{address} ({places[0]}): write https")
        if not re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", host) or parts.username is not None:
            complaints.append(f"{address} ({places[0]}): {host!r} is no host")
        plain = (host.removeprefix("www."), parts.path.rstrip("/"), parts.query)
        if plain in first:
            complaints.append(
                f"{address} ({places[0]}): the same page as {first[plain]} ({addresses[first[plain]][0]}), in another spelling"
            )
        first.setdefault(plain, address)
    return complaints


def main(words: list[str] | None = None) -> int:
    """See the module; returns the exit status."""
    command_line(__doc__, line=words)
    addresses = elsewhere(files(*SOURCES))
    for address, places in addresses.items():
        print(f"{address}  {' '.join(places)}")
    wrong = flaws(addresses)
    if SITE.is_dir():
        wrong += astray(SITE)
    else:
        print("The book is not built: the links within it were not looked at.")
    for complaint in wrong:
        print(complaint, file=sys.stderr)
    print(f"{len(addresses)} addresses elsewhere; {len(wrong) or 'nothing'} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
