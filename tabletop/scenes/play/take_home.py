"""The data of the page to take home, from a finished match of a board game."""

from collections.abc import Sequence

from tabletop.engine import Game, Ply
from tabletop.ui.theme.theme import Colour, SeatLook


def seat_looks(looks: Sequence[SeatLook]) -> list[dict[str, str]]:
    return [
        {"face": _hex(l.face), "inlay": _hex(l.inlay), "rim": _hex(l.rim), "mark": l.mark}
        for l in looks
    ]


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{colour[part]:02x}" for part in range(3))


def arrows(game: Game, ply: Ply) -> list[tuple[str, str]]:
    """What a ply moved or laid, as places from and to; "" for beside the board."""
    phases = game.effects(ply.before, ply.move)
    return [(step.start or "", step.end or "") for phase in phases for step in phase]
