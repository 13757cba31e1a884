"""IPython and the book: which page a notebook is, whether its rules are still the book's, and what
follows from that.

IPython's documented hooks do it: ``pre_run_cell`` brings the text of a cell, an AST transformer sets
apart what speaks of the rules as printed (`asides`), ``set_custom_exc`` shows an error in rules
without the frames of this package. They work alike in Jupyter's own kernel, under nbclient, and in
JupyterLite's. As long as the rules are the book's, no cell is touched."""

from __future__ import annotations

import ast
import os
from contextlib import suppress
from html import escape
from types import TracebackType
from typing import Any

from cadogan.echo import cut
from cadogan.edition.sealing import unsealed
from cadogan.notebook.asides import LONGEST, NAME, OF_THE_TEXT, Asides, say, set_apart
from cadogan.notebook.follow import Followed
from cadogan.notebook.front import formatting
from cadogan.notebook.printed import Page, page, page_of

#: Said above what a page shows by its game's name while the notebook's rules are others.
AS_PRINTED = (
    "This is the game as printed. Yours has a board of its own, below the last of its rules."
)
#: Tags of cells that say rules, and raise as ever.
RULES, OWN_BOARD = "rules", "own-board"
#: The environment variable by which a build of the book wants what its pages show, and no more.
PAGE = "CADOGAN_PAGE"
#: The name under which a cell reaches `complete`.
MAKER = "_cadogan_complete"
#: The calls that show or play a game of the book by its short name.
BY_NAME = frozenset({"play", "play_round", "table", "worth"})


class Notebook(ast.NodeTransformer):
    """The notebook of a kernel.

    Attributes:
        shell: IPython.
        page: the page that it was opened from; None until a cell of one has been run.
        followed: the cells of that page that were run; None before the first.
    """

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.formatting = shell.display_formatter.format
        self.page: Page | None = None
        self.source = ""
        self.ready = self.following = False
        self.followed: Followed | None = None

    # What IPython calls
    # --------------------------------------------------------------------------------------------

    def begins(self, info: Any) -> None:
        """A cell is about to be run."""
        self.source = info.raw_cell or ""
        if not self.ready:
            self.ready = True
            self._make_ready()

    def ends(self, result: Any) -> None:
        """A cell has been run: say, once for each change, how many others are out of date."""
        if self.page is None or self.following or not self.source:
            return
        try:
            if self.followed is None or self.followed.page is not self.page:
                self.followed = Followed(self.page)
            changed = result.success and self.followed.took(self.source)
            if changed and (stale := self.followed.stale()):
                self._offer(len(stale))
        except Exception:  # a notebook runs without this as well
            return

    def _offer(self, count: int) -> None:
        """Say that cells show older rules, with a button that runs them again."""
        cells = "One cell" if count == 1 else f"{count} cells"
        say(f"{cells} below showed the rules before this change. %follow runs them again.")
        with suppress(ImportError):
            import ipywidgets as widgets
            from IPython.display import display

            button, output = widgets.Button(description="Run them"), widgets.Output()

            def press(_: object) -> None:
                if button.disabled:  # a second press while the first is at work
                    return
                button.disabled = True
                output.clear_output()
                try:
                    with output:
                        self.follow()
                finally:
                    button.disabled = False

            button.on_click(press)
            display(widgets.VBox([button, output]))  # type: ignore[no-untyped-call]

    def follow(self, line: str = "") -> None:
        """Run again what depends on a changed rule and was run before it: the magic ``%follow``."""
        if self.followed is None:
            say("No chapter of the book has been run in this notebook yet.")
            return
        before, self.following = self.source, True
        try:
            count = self.followed.run_again(self._run)
        finally:
            self.source, self.following = before, False
        if not count:
            say("Everything that was run shows the rules as they are.")

    def _run(self, text: str) -> Any:
        return self.shell.run_cell(text, store_history=False)

    def _make_ready(self) -> None:
        """Have `_tell` show rule errors; their class is not loaded with cadogan."""
        from cadogan.usage import RuleError

        if not self.shell.custom_exceptions:
            self.shell.set_custom_exc((RuleError,), _tell)

    def visit(self, tree: Any) -> Any:
        """The cell as it is run: as it stands, or with what speaks of the printed rules set apart."""
        try:
            self.page = page_of(self.source) or self.page
            return self._apart(self._at_once(tree))
        except Exception:  # a notebook runs without this as well
            return tree

    def _at_once(self, tree: Any) -> Any:
        """A cell in which the line that puts a game together also completes it: a mistake in it is
        told there, and not where the game is first played."""
        body: list[ast.stmt] = []
        for node in tree.body:
            body.append(node)
            if names := games_of(node):
                self.shell.user_ns[MAKER] = complete
                (making,) = ast.parse(f"{MAKER}({', '.join(names)})").body
                body += [copied(making, node)]
        tree.body = body
        return tree

    def _apart(self, tree: Any) -> Any:
        if self.page is None or (number := self.page.number(self.source)) is None:
            return tree
        tags = self.page.cells[number].tags
        if OWN_BOARD in tags and os.environ.get(PAGE):
            tree.body = []  # a page of the book has one board
            return tree
        if RULES in tags or not self.departs():
            return tree
        if OWN_BOARD in tags:
            self._say_what_differs()
        if shows_by_name(tree, self.page.slug):
            say(AS_PRINTED)
        return self._set_apart(tree, self.page, number)

    def _say_what_differs(self) -> None:
        """Say above the notebook's own board by which rules it is played."""
        import cadogan

        own = self.own_game()
        if self.page is None or not hasattr(own, "difference"):
            return
        lines = cadogan.games[self.page.slug].difference(own).splitlines()
        say(
            "\n".join(
                ["Your game. Printed (-) and yours (+):", *lines] if lines else ["Your game."]
            )
        )

    def _set_apart(self, tree: ast.Module, printed: Page, number: int) -> ast.Module:
        tags = {*printed.cells[number].tags}
        untried = "remove-cell" in tags and OWN_BOARD not in tags
        self.shell.user_ns[NAME] = Asides(self.shell.user_ns, holding=untried)
        unrun = bool(OF_THE_TEXT & tags) or number in printed.answers
        return set_apart(tree, untried=untried, unrun=unrun)

    def run_printed(self, slug: str, number: int) -> Any:
        """Run a cell of a page as it is printed among this notebook's names, and return its value.

        Args:
            slug: the page.
            number: the cell, from 0.
        """
        printed = page(slug)
        if printed is None:
            return None
        tree = ast.parse(unsealed(printed.cells[number].text))
        names = self.shell.user_ns
        if self.page is printed and self.departs():
            tree = self._set_apart(tree, printed, number)
        filename, last = f"<{slug}, cell {number}>", None
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = ast.Expression(tree.body[-1].value)
            tree.body.pop()
        exec(compile(tree, filename, "exec"), names)
        return eval(compile(last, filename, "eval"), names) if last else None

    def run_hidden(self, slug: str, number: int) -> tuple[str, str]:
        """Run a cell by `run_printed`, and return what it shows, as text and as HTML."""
        from IPython.utils.capture import capture_output

        with capture_output() as taken:
            value = self.run_printed(slug, number)
        text, bundles = str(taken.stdout), [output.data for output in taken.outputs]
        html = [bundle["text/html"] for bundle in bundles if "text/html" in bundle]
        if to_html := getattr(value, "_repr_html_", None):
            html.append(to_html())
        elif value is not None:
            text += repr(value)
        return text, "".join([f"<pre>{escape(text)}</pre>"] * bool(text) + html) if html else ""

    # The notebook's own game
    # --------------------------------------------------------------------------------------------

    def departs(self) -> list[str]:
        """The names of the page's rules that stand for something else in this notebook."""
        return self.page.departs(self.shell.user_ns) if self.page else []

    def own_game(self) -> Any:
        """The notebook's game, where it is not the book's; else None."""
        if self.page is None or not self.departs():
            return None
        return self.shell.user_ns.get(self.page.game)


def games_of(node: ast.stmt) -> list[str]:
    """The names that a statement gives to games that it puts together.

    >>> games_of(ast.parse("mine = fortress.vary(lanes=9)").body[0])
    ['mine']
    """
    match node:
        case ast.Assign(targets, ast.Call(ast.Name("Game") | ast.Attribute(attr="Game" | "vary"))):
            return [target.id for target in targets if isinstance(target, ast.Name)]
    return []


def complete(*games: Any) -> None:
    """Complete games, which are otherwise completed at their first use.

    Raises:
        RuleError: the clauses do not make a game.
    """
    for game in games:
        _ = getattr(game, "making", None)


def copied(new: ast.stmt, old: ast.stmt) -> ast.stmt:
    """Give a new statement the position of an old one, and return it."""
    for node in ast.walk(new):
        ast.copy_location(node, old)
    return new


def shows_by_name(tree: ast.Module, slug: str) -> bool:
    """Whether a cell shows or plays the book's game by its short name."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(attr=name), [ast.Constant(value), *_]) if name in BY_NAME:
                if value == slug:
                    return True
            case ast.Subscript(ast.Attribute(attr="games"), ast.Constant(value)) if value == slug:
                return True
    return False


# Errors in rules
# ------------------------------------------------------------------------------------------------


def _tell(
    shell: Any, kind: type[BaseException], error: Any, trace: Any, tb_offset: int | None = None
) -> Any:
    """Show an error in rules without the frames of this package, and where its clause was said."""
    for note in _clause_notes(shell, error):
        error.add_note(note)
    lines = shell.InteractiveTB.structured_traceback(kind, error, _readers(trace), tb_offset=0)
    shell._showtraceback(kind, error, lines)
    return lines


def _clause_notes(shell: Any, error: Any) -> list[str]:
    """Notes on an error in rules: the cell that gives its clause, or a part that is no clause."""
    if getattr(error, "__notes__", None):
        return []
    clause = getattr(error, "clause", None)
    for name in _parts((current() or Notebook(shell)).source):
        if name not in shell.user_ns:
            continue
        value = shell.user_ns[name]
        from cadogan.words.clause import are_clauses

        if not are_clauses(value):
            return [f"{name} is no clause: it is {_echo(value)} ({type(value).__name__})."]
        if clause is not None and clause in _clauses(value):
            return [f"It stands in the cell that gives {name}."]
    return []


def _parts(source: str) -> list[str]:
    """The names of the parts that a cell puts together into a game."""
    with suppress(SyntaxError):
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
        games = [c for c in calls if _name(c.func) in ("Game", "vary")]
        row = [arg for c in games for arg in (*c.args, *(word.value for word in c.keywords))]
        return [part.id for part in row if isinstance(part, ast.Name)]
    return []


def _name(called: ast.expr) -> str:
    return getattr(called, "id", getattr(called, "attr", ""))


def _clauses(value: Any) -> list[Any]:
    """The clauses of a part, those inside a reading too."""
    if isinstance(value, tuple):
        return [inside for part in value for inside in _clauses(part)]
    return [value, *(value.clauses_of_all() if hasattr(value, "clauses_of_all") else ())]


def _echo(value: Any) -> str:
    return cut(repr(value).partition("\n")[0].strip(), LONGEST)


def _readers(trace: TracebackType | None) -> TracebackType | None:
    """The frames of cells, without those of IPython above them and of this package below."""
    frames = []
    while trace is not None:
        frames.append(trace)
        trace = trace.tb_next
    cells = [frame for frame in frames if frame.tb_frame.f_globals.get("__name__") == "__main__"]
    cell_trace: TracebackType | None = None
    for frame in reversed(cells):
        cell_trace = TracebackType(cell_trace, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
    return cell_trace


# Beginning
# ------------------------------------------------------------------------------------------------

#: The notebook of this process, once there is one.
_notebooks: list[Notebook] = []


def current() -> Notebook | None:
    """The notebook of this kernel; None outside of one."""
    return _notebooks[-1] if _notebooks else None


def attach(shell: Any) -> Notebook:
    """Tie a running IPython to the book; once is enough."""
    if (before := current()) and before.shell is shell:
        return before
    notebook = Notebook(shell)
    _notebooks.append(notebook)
    shell.events.register("pre_run_cell", notebook.begins)
    shell.events.register("post_run_cell", notebook.ends)
    shell.register_magic_function(notebook.follow, "line", "follow")
    shell.ast_transformers.append(notebook)
    shell.display_formatter.format = formatting(notebook.formatting)
    return notebook


def detach(notebook: Notebook) -> None:
    """Undo `attach`."""
    notebook.shell.events.unregister("pre_run_cell", notebook.begins)
    notebook.shell.events.unregister("post_run_cell", notebook.ends)
    notebook.shell.ast_transformers.remove(notebook)
    notebook.shell.display_formatter.format = notebook.formatting
    _notebooks.remove(notebook)
