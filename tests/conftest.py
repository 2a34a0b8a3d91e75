"""Settings of all tests."""

from hypothesis import settings

from tests.lanes import example_count

# No deadline: a slow machine is no error.
settings.register_profile("tabletop", deadline=None, max_examples=example_count(100))
settings.load_profile("tabletop")
