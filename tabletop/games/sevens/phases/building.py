"""What a picture that is being made has in common, whoever makes it: the table's time for it."""

from tabletop.engine import say
from tabletop.games.sevens.phases.part import Clock, Part


class BuildingPart(Part):
    """A part whose clock is that of the arrangement, where the table limits it."""

    @property
    def clock(self) -> Clock:
        match = self.desk.match
        if match.arrange_left is None or match.terms.arrange is None:
            return super().clock
        # NOTE for translators: small, below the seconds left on a round clock.
        note = say("sevens.arrange.clock", "to build")
        return Clock(match.arrange_left, match.terms.arrange / 1000, note)

    @property
    def clock_runs(self) -> bool:
        return self.desk.match.arrange_left is not None
