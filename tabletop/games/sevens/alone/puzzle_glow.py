"""The light that runs over the pieces when a puzzle is done."""

from typing import Final

from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.games.sevens.surface.piece_outline import outline_picture
from tabletop.games.sevens.surface.surface import Surface
from tabletop.ui.frame import Frame
from tabletop.ui.theme import WHITE
from tabletop.ui.tween import Timer

LIGHT: Final = 0.16
"""Seconds from one piece's light to the next."""
GLOW: Final = 0.45
"""Seconds for which a piece glows."""
FILL: Final = 165
"""How bright a piece glows at first, as an alpha."""


class Glow:
    """One piece after the other glows and fades. It changes as time goes by."""

    def __init__(self, slow: float) -> None:
        """`slow`: seconds for one of motion; with 0 nothing glows."""
        self._slow = slow
        self._timer = Timer((LIGHT * (len(FULL_SET) - 1) + GLOW) * slow)

    @property
    def done(self) -> bool:
        return self._timer.done

    def update(self, dt: float) -> None:
        """Lets `dt` seconds go by."""
        self._timer.run(dt)

    def draw(self, frame: Frame, surface: Surface) -> None:
        """Puts the light on the pieces of a surface."""
        if self.done:
            return
        sight = surface.sight
        unit = sight.unit * frame.canvas.scale
        for place, piece in enumerate(surface.pieces.pieces):
            gone = (self._timer.spent / self._slow - LIGHT * place) / GLOW
            if 0 <= gone < 1:
                pose = piece.pose
                drawn = outline_picture(
                    piece.kind, pose.turn, pose.flipped, unit, WHITE, dashed=False, fill=FILL
                )
                drawn.put(frame, sight.to_canvas(pose.at), 1 - gone)
