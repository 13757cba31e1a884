"""The classes of higher layers that words name in annotations: what makes a game of the clauses,
writes its deal and gives reasons. At run time no word imports them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cadogan.patience.making import Making as Making
    from cadogan.patience.position import Position as Position
    from cadogan.patience.refusals import Reasons as Reasons, Said as Said
    from cadogan.patience.script import Script as Script
else:
    Making = Position = Reasons = Said = Script = Any
