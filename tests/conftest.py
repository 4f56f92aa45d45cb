"""What all tests share."""

from effort import THOROUGH
from hypothesis import settings

settings.register_profile(THOROUGH, deadline=None)  # no deadlines: a busy machine is no failure
settings.register_profile("quick", deadline=None, max_examples=30)
settings.load_profile("quick")
