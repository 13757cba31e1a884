"""deal: the deal, a script of steps with pauses.

Each step of a deal is a word of its own, in a module of its own: what it says, what it writes into
the script, and what is done there. The script is a row of entries, each with what is done (a
`Doing`) and the place it is done to; the engine goes along it until the player must decide. Most
steps lay cards and need no more than `Script.lay`, which writes a `Lay`."""

from .base import base as base
from .base import choose_base as choose_base
from .by_colour import by_colour as by_colour
from .complete import complete as complete
from .deal import deal as deal
from .each import each as each
from .heap import heap as heap
from .lift import lift as lift
from .pause import pause as pause
from .pay_key import pay_key as pay_key
from .rounds import rounds as rounds
from .rows import rows as rows
from .scatter import scatter as scatter
from .slip import slip as slip
from .staircase import staircase as staircase
from .step import Step as Step
