"""The book's own Sphinx extension.

It ties the old text to the rules: each sentence of a chapter's old text gets its place and its
quiet mark from `cadogan.edition.concordance`, and the page gets, cell by cell, the lines of its
rules cells that carry them out, which `book/_static/concordance.js` lights up. A quotation that
goes on with a paragraph behind a cell is drawn so.

And it takes what the book does not use out of the pages. The theme loads thebe (live code by a
server elsewhere), declares its address twice, which is an error in every page's console, and so
names another host in each page. The book runs its code in the page or in JupyterLab and needs none
of it. Nor does it need the theme's grids and tabs, MathJax for formulae that are set here, a second
name for each folded cell, or a second field to search in, in a bar above the page: the one in the
side bar is enough. Sphinx's own search looks for whole words and shows the first letters of a page;
`book_index` and `book/_static/search.js` are in its place. The page shows 90 columns of code and a
telephone 45: a longer line goes on below. What is folded is named by what is in it."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import posixpath
import re
from html import escape
from pathlib import Path
from typing import Any

import book_icons
import book_index
import book_offline
import book_sheets
import chapter_form
import page_notebooks
import policy
from chapter_form import EXERCISES, GRADE, html
from docutils import nodes
from environment import node
from house import BOOK, ROOT, run
from notebooks import STATE, shared_texts
from sphinx import addnodes

import cadogan
from cadogan.course.exercises import answers
from cadogan.course.field import PAGE
from cadogan.edition import concordance
from cadogan.edition.chapters import rules_cells
from cadogan.edition.old_text import CONTINUED, HEADING, sentences

#: What sets the formulae of the built pages.
FORMULAE = ROOT / "tools" / "formulae.mjs"
#: The quiet mark behind a sentence, and what it says.
MARKS = {"rule": "§", "advice": "†", "description": "°", "example": "‡"}

#: The titles of folded cells, by the tag and the pattern of the code.
FOLDED_CELLS = [
    ("tag_rules", "", "The plate: where the cards lie"),
    ("tag_hide-cell", r"cadogan\.plate\([^\n]*\)", "The plate of a deal"),
    ("tag_hide-input", r"((import|from) [^\n]*\n*)+", "What this page imports"),
    ("tag_hide-input", r".*cadogan\.(play(_round)?|trial|strip)\(.*", "Code"),
    (
        "tag_hide-output",
        r"cadogan\.concordance\.table\(.*",
        "The concordance, sentence by sentence",
    ),
    ("tag_hide-output", "", "What this shows"),
    ("tag_hide-input", "", "The code"),
    ("tag_hide-cell", "", "The code, and what it shows"),
]
#: The title of the folded code of a cell that asks an exercise.
EXPECTED = "What is expected, as code"
#: The title of a cell folded among the exercises.
ANSWER = "The answer, computed"


def _tie(app: Any, doctree: Any) -> None:
    """Wrap each sentence of the old text, and leave the lines of the rules cells for the page's
    script.
    """
    path = Path(app.env.doc2path(app.env.docname))
    if path.stem not in list(cadogan.games):
        return
    text = path.read_text(encoding="utf-8")
    rows = concordance.read(text, path.stem)
    quoted = iter([s for s in rows if not s.restated])
    restated = {s.place.number: s for s in rows if s.restated}
    for section in doctree.findall(nodes.section):
        if section.next_node(nodes.title).astext() != HEADING.removeprefix("## "):
            continue
        for paragraph in section.findall(nodes.paragraph):
            paragraph.children = [
                child for child in paragraph.children if child.astext()
            ]  # the parser leaves empty ones
            head = paragraph.children[0]
            if isinstance(paragraph.parent, nodes.block_quote):
                if not (isinstance(head, nodes.strong) and len(paragraph.children) == 1):
                    _wrap(paragraph, quoted)
            elif isinstance(head, nodes.strong) and (
                rule := restated.get(head.astext().rstrip("."))
            ):
                paragraph.insert(0, html(_opening(rule)))
                paragraph.append(html("</span>" + _mark(rule)))
        _goes_on(section)
    lines: list[dict[int, list[str]]] = [{} for _ in rules_cells(text)]
    for clause in concordance.citing(text, slug=path.stem):
        inside = lines[clause.cell - 1]
        for n in range(clause.first, clause.last + 1):
            inside.setdefault(n, []).extend(
                str(s.place) for s in rows if clause in s.clauses and str(s.place) not in inside[n]
            )
    for name, data in (
        ("concordance", json.dumps(lines)),
        ("words", book_sheets.of_page(path.stem)),
    ):
        doctree.append(html(f'<script type="application/json" id="{name}">{data}</script>'))


def _name_cells(app: Any, doctree: Any) -> None:
    """Give each cell the name that it has in the notebook of its page (`page_notebooks`), by which
    it is run in the page.
    """
    for cell in doctree.findall(nodes.container):
        if cell.get("nb_element") == "cell_code":
            cell["ids"].append(f"cell-{cell['cell_index']}")


#: The code of a chapter's one board.
BOARD = re.compile(r"cadogan\.play(_round)?\(")
#: What ends the folded answer of *Try this first*.
FOLD_ENDS = "</details>"


def _first_screen(app: Any, doctree: Any) -> None:
    """Put what a chapter says first, aim and play, its board and *Try this first*, into one box:
    book.css sets it beside the board.
    """
    section = next(iter(doctree.findall(nodes.section)), None)
    if section is None or not any(child.astext().startswith("Aim. ") for child in section.children):
        return
    children = section.children
    board = next(
        n
        for n, child in enumerate(children)
        if isinstance(child, nodes.container) and BOARD.search(child.astext())
    )
    end = board + 1
    following = (
        n
        for n, child in enumerate(children[end:], end)
        if isinstance(child, nodes.raw) and FOLD_ENDS in child.astext()
    )
    heading = next(
        (n for n, child in enumerate(children) if isinstance(child, nodes.section)), len(children)
    )
    last = next(following, board)
    if last < heading:
        end = last + 1
    section.children[1:end] = [nodes.container("", *children[1:end], classes=["first-screen"])]
    section.children[1].parent = section


def _name_folded(app: Any, doctree: Any) -> None:
    """Write on each folded cell what is in it."""
    for cell in doctree.findall(nodes.container):
        if "prompt_show" in cell:
            code = cell.next_node(nodes.literal_block).astext().strip()
            names = (
                name
                for tag, inside, name in FOLDED_CELLS
                if tag in cell["classes"] and re.fullmatch(inside or ".*", code, re.DOTALL)
            )
            cell["prompt_show"] = cell["prompt_hide"] = next(names)
    for section in doctree.findall(nodes.section):
        if section.next_node(nodes.title).astext() == EXERCISES:
            for cell in section.children:
                if "tag_hide-cell" in cell.get("classes", ()):
                    cell["prompt_show"] = cell["prompt_hide"] = ANSWER


def _fold_exercises(app: Any, doctree: Any) -> None:
    """Fold the code of each cell that asks an exercise under its field. A student's build has none
    of it, and no page that of a guess.
    """
    for cell in doctree.findall(nodes.container):
        if "tag_exercise" in cell.get("classes", ()):
            code = next(c for c in cell.children if c.get("nb_element") == "cell_code_source")
            cell.remove(code)
            if answers() != "student" and re.search(r"^ask\(", code.astext(), re.MULTILINE):
                cell.extend(
                    [
                        html(f'<details class="cadogan-expected"><summary>{EXPECTED}</summary>'),
                        code,
                        html("</details>"),
                    ]
                )


def _goes_on(section: Any) -> None:
    """Mark each quotation that begins in the middle of a paragraph: its first half stands above a
    rules cell.
    """
    goes_on = False
    for child in section.children:
        if child.astext().strip() in (CONTINUED, "continued"):
            goes_on = True
        elif isinstance(child, nodes.block_quote):
            child["classes"] += ["goes-on"] if goes_on else []
            goes_on = False


def _wrap(paragraph: Any, quoted: Any) -> None:
    """The sentences of one quoted paragraph, each in its span. Words and spaces stay as they are."""
    if any(not isinstance(child, nodes.Text) for child in paragraph.children):
        raise ValueError(
            f"the old text is plain text, with no markup inside: {paragraph.astext()[:60]}"
        )
    children: list[Any] = []
    for n, words in enumerate(sentences(paragraph.astext())):
        sentence = next(quoted)
        children += [nodes.Text(" ")] if n else []
        children += [html(_opening(sentence)), nodes.Text(words), html("</span>" + _mark(sentence))]
    paragraph.children = []
    paragraph.extend(children)


#: The folded answer behind an exercise.
FOLDED = "<details>"


def _answers(app: Any, doctree: Any) -> None:
    """Show the answers of a chapter's exercises, as `cadogan.course.exercises.answers` says, or
    leave them out, with their cells.
    """
    build = answers()
    for section in doctree.findall(nodes.section):
        if build == "folded" or section.next_node(nodes.title).astext() != EXERCISES:
            continue
        inside_answer = False
        for child in list(section.children):
            opens = isinstance(child, nodes.raw) and child.astext().startswith(FOLDED)
            if opens and build == "teacher":
                child.replace_self(html(child.astext().replace(FOLDED, "<details open>", 1)))
            inside_answer = opens or (inside_answer and not GRADE.match(child.astext()))
            if inside_answer and build == "student":
                section.remove(child)


#: A link, with what stands in it, of HTML that a cell has made.
LINKED = re.compile(r'<a\b[^>]*?\bhref="([^"#:]+)\.html[^"]*"[^>]*>(.*?)</a>', re.DOTALL)


def _alone(app: Any, doctree: Any) -> None:
    """Where only a part of the book is built, make text of each link to a page that is not in it."""
    if not app.config.cadogan_alone:
        return
    for link in list(doctree.findall(addnodes.pending_xref)):
        if link.get("refdomain") == "doc" and link["reftarget"] not in app.env.found_docs:
            link.replace_self(link.children)


def _unlinked(app: Any, pagename: str, body: str) -> str:
    """The HTML of a page in which such links are text."""

    def link(match: re.Match[str]) -> str:
        name = posixpath.normpath(posixpath.join(posixpath.dirname(pagename), match[1]))
        return match[0] if name in {*app.env.found_docs, "search"} else match[2]

    return LINKED.sub(link, body) if app.config.cadogan_alone else body


#: What a link to a deal says: its number, before it the game where it is not the chapter's.
DEAL = re.compile(r"deal:(?:([a-z0-9-]+)/)?(\d+)")


def _deals(app: Any, doctree: Any) -> None:
    """Make a button of each link to a deal: the page's script (`book/_static/boards.js`) asks the
    page's board to deal it.
    """
    for link in list(doctree.findall(nodes.reference)):
        if not (address := link.get("refuri", "")).startswith("deal:"):
            continue
        if not (match := DEAL.fullmatch(address)):
            raise ValueError(
                f"{app.env.docname}: a link to a deal is deal:1913 or deal:fortress/1913, not {address}"
            )
        game, deal = match[1] or app.env.docname, match[2]
        button = f'<button type="button" class="cadogan-deal" data-game="{game}" data-deal="{deal}">{escape(link.astext())}</button>'
        link.replace_self(html(button))


def _anchor(place: Any) -> str:
    return "text-" + str(place).lower().replace(" ", "-").replace(".", "-")


def _opening(s: Any) -> str:
    return f'<span class="sentence {s.kind}" id="{_anchor(s.place)}" data-rule="{escape(str(s.place))}">'


def _mark(s: Any) -> str:
    """The mark behind a sentence; that of a rule leads to the part that carries it out."""
    if s.clauses:
        place, label = (
            f"rules-{s.clauses[0].cell}-{s.clauses[0].first}",
            f"{s.place}: {concordance.Concordance.carried(s)}",
        )
        return f'<a class="mark" href="#{place}" aria-label="{escape(label)}" title="{escape(label)}">{MARKS["rule"]}</a>'
    label = s.kind + (f", {concordance.Concordance.carried(s)}" if s.default else "")
    return f'<span class="mark" title="{escape(label)}">{MARKS[s.kind]}</span>' if s.kind else ""


#: A table of the concordance or the ledger, the row that names a game in it, and the drawings of
#: the gallery.
LONG_TABLE = re.compile(
    r'<table class="(concordance|ledger)"><thead>(.*?)</thead><tbody>(<tr><th colspan.*?)</tbody></table>',
    re.DOTALL,
)
GAME_ROW = re.compile(r'<tr><th colspan="\d+"><a href="([\w-]+)\.html([^"]*)">(.*?)</a></th></tr>')
DRAWING = re.compile(r'src="data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)"')


def _fold_tables(app: Any, doctree: Any) -> None:
    """Fold a table of all games, a hundred screens long, game by game;
    `book/_static/concordance.js` adds a field to filter it.
    """
    for raw in doctree.findall(nodes.raw):
        if raw.get("format") == "html" and (match := LONG_TABLE.search(raw.astext())):
            raw.children = [nodes.Text(raw.astext().replace(match[0], _folded(*match.groups())))]
            raw.rawsource = raw.children[0]


def _folded(kind: str, head: str, rows: str) -> str:
    _, *parts = GAME_ROW.split(rows)
    jumps, games = [], []
    for slug, place, title, body in zip(parts[0::4], parts[1::4], parts[2::4], parts[3::4]):
        jumps.append(f'<li><a href="#{kind}-{slug}">{title}</a></li>')
        games.append(
            f'<details class="long-table" id="{kind}-{slug}"><summary>{title} <small>{body.count("<tr")}</small></summary>'
            f'<p><a href="{slug}.html{place}">The chapter</a></p>'
            f'<table class="{kind}"><thead>{head}</thead><tbody>{body}</tbody></table></details>'
        )
    return f'<details class="jumps"><summary>Go to a game</summary><ul>{"".join(jumps)}</ul></details>{"".join(games)}'


#: A rules cell as far as its code, which `book/_static/concordance.js` makes into lines; or other
#: code.
CODE = re.compile(
    r'<div class="cell [^"]*tag_rules.*?</pre>|(?<=<div class="highlight"><pre>)(.*?)(?=</pre>)',
    re.DOTALL,
)
TAG = re.compile(r"<[^>]*>")


def _in_lines(body: str) -> str:
    """Make an element of each line of code: one too long for the screen goes on below, a little
    further in than it began.
    """

    def lines(match: re.Match[str]) -> str:
        return (
            match[0]
            if match[1] is None
            else "".join(map(_line, match[1].removesuffix("\n").split("\n")))
        )

    return CODE.sub(lines, body)


def _line(html: str) -> str:
    text = TAG.sub("", html)
    indent = len(text) - len(text.lstrip(" "))
    style = f' style="--in:{indent}"' if indent else ""
    return f'<span class="code-line"{style}>{html}\n</span>'


#: What the models of a page belong to that has boards and nothing for Jupyter's own manager to draw.
BOARDS_ONLY = {"anywidget", "@jupyter-widgets/base"}
#: Where a board is laid by its script, and what stands there without one.
VIEW = '<script type="application/vnd.jupyter.widget-view+json">'
NO_SCRIPT = "<noscript><p>The table needs JavaScript.</p></noscript>"


def _boards(app: Any, scripts: list[Any], root: str) -> str:
    """The script with the saved boards of a page, if it has any. It stands below the text: in the
    head, where the theme has it, it would have to come before the first word is shown. What a board
    has alike with the first of its kind is left out, and what all boards of its class share, program,
    style and cards, lies in a file that all pages share: `book/_static/boards.js` gives it both.
    """
    for script in scripts:
        if getattr(script, "attributes", {}).get("type") != STATE:
            continue
        saved = json.loads(script.attributes["body"])
        first: dict[str, dict[str, Any]] = {}
        files = []
        if {model["model_module"] for model in saved["state"].values()} <= BOARDS_ONLY:
            for model in saved["state"].values():
                state = model["state"]
                if whole := first.get(kind := state.get("_anywidget_id")):
                    own = {name: value for name, value in state.items() if value != whole.get(name)}
                    model["state"] = {"_anywidget_id": kind, **own}
                elif kind:
                    first[kind] = state
                    known = shared_texts(kind)
                    shared = {name: known[name] for name in known if state.get(name) == known[name]}
                    model["state"] = {name: state[name] for name in state if name not in shared}
                    model["state"]["apart"], name = _in_common(app, shared)
                    files.append(f'<script defer src="{root}{name}"></script>')
        text = json.dumps(saved, separators=(",", ":")).replace("<", "\\u003c")
        return f'{"".join(files)}<script type="{STATE}">{text}</script>'
    return ""


def _in_common(app: Any, texts: dict[str, str]) -> tuple[str, str]:
    """Lay texts of a board into a file for all pages that have them; the name by which a page asks
    for them, and the file's. It is a script, since a page that is opened from the disk may read
    nothing else.
    """
    text = json.dumps(texts, separators=(",", ":"), sort_keys=True)
    key = hashlib.sha256(text.encode()).hexdigest()[:16]
    path = Path(app.outdir) / (name := f"_static/boards/{key}.js")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'(globalThis.cadoganBoards ??= {{}})["{key}"] = {text};\n', encoding="utf-8")
    return key, name


def _tidy(
    app: Any, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    def is_used(file: Any) -> bool:
        description = f"{getattr(file, 'filename', file)} {getattr(file, 'attributes', '')}"
        return not re.search(
            "thebe|sphinx-design|design-tabs|mathjax|early.js|offline.js|widget-state", description
        )

    _offer_notebook(pagename, context)
    scripts = context.get("script_files", [])
    context["script_files"] = [script for script in scripts if is_used(script)]
    # Text is shown before the scripts have come, which then are fetched side by side; each waits for
    # the page to be read, and they run in their order.
    for script in context["script_files"]:
        script.attributes["defer"] = "defer"
    context["css_files"] = [sheet for sheet in context.get("css_files", []) if is_used(sheet)]
    # A folded cell names itself with what it shows ("Show code cell …"), not with another name
    # beside it.
    body = context.get("body", "").replace(
        '<summary aria-label="Toggle hidden content">', "<summary>"
    )
    # The works of the bibliography stand in a list, and are its items; their own role is withdrawn
    # from the standard.
    body = body.replace('role="doc-biblioentry"', 'role="listitem"')
    body = body.replace(VIEW, NO_SCRIPT + VIEW)
    root = "../" * pagename.count("/")
    body = DRAWING.sub(lambda match: _apart(app, match[1], root), _in_lines(body))
    context["body"] = _unlinked(app, pagename, body) + _boards(app, scripts, root)


def _offer_notebook(pagename: str, context: dict[str, Any]) -> None:
    """Offer the page as a notebook among what can be downloaded (`book/_static/cells.js`)."""
    page = BOOK / f"{pagename}.md"
    if not (page.is_file() and page_notebooks.has_code(page)):
        return
    button = {
        "type": "link",
        "url": f"{page.stem}.ipynb",
        "text": "Open as a notebook",
        "tooltip": "In JupyterLab where it lies beside the book; else the file is saved",
        "icon": "fas fa-book-open",
        "label": "open-notebook-button",
    }
    for group in context.get("header_buttons", []):
        if group.get("label") == "download-buttons":
            group["buttons"].append(button)


def _apart(app: Any, drawing: str, root: str) -> str:
    """A drawing in a file of its own, which the browser fetches when it comes into view; `root`
    leads from the page to it.
    """
    content = base64.b64decode(drawing)
    name = f"_images/drawing-{hashlib.sha256(content).hexdigest()[:16]}.svg"
    (Path(app.outdir) / name).parent.mkdir(exist_ok=True)
    (Path(app.outdir) / name).write_bytes(content)
    return f'src="{root}{name}"'


def _configure(app: Any, config: Any) -> None:
    """Let pages be read side by side, though one extension of Jupyter Book does not say that they
    may (it numbers chapters after all are read); have one search field; say of which version the book
    is, for what is handed in; and of a student's build no page's source, in which every answer stands.
    """
    app.extensions["sphinx_multitoc_numbering"].parallel_read_safe = True
    config.html_theme_options.setdefault("navbar_persistent", [])
    config.release = cadogan.__version__
    if answers() == "student":
        config.html_copy_source = False


def _without_sphinx_index(app: Any) -> None:
    """Make no index for Sphinx's own search, which no page asks: it takes every word to its stem."""
    if app.builder.format == "html":
        app.builder.index_page = lambda *page: None
        app.builder.dump_search_index = lambda: None
        app.builder.load_indexer = lambda pages: None  # a later build would miss what was not made


def _finish(app: Any, exception: Exception | None) -> None:
    """Write the index of the search, the sheets of words, and the pages' notebooks; empty the theme's script that draws
    its icons anew, 1.5 MB for every page, delete what leads back to the theme's sources, cut its icons, set the formulae, lay the
    policy into each page, and at last write what keeps all of it in a browser.

    The style sheet has drawn the icons with a font.
    """
    if exception is not None or app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    (static / "sheets.json").write_text(book_sheets.text(), encoding="utf-8")
    (static / "book-index.js").write_text(book_index.script(app.env), encoding="utf-8")
    pages = [name for name in app.env.found_docs if Path(app.env.doc2path(name)).suffix == ".md"]
    page_notebooks.write(Path(app.outdir), pages, answers() != "student")
    script = static / "scripts" / "fontawesome.js"
    if script.is_file():
        script.write_text(
            "// The icons are drawn with the font of the style sheet.\n", encoding="utf-8"
        )
    for source_map in static.rglob("*.map"):
        source_map.unlink()
    book_icons.cut(Path(app.outdir))
    pages = [
        path
        for path in Path(app.outdir).rglob("*.html")
        if 'class="math ' in path.read_text(encoding="utf-8")
    ]
    run([*node(), FORMULAE, *pages], "setting the formulae", quiet=True)
    policy.lay(Path(app.outdir))
    book_offline.write(Path(app.outdir))


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx, after the theme (hence the high priority number)."""
    os.environ[PAGE] = "1"  # where a page is executed here, an exercise shows the page's own form
    app.add_config_value("cadogan_alone", False, "env")
    app.connect("config-inited", _configure)
    app.connect("builder-inited", _without_sphinx_index)
    for change in (
        *(_name_cells, _tie, _deals, _alone, _name_folded, _fold_exercises, _first_screen),
        *(_answers, chapter_form.shape, _fold_tables),
    ):
        app.connect("doctree-read", change)
    app.connect("html-page-context", _tidy, priority=990)
    app.connect("build-finished", _finish, priority=990)  # the theme writes a style sheet then, too
    return {"parallel_read_safe": True, "parallel_write_safe": True}
