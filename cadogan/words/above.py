"""The classes of those above that hand themselves to a word, for its annotations: who makes a game
of the clauses, who writes its deal, who gives the reasons. No word imports one of them in a run.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cadogan.patience.making import Making as Making
    from cadogan.patience.refusals import Reasons as Reasons, Said as Said
    from cadogan.patience.script import Script as Script
else:
    Making = Reasons = Said = Script = Any
