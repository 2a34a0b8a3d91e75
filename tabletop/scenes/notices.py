"""Words that stay for a while: why a touch was refused, and what everybody should read."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Final

from tabletop.engine import Seat, Text
from tabletop.scenes.hand import Refused
from tabletop.scenes.layout import Layout
from tabletop.ui import art
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import em, grown, least
from tabletop.ui.theme import BODY_SIZE, CREAM, PETROL
from tabletop.ui.tween import Timer

STAYS: Final = 6.0
"""Seconds that a word stays."""
LITTLE: Final = 0.8
"""Words to everybody may become so much smaller, where they would cover the board else."""
LARGE: Final = 1.2
"""From so many times the usual size on, words to everybody do not fit on their strip."""


@dataclass(slots=True)
class Notices:
    """At most one refusal and one notice, and a word aside for each seat, until they fade."""

    refused: Refused | None = None
    refusals: int = 0
    """How often anybody was refused: each time is heard."""
    notice: Text | None = None
    _fading: Timer | None = None
    _asides: dict[Seat, tuple[Text, Timer]] = field(default_factory=dict)
    heard: Callable[[Text, str], None] = lambda _reason, _rule: None
    """Is told each refusal that people read, with the number of the rule; "" where none says it."""

    def refuse(self, refused: Refused) -> None:
        self.refused, self.notice = refused, None
        self.refusals += 1
        self.heard(refused.refusal.reason, refused.refusal.rule)
        self._fading = Timer(STAYS)

    def tell(self, notice: Text, seconds: float = STAYS) -> None:
        self.refused, self.notice = None, notice
        self._fading = Timer(seconds)

    def deny(self, notice: Text) -> None:
        """Tells why something was not done; it is heard, too."""
        self.tell(notice)
        self.refusals += 1
        self.heard(notice, "")

    def quiet(self) -> None:
        self.refused = self.notice = self._fading = None

    def take_aside(self, seat: Seat, words: Text, seconds: float = STAYS) -> None:
        """Says something to one seat alone, at its place."""
        self._asides[seat] = words, Timer(seconds)

    def deny_aside(self, seat: Seat, words: Text) -> None:
        """Tells one seat alone why something was not done; it is heard, too."""
        self.take_aside(seat, words)
        self.refusals += 1
        self.heard(words, "")

    def aside(self, seat: Seat) -> Text | None:
        """What one seat alone is told."""
        words, _ = self._asides.get(seat, (None, None))
        return words

    def hush(self) -> None:
        """Nobody is told anything aside any more."""
        self._asides.clear()

    def fades_in(self) -> float:
        """Seconds until the next words go; infinite where none do."""
        timers = [timer for _, timer in self._asides.values()]
        timers += [self._fading] if self._fading is not None else []
        return min((timer.length - timer.spent for timer in timers), default=inf)

    def run(self, dt: float) -> None:
        for seat, (_, timer) in tuple(self._asides.items()):
            timer.run(dt)
            if timer.done:
                del self._asides[seat]
        if self._fading is not None:
            self._fading.run(dt)
            if self._fading.done:
                self.quiet()

    def draw(self, frame: Frame, layout: Layout) -> None:
        """Puts the notice, if there is one, on a strip of its own, for those at the near edge.

        All others read it in their panels.
        """
        if self.notice is None or 0 not in layout.sides:
            return
        put_strip(frame, self.notice, strip_room(layout, self.notice))


def strip_room(layout: Layout, said: str) -> Box:
    """Where a word to everybody lies; large words need a part of the board for a while."""
    strip, board = layout.notice, layout.board
    if least() or em(BODY_SIZE) < LARGE * BODY_SIZE:
        return strip
    above = Box(board.x, 8, board.w, board.y - 16)
    if strip.y >= board.y and above.h > strip.h:  # a smaller board leaves room above it
        return above
    if strip.bottom <= board.y and _fits(layout, said):
        return strip
    height = min(0.3 * board.h, grown(layout.notice.h, BODY_SIZE))
    return Box(board.x + 0.03 * board.w, board.y + 8, 0.94 * board.w, height)


def _fits(layout: Layout, said: str) -> bool:
    """Whether large words fit on their strip, or almost."""
    label = Label(said, layout.notice.inset(8), BODY_SIZE, bold=True)
    size = label.set_on(layout.canvas).size
    return size >= LITTLE * layout.canvas.px(em(BODY_SIZE))


def put_strip(frame: Frame, said: str, box: Box) -> None:
    """Words on a strip as broad as they are."""
    canvas = frame.canvas
    inner = Box.around(box.centre, box.w - 60, box.h - 16)
    label = Label(said, inner, BODY_SIZE, CREAM, True, "centre")
    lines = label.set_on(canvas)
    height = max(canvas.px(min(box.h, 76)), lines.height + canvas.px(20))
    radius = min(height / 2, canvas.px(38))
    plate = art.rounded(lines.width + canvas.px(60), height, radius, PETROL, 240)
    frame.put(plate, box.centre)
    size = (side / canvas.scale for side in plate.get_size())
    frame.touchable("notice", Box.around(box.centre, *size))  # whatever part of the board it hides
    label.draw(frame)
