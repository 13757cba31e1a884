"""The machine's kernels: the only place where rules are executed.

Every function works on two flat runs of integers: a *program* ``T`` (a game lowered to tables, see
`cadogan.machine`) and a *state* ``S`` (one position). They are written in the part of Python that the
interpreter and numba both accept: whole numbers below 2**63, no calls into other libraries, the state
passed in. `cadogan.compiling.compiled` loads this package a second time under another name, with numba behind
`backend.kernel`, so that there is one source and both give the same results, bit for bit.

A card is ``52 * copy + face``. The piles are linked lists: the uppermost card of each place, and for each
card the one under it. What is available is kept as bit sets of faces, one 52-bit word for each group of
places and each copy of the pack; what a place wants is a 52-bit word from a table. A legal move is a bit
in which the two agree.
"""

from .chance import *
from .dealing import *
from .doing import *
from .games import *
from .licences import *
from .moves import *
from .piles import *
from .tables import *
