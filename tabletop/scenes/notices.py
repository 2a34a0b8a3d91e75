"""Words that stay for a while: why a touch was refused, and what everybody should read."""

from dataclasses import dataclass, field
from math import inf
from typing import Final

from tabletop.engine import Seat, Text
from tabletop.scenes.hand import Refused
from tabletop.scenes.layout import Layout
from tabletop.ui import art, words
from tabletop.ui.frame import Frame
from tabletop.ui.theme import BODY_SIZE, CREAM, PETROL
from tabletop.ui.tween import Timer

STAYS: Final = 6.0
"""Seconds that a word stays."""


@dataclass(slots=True)
class Notices:
    """At most one refusal and one notice, and a word aside for each seat, until they fade."""

    refused: Refused | None = None
    refusals: int = 0
    """How often anybody was refused: each time is heard."""
    notice: Text | None = None
    _fading: Timer | None = None
    _asides: dict[Seat, tuple[Text, Timer]] = field(default_factory=dict)

    def refuse(self, refused: Refused) -> None:
        self.refused, self.notice = refused, None
        self.refusals += 1
        self._fading = Timer(STAYS)

    def tell(self, notice: Text, seconds: float = STAYS) -> None:
        self.refused, self.notice = None, notice
        self._fading = Timer(seconds)

    def deny(self, notice: Text) -> None:
        """Tells why something was not done; it is heard, too."""
        self.tell(notice)
        self.refusals += 1

    def quiet(self) -> None:
        self.refused = self.notice = self._fading = None

    def take_aside(self, seat: Seat, words: Text, seconds: float = STAYS) -> None:
        """Says something to one seat alone, at its place."""
        self._asides[seat] = words, Timer(seconds)

    def deny_aside(self, seat: Seat, words: Text) -> None:
        """Tells one seat alone why something was not done; it is heard, too."""
        self.take_aside(seat, words)
        self.refusals += 1

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
        """Puts the notice, if there is one, on a strip of its own."""
        if self.notice is None:
            return
        box, canvas = layout.notice, frame.canvas
        size = words.fitting(self.notice, canvas.px(BODY_SIZE), canvas.px(box.w - 60), True)
        ink = words.line(self.notice, size, CREAM, True)
        height = canvas.px(min(box.h, 76))
        plate = art.rounded(ink.get_width() + canvas.px(60), height, height / 2, PETROL, 240)
        frame.put(plate, box.centre)
        frame.put(ink, box.centre)
