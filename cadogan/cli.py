"""The command ``cadogan``: list, tell, odds, table, class-pack, mark, lab, restore, read.

Every command imports only what it needs. Exit status: 0 done, 1 it could not be done (the reason is
printed), 2 the words were not understood, 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from cadogan.extras import remedy

if TYPE_CHECKING:
    from cadogan.patience.game import Game
    from cadogan.round_games import Game as RoundGame

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
#: Where `cadogan lab` lays a reader's copy of the chapters of an installed package; a checkout has
#: it in `my-chapters`.
LAB_FOLDER = Path("~/cadogan-chapters")


class Trouble(Exception):
    """A command cannot go on; the text says why and what to do about it."""


def in_checkout() -> bool:
    """Whether the package runs from a checkout, whose `book/` then holds the chapters."""
    return (CHECKOUT / "book" / "_toc.yml").is_file() and (CHECKOUT / "pyproject.toml").is_file()


def version() -> str:
    """The version of the installed package."""
    try:
        return metadata.version("cadogan")
    except metadata.PackageNotFoundError:
        return "unknown (not installed)"


def _game(slug: str) -> Game:
    """The patience with that slug; an unknown one is refused with the nearest there are."""
    import cadogan
    from cadogan.edition.chapters import RulesError, UnknownGame

    try:
        return cadogan.games[slug]
    except (RulesError, UnknownGame) as error:
        raise Trouble(str(error)) from None


def list_games(arguments: argparse.Namespace) -> int:
    """Print slug and title of every game; a chapter that cannot be read is named and counts as an
    error.
    """
    import cadogan
    from cadogan.round_games import games as round_games

    width = max(map(len, [*cadogan.games, *round_games]))
    broken = 0
    for slug in cadogan.games:
        try:
            game = cadogan.games[slug]
        except Exception as error:  # one broken chapter must not hide the others
            broken += 1
            print(f"{slug:<{width}}  cannot be read: {error}", file=sys.stderr)
        else:
            packs = "1 pack" if game.packs == 1 else f"{game.packs} packs"
            print(f"{slug:<{width}}  {packs:<15}  {game.title}")
    for slug, round_game in round_games.items():
        print(f"{slug:<{width}}  {round_game.company + ' players':<15}  {round_game.title}")
    return 1 if broken else 0


def tell(arguments: argparse.Namespace) -> int:
    """Print the rules of a game as prose, made from the same terms that are played."""
    from cadogan.round_games import games as round_games

    game: Game | RoundGame = (
        round_games[arguments.slug] if arguments.slug in round_games else _game(arguments.slug)
    )
    print(game.tell())
    return 0


def odds(arguments: argparse.Namespace) -> int:
    """Play many deals with a strategy and print how many were won, with the interval."""
    import cadogan.players.odds
    from cadogan.round_games import games as round_games

    if arguments.n is not None and arguments.n < 1:
        raise Trouble("--n must be at least 1")
    if arguments.slug in round_games:
        raise Trouble(
            f"{arguments.slug} is a round game, which several players win from each other; the odds are those of the patiences.\n"
            "How well its bots play stands on the page The bots."
        )
    game = _game(arguments.slug)
    try:
        game_odds = cadogan.odds.simulate(
            game,
            strategy=arguments.strategy,
            n=arguments.n,
            seed=arguments.seed,
            workers=arguments.workers,
            # a bar for whoever looks on, where there is one to be had
            progress=sys.stderr.isatty() and importlib.util.find_spec("tqdm") is not None,
        )
    except (KeyError, ValueError) as error:
        raise Trouble(str(error.args[0] if error.args else error)) from error
    print(game_odds)
    return 130 if game_odds.n < game_odds.wanted else 0


def table(arguments: argparse.Namespace) -> int:
    """Print the committed table of odds, of all games or of one with all its rows; or make it."""
    from cadogan.tables import finding

    slugs = [_game(slug).slug for slug in arguments.slugs]
    if arguments.make:
        import cadogan
        from cadogan.tables import rows

        rows.make(slugs or list(cadogan.games), workers=arguments.workers)
        return 0
    try:
        print("\n\n".join(map(finding.game_report, slugs)) if slugs else finding.listed())
    except KeyError as error:
        raise Trouble(str(error.args[0])) from error
    return 0


def lab(arguments: argparse.Namespace) -> int:
    """Open JupyterLab on the chapters, which open as notebooks; blocks until it ends."""
    if not all(map(importlib.util.find_spec, ("jupyterlab", "jupytext"))):
        raise Trouble(
            f"JupyterLab is not installed here. This brings all that notebooks need: {remedy()}"
        )
    from cadogan.lab_copy import CONTENTS

    folder = _lab_folder(arguments.folder, arguments.here)
    page = f"{arguments.slug}.md" if arguments.slug else "intro.md" if arguments.here else CONTENTS
    if not (folder / page).is_file():
        if arguments.slug:
            _game(arguments.slug)  # says what there is instead
            raise Trouble(f"there is no chapter {page} in {folder}")
        page = ""
    _jupyters_own()
    settings = os.pathsep.join(
        filter(None, [str(PACKAGE / "lab_settings"), os.environ.get("JUPYTER_CONFIG_PATH")])
    )
    command = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={folder}",
        "--ServerApp.contents_manager_class=cadogan.lab_files.Chapters",
        f"--LabApp.extra_labextensions_path={PACKAGE / 'lab_settings' / 'labextensions'}",
        "--ServerApp.ip=127.0.0.1",
        f"--LabApp.default_url=/lab/tree/{page}" if page else "--LabApp.default_url=/lab",
        # Nothing is asked of another host: no news, no check for updates, no catalogue of
        # extensions.
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
    ]
    if arguments.port is not None:
        command.append(f"--ServerApp.port={arguments.port}")
    if arguments.no_browser or os.environ.get("CI"):
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    print(f"Chapters: {folder}   (Ctrl-C ends)", flush=True)
    surroundings = {**os.environ, "JUPYTER_CONFIG_PATH": settings}
    if os.name == "nt":
        return subprocess.call(command, env=surroundings)
    os.execve(
        command[0], command, surroundings
    )  # becomes the server: no process is left behind when it is ended


def _jupyters_own() -> None:
    """Check that JupyterLab can write its own files; else it would end in a traceback."""
    from jupyter_core import paths

    for own in (paths.jupyter_config_dir(), paths.jupyter_data_dir(), paths.jupyter_runtime_dir()):
        try:
            Path(own).mkdir(parents=True, exist_ok=True)
            if not os.access(own, os.W_OK):
                raise PermissionError(f"no permission to write there: {own!r}")
        except OSError as error:
            raise Trouble(
                f"JupyterLab cannot keep its own files: {error}\n"
                "Set HOME (on Windows APPDATA) to a folder that can be written."
            ) from error


def _lab_folder(chosen: str | None, in_place: bool = False) -> Path:
    """The folder that JupyterLab opens: a copy of the chapters, brought up to date; with
    ``in_place`` the chapters themselves.
    """
    from cadogan import lab_copy
    from cadogan.edition.chapters import book_folder

    source = book_folder()
    if in_place:
        if chosen is not None:
            raise Trouble("--here opens the book itself, --folder a copy: one of them")
        return source
    if not lab_copy.pages(source):
        raise Trouble(f"no chapters in {source}")
    try:
        folder = Path(chosen or _lab_copy()).expanduser().resolve()
        if folder == source.resolve():
            raise Trouble(f"{folder} is the book itself, not a copy: cadogan lab --here")
        copy = lab_copy.lay(source, folder)
    except (OSError, RuntimeError) as error:  # RuntimeError: nobody knows where the home is
        raise Trouble(
            f"the chapters cannot be copied: {error}\nName a folder that can be written: cadogan lab --folder FOLDER"
        ) from error
    if copy.changed:
        print(f"Changed by you: {', '.join(copy.changed)}")
    if copy.outdated:
        print(f"  and in the book since, which your version has not: {', '.join(copy.outdated)}")
    return folder


def _lab_copy() -> Path:
    """The folder of the reader's copy of the chapters, unless another is named."""
    return CHECKOUT / "my-chapters" if in_checkout() else LAB_FOLDER


def restore(arguments: argparse.Namespace) -> int:
    """Give chapters of the reader's copy back as printed; without any, name those that are not."""
    from cadogan import lab_copy
    from cadogan.edition.chapters import book_folder

    source, folder = book_folder(), Path(arguments.folder or _lab_copy()).expanduser()
    if not (folder / lab_copy.LAID).is_file():
        raise Trouble(f"there is no copy of the chapters in {folder}; cadogan lab makes one")
    printed = lab_copy.pages(source)
    changed = lab_copy.changed(source, folder)
    if not arguments.slugs:
        print("\n".join(changed) or f"All chapters in {folder} are as printed.")
        return 0
    names = []
    for slug in arguments.slugs:
        stem = slug.removesuffix(".md")
        name = next((n for n in (f"{stem}.md", f"lessons/{stem}.md") if n in printed), None)
        if name is None:
            mine = f"changed by you: {', '.join(changed)}" if changed else "none is changed by you"
            raise Trouble(f"the book has no page {slug}; {mine}")
        names.append(name)
    try:
        for name in names:
            aside = lab_copy.give_back(source, folder, name)
            print(f"{name} is as printed" + (f"; what you had is in {aside}" if aside else ""))
    except OSError as error:
        raise Trouble(f"the chapter cannot be given back: {error}") from error
    return 0


def read(arguments: argparse.Namespace) -> int:
    """Serve the built book on this machine and open a browser; blocks until interrupted."""
    from cadogan.serve import serve

    folder = Path(arguments.folder) if arguments.folder else CHECKOUT / "_build" / "html"
    if not (folder / "index.html").is_file():
        if arguments.folder:
            raise Trouble(f"{folder} holds no index.html, so it is no built book")
        if in_checkout():
            raise Trouble(
                f"the book is not built yet; in {CHECKOUT} run: make read   (without make: python3 tools/tasks.py read)"
            )
        raise Trouble(
            "the installed package holds the chapters, not the built pages. A release has those in one file\n"
            f"(python3 cadogan-book-{version()}.pyz) and as a zip, which once unpacked is served with\n"
            f"`cadogan read --folder cadogan-book-{version()}/html`. From here `cadogan lab` opens the chapters as\n"
            "notebooks, and `cadogan tell SLUG` prints a game's rules."
        )
    try:
        serve(folder, arguments.port, browser=not arguments.no_browser)
    except (OSError, OverflowError) as error:  # taken, not allowed, or not a port at all
        raise Trouble(f"port {arguments.port} cannot be used: {error}") from error
    return 0


def class_pack(arguments: argparse.Namespace) -> int:
    """Write what a class needs of the course into a folder."""
    from cadogan.course import pack

    try:
        written = pack.write(Path(arguments.folder).expanduser(), arguments.seed)
    except (OSError, ModuleNotFoundError) as error:
        raise Trouble(str(error)) from error
    print(
        f"{len(written)} files written to {arguments.folder}: lessons/, the chapters they link to, papers/ and source/ (problem sets, "
        "examinations), solutions/, data/, nbgrader_config.py"
    )
    return 0


def mark(arguments: argparse.Namespace) -> int:
    """Mark what a class has handed in."""
    from cadogan.course import marking

    folder = Path(arguments.folder).expanduser()
    out = Path(arguments.out).expanduser() if arguments.out else folder / "marked"
    roster = Path(arguments.roster).expanduser() if arguments.roster else None
    try:
        marked = marking.mark(folder, out, arguments.seed, roster)
    except (OSError, ValueError) as error:
        raise Trouble(str(error)) from error
    for name, problem in marked.remarks:
        print(f"{name}: {problem}")
    n = len(marked.students)
    if not n:
        raise Trouble(f"no file in {folder} was marked")
    print(
        f"{n} {'file' if n == 1 else 'files'} marked. {out}: {marking.MARKS} (for Canvas and Moodle), {marking.REPORT}, "
        f"{marking.FEEDBACK}/ (a page for each student)"
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cadogan", description="Lady Cadogan's Patience: an executable edition."
    )
    parser.add_argument("--version", action="version", version=f"cadogan {version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")

    def command(
        name: str, do: Callable[[argparse.Namespace], int], help: str
    ) -> argparse.ArgumentParser:
        subparser = commands.add_parser(name, help=help)
        subparser.set_defaults(do=do)
        return subparser

    command("list", list_games, "the games: slug, packs or players, title")

    telling = command("tell", tell, "the rules of a game as prose, patience or round game")
    telling.add_argument("slug", help="a game's short name, as `cadogan list` shows it")

    counting = command("odds", odds, "play many deals of a patience and count the wins")
    counting.add_argument("slug", help="a game's short name, as `cadogan list` shows it")
    counting.add_argument(
        "--strategy",
        default="greedy",
        help="who plays, such as random, greedy (default), careful or rollout (the patient player; slow)",
    )
    counting.add_argument("--n", type=int, help="number of deals (default 1000; 20 for rollout)")
    counting.add_argument(
        "--seed", type=int, default=1, help="the same seed, the same deals (default 1)"
    )

    counting.add_argument(
        "--workers",
        type=int,
        choices=range(1, 65),
        metavar="N",
        default=1,
        help="threads, 1 to 64 (default 1); the counts do not depend on it",
    )

    tabled = command(
        "table", table, "the committed odds: of all games, or of some with their readings"
    )
    tabled.add_argument(
        "slugs",
        nargs="*",
        metavar="slug",
        help="games, by their short names; without any all games, a line to each",
    )
    tabled.add_argument(
        "--make",
        action="store_true",
        help="play and solve what is missing, or was made by other rules, and write it",
    )
    tabled.add_argument(
        "--workers",
        type=int,
        choices=range(1, 65),
        metavar="N",
        default=2,
        help="threads (default 2)",
    )

    packing = command(
        "class-pack", class_pack, "write the lessons as notebooks for a class, the solutions apart"
    )
    packing.add_argument("folder", help="a new folder")
    packing.add_argument(
        "--seed", type=int, default=1914, help="draws problem sets and examination (default: 1914)"
    )

    marking = command("mark", mark, "mark what a class has handed in, file by file")
    marking.add_argument("folder", help="with the files that the students have saved")
    marking.add_argument(
        "--seed", type=int, default=1914, help="that of the class pack (default: 1914)"
    )
    marking.add_argument("--out", help="where the marks go (default: FOLDER/marked)")
    marking.add_argument(
        "--roster",
        help="a table of the students and their identifiers, as Canvas or Moodle export it",
    )

    opening = command("lab", lab, "open JupyterLab on the chapters")
    opening.add_argument("slug", nargs="?", help="the chapter to open first")
    opening.add_argument(
        "--folder",
        help=f"where your copy of the chapters lies (checkout: my-chapters; installed: {LAB_FOLDER})",
    )
    opening.add_argument(
        "--here", action="store_true", help="for authors: open the book itself, not a copy"
    )

    restoring = command(
        "restore",
        restore,
        "give chapters of your copy back as printed; without any, name those that you have changed",
    )
    restoring.add_argument("slugs", nargs="*", metavar="slug", help="chapters or lessons")
    restoring.add_argument("--folder", help="where your copy lies, if not in the usual place")

    reading = command("read", read, "serve the built book and open a browser")
    reading.add_argument("--folder", help="a built book (default: the one of this checkout)")
    for browsing in (opening, reading):
        browsing.add_argument(
            "--port", type=int, help="serve on this port (default: the first free one)"
        )
        browsing.add_argument("--no-browser", action="store_true", help="only print the address")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Do one command and return its exit status.

    >>> main(["tell", "no-such-game-at-all"])
    1
    """
    for stream in (sys.stdout, sys.stderr):  # suits and dashes, on every console
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    arguments = _parser().parse_args(words)
    try:
        status: int = arguments.do(arguments)
        sys.stdout.flush()  # here, where a reader who has gone away is expected
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # … | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
