"""``python -m cadogan``: the same as the command ``cadogan``."""

import sys

from cadogan.cli import main

sys.exit(main())
