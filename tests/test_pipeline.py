"""The house around the engine: locks, tasks, executed chapters, the command, the README."""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import chain

import assets
import bookbuild
import environment
import house
import pytest
import tasks
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cadogan import cli

from .conftest import ROOT, python, text_of

LOCKS = [
    ROOT / "requirements" / name
    for name in ("lock.txt", "node.txt", "read.txt", "lite.txt", "lite-wheels.txt")
]


# ---- locks ---------------------------------------------------------------------------------------


def locked(text):
    """The requirements of a lock by name; raises ValueError for a line that is not pinned and
    hashed.
    """
    found = {}
    logical = re.sub(r"\\\n", " ", text)
    for line in filter(
        None, (re.sub(r"\s*#.*", "", line).strip() for line in logical.splitlines())
    ):
        words, *hashes = re.split(r"\s+--hash=", line)
        requirement = Requirement(words)
        pin = [one.operator for one in requirement.specifier]
        if (
            pin != ["=="]
            or not hashes
            or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes)
        ):
            raise ValueError(f"not pinned with hashes: {line[:80]}")
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


@pytest.mark.parametrize(
    "line",
    [
        "numpy",
        "numpy>=2 --hash=sha256:" + "0" * 64,
        "numpy==2.0",
        "numpy==2.0 --hash=md5:00",
        "-i https://x.example",
    ],
)
def test_an_unpinned_line_would_be_found(line):
    with pytest.raises(ValueError):
        locked(line)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_line_of_the_lock_is_pinned_and_hashed(path):
    assert locked(text_of(path))


@pytest.mark.parametrize("path", [*LOCKS, ROOT / "package-lock.json"], ids=lambda path: path.name)
def test_no_lock_names_a_host(path):
    assert not re.search(r"://|index-url|find-links|\bfile:", text_of(path))


def test_the_lock_answers_every_requirement_of_the_project():
    project = tomllib.loads(text_of("pyproject.toml"))
    lock = locked(text_of(LOCKS[0]))
    extras = project["project"]["optional-dependencies"]
    wanted = [*chain(project["build-system"]["requires"], *extras.values())]
    assert len(wanted) > 15 and project["project"]["dependencies"] == []
    for requirement in map(Requirement, wanted):
        for pin in lock[canonicalize_name(requirement.name)]:
            assert requirement.specifier.contains(next(iter(pin.specifier)).version), requirement


def test_browser_assets_are_pinned_and_hashed():
    wanted = json.loads(text_of("package.json"))
    packages = json.loads(text_of("package-lock.json"))["packages"]
    for name, version in {**wanted["dependencies"], **wanted["devDependencies"]}.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
        assert packages[f"node_modules/{name}"]["version"] == version
    for name, package in packages.items():
        assert not name or package["integrity"].startswith("sha512-"), name
    assert "dependencies" not in packages[environment.ALONE]


def test_reading_fetches_no_tools_of_the_tests(tmp_path, monkeypatch):
    """A folder that another checkout lends is left as it is."""
    monkeypatch.setattr(house, "ROOT", tmp_path)
    monkeypatch.setattr(assets, "ROOT", tmp_path)
    monkeypatch.setattr(assets, "NODE_MODULES", tmp_path / "node_modules")
    monkeypatch.setattr(assets, "npm", lambda: ["npm"])
    installed = house.Stamp(tmp_path / "lock.json", "these versions")
    monkeypatch.setattr(assets, "everything", lambda: installed)
    lent = tmp_path / "lent"
    (lent / "a").mkdir(parents=True)
    (tmp_path / "node_modules").symlink_to(lent)
    runs = []

    def npm_ci(words, *_, **__):
        shutil.rmtree(tmp_path / "node_modules", ignore_errors=True)
        runs.append("--omit=dev" in words)

    monkeypatch.setattr(assets, "run", npm_ci)
    assets.ensure_modules()
    assets.ensure_modules()
    assert runs == [True] and (lent / "a").is_dir()
    installed.set()
    assets.ensure_modules()
    installed.clear()
    assets.ensure_modules()
    assert runs == [True, False]


def test_anywidget_is_the_same_in_python_and_in_the_browser():
    (python,) = locked(text_of(LOCKS[0]))["anywidget"]
    browser = json.loads(text_of("package.json"))["dependencies"]["anywidget"]
    assert str(python.specifier) == f"=={browser}"


def test_hosts_are_stripped_and_a_missing_hash_is_refused(tmp_path):
    path = tmp_path / "package-lock.json"
    package = {
        "version": "1.0.0",
        "integrity": "sha512-x",
        "resolved": "https://h.example/a.tgz",
        "funding": {"url": "https://b.example"},
    }
    alone = {"version": "1.0.0", "integrity": "sha512-y", "dependencies": {"b": "1"}}
    packages = {"": {}, "node_modules/a": package, environment.ALONE: alone}
    path.write_text(json.dumps({"packages": packages}), encoding="utf-8")
    environment.strip(path)
    assert "dependencies" not in text_of(path)
    assert "example" not in text_of(path)
    assert "sha512-x" in text_of(path)
    path.write_text(
        json.dumps({"packages": {"node_modules/a": {"version": "1.0.0"}}}), encoding="utf-8"
    )
    with pytest.raises(house.Trouble, match="no integrity"):
        environment.strip(path)


# ---- what is committed ---------------------------------------------------------------------------


def tracked():
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        pytest.skip("no git checkout")
    names = subprocess.run(
        [git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    return [ROOT / name.decode() for name in names.split(b"\0") if name]


def test_no_third_party_file_is_committed():
    paths = tracked()
    assert ROOT / "pyproject.toml" in paths
    folders = {"vendor", "node_modules", "_build", ".venv", "dist"}
    ending = re.compile(r"\.(woff2?|ttf|eot|wasm|whl|min\.(js|css)|zip|gz)$")
    assert not [p for p in paths if folders & {*p.relative_to(ROOT).parts} or ending.search(p.name)]
    for path in filter(os.path.isfile, paths):
        # (an executed chapter holds its own drawings, the gallery all of them)
        most = 4_000_000 if path.parent == house.EXECUTED else 1_500_000
        assert path.stat().st_size <= most, path


def test_sphinx_sees_one_source_for_each_page_and_few_scripts():
    listed = text_of("book/_toc.yml")
    pages = re.findall(r"^\s*(?:-\s*)?(?:file|root):\s*(\S+)", listed, re.MULTILINE)
    assert len(pages) > 2
    assert all((ROOT / "book" / f"{page}.md").is_file() for page in pages)
    assert not [path for path in tracked() if path.match("book/*.ipynb")]
    # The builder loads every script under _static on every page (a module, .mjs, it only copies):
    # these are meant for all.
    assert [path.name for path in house.files("book/_static/**/*.js")] == [
        "boards.js",
        "cells.js",
        "change-rule.js",
        "concordance.js",
        "course.js",
        "early.js",
        "hand-in.js",
        "moving.js",
        "offline.js",
        "search.js",
        "strip.js",
    ]


# ---- tasks ---------------------------------------------------------------------------------------


def test_make_and_python_know_the_same_tasks():
    makefile = text_of("Makefile")
    (line,) = re.findall(r"^TASKS = (.*)$", makefile, re.MULTILINE)
    assert line.split() == list(tasks.TASKS)
    told = python("tools/tasks.py", "help").stdout
    assert all(f"\n  {name} " in told for name in tasks.TASKS)


def test_every_command_of_the_readme_and_for_contributors_exists():
    readme = "\n".join(
        text_of(name) for name in ("README.md", "CONTRIBUTING.md", "book/commands.md")
    )
    made = set(re.findall(r"\bmake ([a-z]+)\b", readme))
    assert {"read", "check", "test", "lab", "notebooks"} <= made <= {*tasks.TASKS, "help"}
    assert set(re.findall(r"tools/tasks\.py ([a-z]+)", readme)) <= {*tasks.TASKS, "help"}
    known = set(cli._parser()._subparsers._group_actions[0].choices)
    assert known == {
        "list",
        "tell",
        "odds",
        "table",
        "class-pack",
        "mark",
        "lab",
        "restore",
        "read",
    }
    assert known <= set(re.findall(r"\bcadogan ([a-z-]+)\b", readme))
    for name in ("README.md", "CONTRIBUTING.md"):
        for path in re.findall(r"\]\(([^)#:]+)\)", text_of(name)):
            assert (ROOT / path).exists(), path


def test_the_readme_shows_the_idea_and_the_commands_that_begin():
    """What its examples print, they print."""
    readme = text_of("README.md")
    assert len(readme.split()) < 520 and len(readme.splitlines()) < 72
    examples = doctest.DocTestParser().get_doctest(readme, {}, "README", "README.md", 0)
    assert len(examples.examples) > 5
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples).failed == 0
    commands = text_of("book/commands.md")
    for text, line in (
        (readme, "make read "),
        (readme, "make test "),
        (commands, "pip install --require-hashes -r requirements/lock.txt"),
        (commands, "pip install --no-deps --no-build-isolation -e ."),
    ):
        assert f"\n{line}" in text, line
    (picture,) = re.findall(r'<img [^>]*src="([^"]*)"', readme)
    assert (ROOT / picture).is_file()


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.stem
)
def test_workflows_run_the_commands_of_everybody(path):
    flow = yaml.safe_load(text_of(path))
    assert flow["permissions"] == {"contents": "read"}, "no more than a job asks for by itself"
    lines = {step["run"] for job in flow["jobs"].values() for step in job["steps"] if "run" in step}
    own = {f"python tools/tasks.py {task}" for task in tasks.TASKS}
    assert lines & own
    assert lines - own <= {"mkdir dist && cp all/cadogan-*.whl all/cadogan-[0-9]*.tar.gz dist/"}


def test_a_wrong_step_or_word_is_refused(capsys):
    for words in (["read", "--whatever"], ["no-such-task"]):
        with pytest.raises(SystemExit, match="2"):
            tasks.main(words)
        assert words[-1] in capsys.readouterr().err


def test_a_stamp_is_fresh_only_for_what_it_was_made_from(tmp_path, monkeypatch):
    monkeypatch.setattr(house, "ROOT", tmp_path)
    source = tmp_path / "a.txt"
    source.write_text("one", encoding="utf-8")
    stamp = house.Stamp(tmp_path / "stamps" / "a.json", house.digest([source]))
    assert not stamp.fresh()
    stamp.set()
    assert stamp.fresh()
    source.write_text("two", encoding="utf-8")
    assert not house.Stamp(stamp.path, house.digest([source])).fresh()
    stamp.path.write_text("{", encoding="utf-8")
    assert not stamp.fresh()
    stamp.clear()
    stamp.clear()


def test_a_failing_command_is_named():
    with pytest.raises(house.Trouble, match=r"the thing failed \(exit status 3\)"):
        house.run([sys.executable, "-c", "import sys; sys.exit(3)"], "the thing")


def test_rules_cells_are_what_makes_the_cache_old():
    import cadogan

    cells = "\n".join(bookbuild.rules_cells())
    assert cells.count("Game(") >= len(cadogan.games)


# ---- the built book ------------------------------------------------------------------------------


def built():
    pages = sorted(house.SITE.glob("*.html"))
    if not pages and not os.environ.get("CI"):
        pytest.skip("the book is not built; make build")
    assert pages
    return pages


def test_no_built_page_asks_another_host():
    loaded = re.compile(
        r"<(?:script|img|iframe|source)[^>]*\ssrc=[\"'](?:https?:)?//|<link[^>]*\shref=[\"'](?:https?:)?//"
    )
    for page in built():
        if page.name == "search.html":
            continue
        links = [
            found[0]
            for found in loaded.finditer(text_of(page))
            if 'rel="canonical"' not in found[0]
        ]
        assert not links, f"{page.name}: {links}"


def test_the_built_book_has_its_assets_and_python_for_the_page():
    built()
    scripts = house.SITE / "_static" / "vendor"
    for name in (
        "require.js",
        "require-config.js",
        "embed-amd.js",
        "anywidget.js",
        "mathjax/tex-mml-svg.js",
    ):
        assert (scripts / name).is_file(), name
    about = json.loads(text_of(scripts / "pyodide" / "cadogan.json"))
    for name, packed, _ in about["packs"].values():
        assert (scripts / "pyodide" / name).stat().st_size == packed, name
    runtime = ("pyodide.mjs", "pyodide.asm.mjs", "zstddec.mjs")
    for name in (*runtime, "worker.mjs", "python.mjs", "links.mjs", "board.css", "board/board.js"):
        assert (scripts / "pyodide" / name).is_file(), name


def test_the_licences_and_the_citation_are_there():
    citation = yaml.safe_load(text_of("CITATION.cff"))
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert citation["version"] == project["version"] == cli.version()
    page = text_of("book/bibliography.md")
    told = (
        citation["title"],
        citation["authors"][0]["name"],
        f"version {citation['version']}",
        f"({yaml.safe_load(text_of('_config.yml'))['copyright']})",
    )
    assert all(one in page for one in told), "How to cite says something else than CITATION.cff"
    released = citation.get("date-released", "not yet released")
    assert f"## {citation['version']}, {released}\n" in text_of("CHANGELOG.md")
    for name in project["license-files"]:
        assert text_of(name).strip()


def test_text_waits_for_no_script_and_saved_boards_stand_below_it_what_is_alike_once():
    """As `tools/cadogan_sphinx.py` saves them; `book/_static/boards.js` gives each its own."""
    start = '<script type="application/vnd.jupyter.widget-state+json">'
    for page in built():
        above, _, saved = text_of(page).partition(start)
        waited_for = re.findall(
            r"<script(?![^>]*\bdefer\b)[^>]*\bsrc=\"[^\"]*?([\w.-]+\.js)", above
        )
        scripts = ["early.js", "offline.js"]
        assert waited_for in ([], scripts), f"{page.name}: text waits for {waited_for}"
        if not saved:
            continue
        assert "</article>" not in above and "<article" in above, f"{page.name}: in the head"
        models = json.loads(saved.partition("</script>")[0])["state"].values()
        boards = [model["state"] for model in models if model["model_module"] == "anywidget"]
        apart = [board["apart"] for board in boards if "apart" in board]
        assert len({board["_anywidget_id"] for board in boards}) == len(apart), page.name
        for name in apart:
            assert f"_static/boards/{name}.js" in above, page.name
            assert '"_esm":' in text_of(house.SITE / "_static" / "boards" / f"{name}.js")
        assert not any("_esm" in board for board in boards), page.name
