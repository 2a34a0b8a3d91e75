"""What plies let people hear as they are shown, wherever a course shows them."""

from collections.abc import Callable

from tabletop.engine import Match, Ply
from tabletop.scenes.course import Course
from tabletop.ui.cues import Cue
from tabletop.ui.sound_set import Name
from tabletop.ui.view import View


class PlySounds:
    """Watches the plies of one match and plays what each of them does. It changes as they do.

    It looks at what there is and asks nobody to tell it, so it is asked to look whenever
    something may have changed, and once a frame while something moves.
    """

    def __init__(
        self, play: Callable[[Name], None], match: Match, view: View, course: Course
    ) -> None:
        """`play` plays a sound."""
        self._play = play
        self._match = match
        self._view = view
        self._course = course
        self._count = len(match.plies)
        self._moved: Ply | None = None
        """The ply whose motion was seen last."""
        self._due: list[Cue] = []

    def look(self) -> None:
        """Begins to play what a new ply does, or one that is shown again, and goes on with it."""
        plies, motion = self._match.plies, self._course.motion
        if len(plies) > self._count:
            self._due = list(self._view.cues(plies[-1]))
        elif len(plies) < self._count:
            self._due = []
            self._play("undo")
        elif motion is not None and motion.ply is not self._moved:
            self._due = list(self._view.cues(motion.ply))
        self._count = len(plies)
        self._moved = motion.ply if motion is not None else None
        if motion is None:
            # Shown at once, or hurried to its end: what it came to is enough.
            for cue in self._due[-1:]:
                self._play(cue.sound)
            self._due = []
        while motion is not None and self._due and self._due[0].at <= motion.spent:
            self._play(self._due.pop(0).sound)
