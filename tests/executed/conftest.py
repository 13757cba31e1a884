"""nbval compares the executed copies with what their cells showed when the book was built, so that
nothing runs twice: ``pytest --nbval tests/executed --nbval-sanitize-with tests/sanitize.cfg``, as
`make test` does. Where no build of just these files has executed its pages, nbval runs each chapter
in a kernel of its own, which comes to the same and takes minutes.
"""

from functools import cache

import bookbuild
import kernels
import nbval.plugin
import notebooks

KERNELS = nbval.plugin.IPyNbFile.setup


class Replay:
    """What nbval takes for a kernel: asked to run a cell, it sends what the cell sent when the book
    was built.
    """

    def __init__(self, chapter):
        self.cells = iter(notebooks.code_of(notebooks.built(chapter)))
        self.messages = iter(())

    def execute_cell_input(self, source, allow_stdin=None):
        """Find the cell; returns what its messages are known by."""
        cell = next((cell for cell in self.cells if cell.source == source), None)
        if cell is None:
            raise RuntimeError("the chapter has another text of this cell; run: make notebooks")
        sent = [(output.output_type, output) for output in cell.outputs]
        header = {"msg_id": source}
        self.messages = iter(
            {"msg_type": kind, "content": content, "parent_header": header}
            for kind, content in [*sent, ("status", {"execution_state": "idle"})]
        )
        return source

    def get_message(self, stream, timeout=None):
        return next(self.messages)

    def await_reply(self, message, timeout=None):
        """Nothing is waited for: the cell has been run."""

    def await_idle(self, message, timeout=None):
        """What is left of the cell is passed over when the next is asked for."""

    def is_alive(self):
        return True

    def stop(self):
        """There is nothing to stop."""


@cache
def executed_here():
    """Whether the pages in the cache were all executed here, with just these files."""
    return bookbuild.stamps()["engine"].fresh() and not bookbuild.PARTLY_STORED.exists()


def setup(self):
    """Instead of starting a kernel: look up the page."""
    if not executed_here():
        kernels.install()  # as for the copies: an ordinary one leaves out a page's second board
        return KERNELS(self)
    page = self.path.relative_to(notebooks.EXECUTED).with_suffix(".md")
    self.kernel = Replay(notebooks.BOOK / page)
    self.setup_sanitize_files()


nbval.plugin.IPyNbFile.setup = setup
