"""What holds for all tests."""

from hypothesis import settings

# A slow machine is no fault of the program: no example has to end within a time.
settings.register_profile("table", deadline=None)
settings.load_profile("table")
