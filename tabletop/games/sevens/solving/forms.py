"""The ways in which each kind of piece can be put into a corner."""

from cmath import phase
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import pi
from typing import Final

from tabletop.games.sevens.rules.geometry import clockwise
from tabletop.games.sevens.rules.pieces import KINDS, PLAIN, Kind


@dataclass(frozen=True, slots=True)
class Form:
    """A piece with a corner at 0 and the side that leaves it along the x axis, clockwise."""

    corners: tuple[complex, ...]
    """x + y i in units, the corner at 0 first."""
    angle: int
    """Of that corner, in eighths of a turn."""


def _forms(kind: Kind) -> Iterator[Form]:
    """Each corner of a piece, on either side of it; those that look the same once."""
    seen = set()
    for mirror in (1, -1):
        own = [complex(x, y) for x, y in clockwise([(mirror * x, y) for x, y in PLAIN[kind]])]
        for first in range(len(own)):
            order = (*own[first:], *own[:first])
            side = order[1] - order[0]
            corners = tuple((at - order[0]) * abs(side) / side for at in order)
            look = tuple((round(at.real, 6) + 0.0, round(at.imag, 6) + 0.0) for at in corners)
            if look not in seen:
                seen.add(look)
                yield Form(corners, round(phase(corners[-1]) * 4 / pi))


FORMS: Final[Mapping[Kind, tuple[Form, ...]]] = {kind: tuple(_forms(kind)) for kind in KINDS}
SIDES: Final[Mapping[Kind, frozenset[float]]] = {
    kind: frozenset(round(abs(form.corners[1]), 9) for form in forms)
    for kind, forms in FORMS.items()
}
"""The lengths of the sides of each kind, in units."""
