"""Property tests draw the same examples every time, so that a red build means a changed program.

`HYPOTHESIS_PROFILE=explore make test` draws new ones.
"""

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True)
settings.register_profile("explore")
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
