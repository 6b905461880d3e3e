"""``python -m companion`` is ``misterx``."""

import sys

from .cli import main

sys.exit(main())
