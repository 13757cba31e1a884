"""The commands behind the Makefile: what they start ends with them, two wait for each other, and
nobody's environment is taken over.
"""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="sessions, signals and links of POSIX")


def begun(code, **more):
    """Python with the modules of tools/."""
    words = [
        sys.executable,
        "-c",
        f"import sys; sys.path.insert(0, {str(ROOT / 'tools')!r})\n{code}",
    ]
    return subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **more},
    )


def lives(pid):
    """Whether a process is there, and not only waiting to be buried."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
            if Path("/proc/self").exists()
            else not os.kill(pid, 0)
        )
    except OSError:
        return False


def waited(what, seconds=20):
    """What is asked for, as soon as it is so; false if that takes longer."""
    until = time.monotonic() + seconds
    while not (found := what()) and time.monotonic() < until:
        time.sleep(0.05)
    return found


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGINT, -signal.SIGINT)],
)
@pytest.mark.parametrize("way", ["run", "start"])
def test_what_is_started_ends_with_a_command_that_is_ended(way, number, status, tmp_path):
    """Its children, and theirs, which do not hear of the signal by themselves."""
    child = f"import subprocess, time; print(subprocess.Popen(['sleep', '300']).pid, file=open({str(tmp_path / 'pid')!r}, 'w'), flush=True)"
    command = f"house.{way}([sys.executable, '-c', {child + '; time.sleep(300)'!r}], 'waiting'){'()' if way == 'start' else ''}"
    one = begun(f"import house; house.end_with_children(); {command}")
    (told := tmp_path / "pid").touch()
    pid = int(waited(lambda: re.fullmatch(r"\d+\n", told.read_text()))[0])
    assert lives(pid)
    one.send_signal(number)
    assert one.wait(20) == status
    assert waited(lambda: not lives(pid))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for what is left there")
def test_a_build_that_is_ended_leaves_no_page_running(tmp_path):
    """While a page is executed, by a kernel of a worker of a command of the build's."""
    (book := tmp_path / "book").mkdir()
    (book / "_toc.yml").write_text("format: jb-book\nroot: slow\n", encoding="utf-8")
    (book / "slow.md").write_text(
        "---\njupytext:\n  text_representation:\n    format_name: myst\n"
        "kernelspec:\n  display_name: Python 3\n  name: python3\n---\n\n# Slow\n\n"
        f"```{{code-cell}}\nopen({str(tmp_path / 'begun')!r}, 'w').close()\n"
        "import time\ntime.sleep(300)\n```\n",
        encoding="utf-8",
    )
    lies = f"house.BOOK, house.BUILD = pathlib.Path({str(book)!r}), pathlib.Path({str(tmp_path / 'build')!r})"
    lies += "; house.SITE = house.BUILD / 'html'"  # a build begins by throwing the old pages away
    (tmp_path / "sitecustomize.py").write_text(
        f"import pathlib, sys; sys.path.insert(0, {str(ROOT / 'tools')!r})\n"
        f"import house; {lies}; sys.path.pop(0)\n",
        encoding="utf-8",
    )
    code = "import bookbuild, house, time; house.end_with_children()\n"
    code += "bookbuild.ensure_modules = lambda: None; bookbuild.ensure_assets = lambda: time.sleep(300)\n"
    code += "bookbuild.ensure_book()"
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    one = begun(code, PYTHONPATH=path, CADOGAN_ENDED=(mark := str(tmp_path)))

    def left():
        """What this build has started and still runs, found by a variable that all inherit."""
        found = []
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
        return [pid for pid in found if lives(pid)]

    try:
        waited(lambda: (tmp_path / "begun").exists() or one.poll() is not None, 120)
        assert len(left()) > 3, one.communicate(timeout=5)[0]
        one.send_signal(signal.SIGINT)
        assert one.wait(30) != 0
        assert waited(lambda: not left(), 30)
    finally:
        for pid in left():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def test_a_second_command_waits_for_the_first(tmp_path):
    """It says so, however long the first takes, and has the checkout for itself afterwards."""
    over = tmp_path / "over"
    code = f"import house, pathlib, time; house.BUILD = pathlib.Path({str(tmp_path)!r})\n"
    code += "with house.alone():\n with house.alone():\n  print('alone', flush=True)\n"
    code += f"  while not pathlib.Path({str(over)!r}).exists(): time.sleep(.05)\n"
    first = begun(code)
    assert first.stdout.readline() == "alone\n"
    second = begun(code)
    assert "waiting until it is done" in second.stdout.readline()
    assert first.poll() is None
    over.touch()
    assert second.communicate(timeout=30)[0] == "alone\n"
    assert first.wait(30) == second.returncode == 0


def test_an_environment_that_is_named_keeps_its_package(tmp_path):
    """Another checkout's editable install stays, and the commands run from here take the package of
    this one.
    """
    env = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(env)], check=True)
    (packages,) = env.glob("lib/python3*/site-packages")
    (other := tmp_path / "other checkout" / "cadogan").mkdir(parents=True)
    (other / "__init__.py").write_text("", encoding="utf-8")
    (packages / "cadogan.pth").write_text(f"{other.parent}\n", encoding="utf-8")
    about = packages / "cadogan-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: cadogan\nVersion: 0.1.0\n", encoding="utf-8"
    )
    (about / "direct_url.json").write_text(
        json.dumps({"url": other.parent.as_uri(), "dir_info": {"editable": True}}), encoding="utf-8"
    )
    code = "import environment, house; environment.Stamp.fresh = lambda self: 'lock' in self.path.name; environment.ensure_environment()\n"
    code += "house.run([house.PYTHON, '-c', 'import cadogan; print(cadogan.__file__)'])"
    before = sorted(path.relative_to(env) for path in env.rglob("*"))
    said, _ = (one := begun(code, CADOGAN_VENV=str(env))).communicate(timeout=60)
    assert one.returncode == 0, said
    assert (
        f"from {other.parent.as_uri()}, and stays so" in said
        and str(ROOT / "cadogan" / "__init__.py") in said
    )
    assert sorted(path.relative_to(env) for path in env.rglob("*")) == before
