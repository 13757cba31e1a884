"""A kernel in this process: runs the cells of a page as a notebook does, with a rule changed or not.

Long simulations are cut to `MOST` deals each: what is looked at is that all cells run, by which
rules, and what they say, not the numbers."""

import contextlib
import signal
from dataclasses import dataclass, field

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from cadogan.edition.notebook import code_cells, page_path
from cadogan.notebook import kernel
from cadogan.players import odds

#: The longest that a cell may take, in seconds: a search that does not end is told.
LONGEST = 100
#: The deals to which a simulation is cut, by a plain strategy, and by one that takes its time.
MOST, FEW = 40, 2


@contextlib.contextmanager
def _not_for_ever(source):
    def stop(*_):
        raise KeyboardInterrupt(f"still running after {LONGEST} s: {source}")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@dataclass
class Run:
    """What came of a cell."""

    number: int
    source: str
    error: BaseException | None
    value: object
    printed: str
    shown: list = field(default_factory=list)

    @property
    def texts(self):
        """What it shows, as text."""
        return [one.data.get("text/plain", "") for one in self.shown]

    @property
    def asides(self):
        """The lines that say what does not hold by the reader's rules, in a cell that is shown."""
        return [text for text in self.texts if text.startswith("This speaks of the rules")]


class Kernel:
    """IPython with the book attached, as a notebook's kernel has it."""

    def __init__(self):
        self.shell = InteractiveShell.instance()
        self.notebook = kernel.attach(self.shell)

    def run(self, source, number=-1):
        """Run a cell."""
        with capture_output() as taken, _not_for_ever(source):
            result = self.shell.run_cell(source, store_history=True)
        return Run(
            number,
            source,
            result.error_before_exec or result.error_in_exec,
            result.result,
            taken.stdout,
            taken.outputs,
        )

    def close(self):
        """Forget the notebook."""
        kernel.detach(self.notebook)
        InteractiveShell.clear_instance()


@contextlib.contextmanager
def kernel_of_a_notebook():
    """A kernel for one notebook."""
    one = Kernel()
    try:
        yield one
    finally:
        one.close()


@contextlib.contextmanager
def few_deals(monkeypatch):
    """Simulations are cut short."""
    whole = odds.simulate

    def simulate(game, strategy="greedy", n=None, seed=1, **options):
        slow = not callable(strategy) and odds.named(strategy).quick < 1000
        most = FEW if slow else MOST
        return whole(game, strategy, most if n is None else min(n, most), seed, **options)

    monkeypatch.setattr(odds, "simulate", simulate)
    yield


def cells_of(slug, *changes):
    """The code cells of a page with its tags, texts changed: each change must hold in one place."""
    text = page_path(slug).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) >= 1, f"{slug}: {old!r} does not stand in the page"
        text = text.replace(old, new, 1)
    return code_cells(text)
