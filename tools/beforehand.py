"""What every kernel of the book has done before it begins: imported by the process of which `kernels` makes them copies.

Most pages import the same modules, make a first program (for which the engine's own source is read) and draw a first figure (for which
the fonts are found). Nothing here changes what a page shows: `make notebooks` executes the pages in ordinary kernels, and with what
these showed every build is compared.
"""

from __future__ import annotations

import gc
import importlib
import io

#: The kernel, and what most pages begin with. (Not where figures go in a kernel: that is for a kernel itself to settle, at its first.)
MODULES = """
ipykernel.ipkernel ipykernel.kernelapp IPython.core.completerlib matplotlib.backends.backend_agg
matplotlib.pyplot anywidget statistics wasmtime cadogan.board.live cadogan.board.widget cadogan.course.chapters cadogan.drawing.plates
cadogan.edition.concordance cadogan.edition.old_page cadogan.players.odds cadogan.players.table cadogan.round_games.widget
cadogan.solver.advice cadogan.words
""".split()


def warm() -> None:
    """Make a program for each of the players, look for moves, and draw."""
    from matplotlib.figure import Figure

    import cadogan
    from cadogan.players.strategies import STRATEGIES

    game = cadogan.games["fortress"]
    for strategy in ("random", "greedy", "careful"):
        assert game.program_for(STRATEGIES[strategy]).wasm
    game.deal(1).moves()
    figure = Figure()
    axes = figure.subplots()
    axes.plot([0, 1], label="a line")
    axes.legend()
    figure.savefig(io.BytesIO(), format="png")


for name in MODULES:
    importlib.import_module(name)
warm()

# What is there already need not be looked at by the collector of garbage in every kernel, nor be copied for it.
gc.collect()
gc.freeze()
