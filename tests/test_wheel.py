"""The wheel, installed in a new environment outside the checkout: all games, and what `cadogan lab`
needs, which `browser/test_board_lab.py` tries.
"""

import json
import os
import shlex
import subprocess
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import cadogan

from .conftest import ROOT, python, text_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    python(*"-m hatchling build -t wheel -d".split(), str(folder)).check_returncode()
    (path,) = folder.glob("cadogan-*-py3-none-any.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The folder of commands of a new environment with nothing in it but the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(folder)
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    install = "--disable-pip-version-check install --quiet --no-index --no-deps".split()
    done = python("-m", "pip", "--python", str(commands / "python"), *install, str(wheel))
    done.check_returncode()
    return commands


def run(installed, *words, status=0):
    """Run a command of the new environment, outside the checkout; returns what it says."""
    surroundings = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "CADOGAN"))
    }
    done = subprocess.run(
        [str(installed / words[0]), *words[1:]],
        cwd=installed,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_wheel_holds_the_chapters_and_the_board(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    chapters = {
        f"cadogan/_chapters/{path.relative_to(ROOT / 'book').as_posix()}"
        for path in (ROOT / "book").rglob("*.md")
    }
    assert chapters
    assert (
        chapters
        | {"cadogan/_chapters/_toc.yml", "cadogan/board/js/board.js", "cadogan/board/board.css"}
        <= names
    )
    assert "cadogan/board/worker.mjs" in names
    lab = ("labconfig/default_setting_overrides.json", "labextensions/cadogan/static/as-printed.js")
    assert {f"cadogan/lab_settings/{name}" for name in lab} <= {*names}
    assert not [
        name
        for name in names
        if name.startswith(("tests/", "tools/", "book/", "vendor/")) or name.endswith(".ipynb")
    ]


def test_all_games_play_from_the_wheel(installed):
    code = (
        "import json, sys, cadogan\n"
        "print(json.dumps({slug: [str(m) if not hasattr(m, 'text') else m.text for m in g.deal(1914).moves()]"
        " for slug, g in cadogan.games.items()}))\n"
        "assert '_chapters' in str(cadogan.games.folder), cadogan.games.folder\n"
        "foreign = {'numpy', 'numba', 'ipywidgets', 'anywidget', 'matplotlib', 'traitlets'} & set(sys.modules)\n"
        "assert not foreign, foreign\n"
    )
    told = json.loads(run(installed, "python", "-c", code))
    assert told == {
        slug: [move.text for move in game.deal(1914).moves()]
        for slug, game in cadogan.games.items()
    }
    assert len(told) > 2


def test_the_command_of_the_wheel(installed):
    listed = run(installed, "cadogan", "list").splitlines()
    assert [line.split()[0] for line in listed] == [*cadogan.games, *cadogan.round_games]
    assert (
        run(installed, "cadogan", "tell", "fortress").strip()
        == cadogan.games["fortress"].tell().strip()
    )
    assert "did you mean 'fortress'" in run(installed, "cadogan", "tell", "fortres", status=1)
    told = run(installed, "cadogan", "lab", status=1)
    extra = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]["notebook"]
    brings = "This brings all that notebooks need: "
    python, *words = shlex.split(told.partition(brings)[2])
    assert words == ["-m", "pip", "install", *extra] and Path(python).parent == installed
    for asked in ("play('fortress')", "play_round('cooncan')", "Board"):
        said = run(
            installed, "python", "-c", f"import cadogan; cadogan.{asked}", status=1
        ).splitlines()[-1]
        assert "needs anywidget" in said and '-m pip install "anywidget' in said, said
    assert "cadogan lab" in run(installed, "cadogan", "read", status=1)
