"""The patience with wrong codes: nobody finds another's game by trying."""

from typing import Final


class Tries:
    """How often a wrong code was given in a row. It changes with every try, and as time goes by."""

    PAUSE: Final = 30.0
    """Seconds of the first pause; every further one is twice as long as the one before."""
    LONGEST: Final = 480.0
    FREE: Final = 5
    """Wrong codes before a pause: people mistype twice, who guesses needs thousands."""

    def __init__(self) -> None:
        self.wrong = 0
        self.waits = 0.0
        """Seconds until another code is listened to."""
        self._pauses = 0

    def failed(self) -> None:
        """Another wrong one."""
        self.wrong += 1
        if self.wrong % self.FREE == 0:
            self.waits = min(self.LONGEST, self.PAUSE * 2.0**self._pauses)
            self._pauses += 1

    def succeeded(self) -> None:
        """A right one: all is forgiven."""
        self.wrong = self._pauses = 0
        self.waits = 0.0

    def run(self, seconds: float) -> None:
        """Lets time go by while somebody waits."""
        self.waits = max(0.0, self.waits - seconds)
