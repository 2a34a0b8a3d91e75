"""How the picture lies in the window: turned, mirrored, inset by margins, corrected for a
projector.

Also how touches are corrected. Homographies map the plane from four points to four others.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import ceil, dist, floor, isfinite
from typing import Final, NamedTuple, Self, TypeAlias

from tabletop.engine import Text, say
from tabletop.input.actions import Point

Quad: TypeAlias = tuple[Point, Point, Point, Point]
"""The corners of a quadrilateral, in order round it."""
Homography: TypeAlias = tuple[float, float, float, float, float, float, float, float, float]
"""A projective map, row by row."""

MIN_CORNER_DISTANCE: Final = 0.08
"""Points nearer to each other or to a straight line than this share of the screen are refused."""


def homography_between(here: Quad, there: Quad) -> Homography:
    """The map that takes four points to four others; `fault` must accept both."""
    return _matrix_product(_from_square(there), inverse_homography(_from_square(here)))


@lru_cache(maxsize=32)
def _matrices_between(here: Quad, there: Quad) -> tuple[Homography, Homography]:
    """The map from four points to four others, and back with positive depths among those."""
    forward = homography_between(here, there)
    back = inverse_homography(forward)
    if depth_at(back, _center(there)) < 0:
        a, b, c, d, e, f, g, h, i = (-each for each in back)
        back = (a, b, c, d, e, f, g, h, i)
    return forward, back


def _center(corners: Quad) -> Point:
    """A point inside a quadrilateral."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def inverse_homography(matrix: Homography) -> Homography:
    """The inverse up to a factor, which does not matter in a projective map."""
    a, b, c, d, e, f, g, h, i = matrix
    return (
        e * i - f * h,
        c * h - b * i,
        b * f - c * e,
        f * g - d * i,
        a * i - c * g,
        c * d - a * f,
        d * h - e * g,
        b * g - a * h,
        a * e - b * d,
    )


def depth_at(matrix: Homography, at: Point) -> float:
    """A point's distance before the horizon; 0 on it, of the other sign behind it."""
    return matrix[6] * at[0] + matrix[7] * at[1] + matrix[8]


def project(matrix: Homography, at: Point) -> Point:
    """The image of a point; ZeroDivisionError on the horizon."""
    x, y = at
    a, b, c, d, e, f, *_ = matrix
    far = depth_at(matrix, at)
    return (a * x + b * y + c) / far, (d * x + e * y + f) / far


def quad_fault(corners: Quad) -> Text | None:
    """Why four points, in shares of the screen, are no usable quadrilateral; None if they are."""
    for number, at in enumerate(corners):
        if any(dist(at, other) < MIN_CORNER_DISTANCE for other in corners[:number]):
            return say("glass.same_place", "Two of the four touches were at the same place.")
    areas = []
    for number in range(4):
        (x0, y0), (x1, y1), (x2, y2) = three = [corners[(number + k) % 4] for k in (-1, 0, 1)]
        areas.append((x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1))
        longest = max(dist(one, other) for one, other in combinations(three, 2))
        if abs(areas[-1]) / longest < MIN_CORNER_DISTANCE:
            return say("glass.in_line", "Three of the four touches were in one line.")
    if all(area > 0 for area in areas) or all(area < 0 for area in areas):
        return None
    return say(
        "glass.crossed", "The four touches cross over: they were not felt in order round the edge."
    )


def _from_square(corners: Quad) -> Homography:
    """The map that takes (0,0), (1,0), (1,1), (0,1) to these points (Heckbert 1989, 2.2.3)."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    dx1, dy1, dx2, dy2 = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    by = dx1 * dy2 - dx2 * dy1
    g, h = (sx * dy2 - dx2 * sy) / by, (dx1 * sy - sx * dy1) / by
    return x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1.0


def _matrix_product(one: Homography, other: Homography) -> Homography:
    a, b, c, d, e, f, g, h, i = one
    p, q, r, s, t, u, v, w, x = other
    return (
        a * p + b * s + c * v,
        a * q + b * t + c * w,
        a * r + b * u + c * x,
        d * p + e * s + f * v,
        d * q + e * t + f * w,
        d * r + e * u + f * x,
        g * p + h * s + i * v,
        g * q + h * t + i * w,
        g * r + h * u + i * x,
    )


UNIT_SQUARE: Final[Quad] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""The corners of a window, clockwise from the upper left, in shares of its width and height."""
MIN_SIDE: Final = 0.3
"""The shortest side of the picture, in shares of the window's width and height."""
MAX_OVERHANG: Final = 0.5
"""How far a corner may lie outside of the window, as a share: its margins are dark."""
MIN_RELATIVE_DEPTH: Final = 0.12
"""No part of the window is nearer to the horizon than this share of its middle's distance."""
KEYSTONE_CROSSED: Final = say(
    "keystone.crossed",
    "The picture can’t have these corners: its sides would cross or bend inwards.",
)
KEYSTONE_TOO_SMALL: Final = say("keystone.small", "The picture would become too small.")
KEYSTONE_TOO_SKEWED: Final = say("keystone.askew", "The picture would be too crooked to touch.")
KEYSTONE_OUTSIDE: Final = say("keystone.outside", "A corner would be far outside the screen.")


@dataclass(frozen=True, slots=True)
class Keystone:
    """Where the four corners of a flat window are shown in the window, in shares of its size.

    Clockwise from the upper left. ValueError for corners that cross over, leave too small a
    picture, or are so skewed that distant touches have no place.
    """

    corners: Quad

    def __post_init__(self) -> None:
        if not all(
            isfinite(each) and -MAX_OVERHANG <= each <= 1 + MAX_OVERHANG
            for at in self.corners
            for each in at
        ):
            raise ValueError(KEYSTONE_OUTSIDE)
        wrong = quad_fault(self.corners)
        if wrong is not None:
            raise ValueError(_keystone_fault(wrong))
        edges = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        if sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in edges) <= 0:  # not clockwise
            raise ValueError(KEYSTONE_CROSSED)
        sides = (dist(at, self.corners[number - 1]) for number, at in enumerate(self.corners))
        if min(sides) < MIN_SIDE:
            raise ValueError(KEYSTONE_TOO_SMALL)
        back = self._matrices[1]
        nearest = min(depth_at(back, corner) for corner in UNIT_SQUARE)
        if nearest < MIN_RELATIVE_DEPTH * depth_at(back, _center(self.corners)):
            raise ValueError(KEYSTONE_TOO_SKEWED)

    @classmethod
    def between(cls, flat: Quad, shown: Quad) -> Self | None:
        """The keystone that shows four places of the flat window there; None if it changes nothing.

        ValueError as above.
        """
        wrong = quad_fault(flat) or quad_fault(shown)
        if wrong is not None:
            raise ValueError(_keystone_fault(wrong))
        matrix = homography_between(flat, shown)
        a, b, c, d = (project(matrix, corner) for corner in UNIT_SQUARE)
        if (
            max(dist(at, corner) for at, corner in zip((a, b, c, d), UNIT_SQUARE, strict=True))
            < 1e-9
        ):
            return None
        return cls((a, b, c, d))

    def shown(self, flat: Point) -> Point:
        """Where a place of the flat window is shown."""
        return project(self._matrices[0], flat)

    def flat(self, shown: Point) -> Point:
        """The place of the flat window that is shown there; far away beyond the horizon."""
        matrix = self._matrices[1]
        a, b, c, d, e, f, *_ = matrix
        x, y = shown
        far = max(depth_at(matrix, shown), 1e-9)
        return (a * x + b * y + c) / far, (d * x + e * y + f) / far

    @property
    def matrix(self) -> Homography:
        """The map from the flat window to the window, both in shares."""
        return self._matrices[0]

    @property
    def _matrices(self) -> tuple[Homography, Homography]:
        return _matrices_between(UNIT_SQUARE, self.corners)


def _keystone_fault(wrong: Text) -> Text:
    """What is wrong with four corners, where `fault` words it for four touches."""
    return KEYSTONE_CROSSED if wrong.key == "glass.crossed" else KEYSTONE_TOO_SMALL


CALIBRATION_TARGETS: Final[Quad] = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
"""Where crosses are drawn and calibrations are stored, in shares of the width and the height."""
MAX_TARGET_ERROR: Final = 1 / 3
"""A touch further from its cross than this share of the screen is refused."""
MAX_MARGIN: Final = 0.15
"""The greatest margin at one edge, as a share of the window."""
_ROUNDING: Final = 1e-9
_EDGE: Final = 1e-6  # pixels: the inverse of a keystone is not exact


class Margins(NamedTuple):
    """The dark shares of the window at its own edges, however the picture is turned."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    @classmethod
    def all_round(cls, share: float) -> Self:
        return cls(share, share, share, share)


NO_MARGINS: Final = Margins()


@dataclass(frozen=True, slots=True)
class Calibration:
    """Where a touch device reports touches, in shares of the window.

    A device may be mounted turned, mirrored and skewed; ValueError for anything else.
    """

    felt: Quad
    """The reported places of the four `CALIBRATION_TARGETS`."""

    def __post_init__(self) -> None:
        if not all(isfinite(each) for at in self.felt for each in at):
            raise ValueError(say("glass.no_number", "A coordinate is not a number."))
        wrong = quad_fault(self.felt)
        if wrong is not None:
            raise ValueError(wrong)
        errors = (
            max(
                max(abs(x - u), abs(y - v))
                for (x, y), (u, v) in zip(self.felt, targets, strict=True)
            )
            for targets in _mounting_orientations()
        )
        if min(errors) > MAX_TARGET_ERROR + _ROUNDING:
            far = "A touch was more than a third of the screen away from its cross."
            raise ValueError(say("glass.far_off", far))
        there, back = self._matrices
        for matrix, middle in ((there, (0.5, 0.5)), (back, _center(self.felt))):
            before = depth_at(matrix, middle)
            if any(depth_at(matrix, corner) * before <= 0 for corner in UNIT_SQUARE):
                skew = "The four touches are too crooked to calibrate the screen."
                raise ValueError(say("glass.askew", skew))

    @classmethod
    def from_touches(cls, drawn: Quad, felt: Quad) -> Self:
        """From targets drawn anywhere in the window; ValueError as above."""
        wrong = quad_fault(drawn) or quad_fault(felt)
        if wrong is not None:
            raise ValueError(wrong)
        matrix = homography_between(drawn, felt)
        a, b, c, d = (project(matrix, at) for at in CALIBRATION_TARGETS)
        return cls((a, b, c, d))

    def feels(self, at: Point) -> Point:
        """Where a touch of this place is reported."""
        return project(self._matrices[0], at)

    def touched(self, felt: Point) -> Point:
        """The touched place for a reported one."""
        return project(self._matrices[1], felt)

    @property
    def _matrices(self) -> tuple[Homography, Homography]:
        return _matrices_between(CALIBRATION_TARGETS, self.felt)


@dataclass(frozen=True, slots=True)
class Viewport:
    """How a picture lies in its window, and where in it a touch of the window is.

    Places are pixels from the upper left corner of the window or the picture, with fractions. The
    picture is first turned, then mirrored, so that behind a rear projection it is seen turned as
    asked; then the whole flat window with its margins is mapped by the keystone.
    """

    window: tuple[int, int]
    """The window's width and height in pixels."""
    turns: int = 0
    """Quarter turns of the picture clockwise, 0 to 3."""
    mirror: bool = False
    """Whether left and right of the window are exchanged."""
    margins: Margins = NO_MARGINS
    calibration: Calibration | None = None
    """How touches are corrected; None for not. The mouse is never corrected."""
    keystone: Keystone | None = None
    """How the flat window is distorted; None for not."""

    # Derived from the fields above.
    area: tuple[int, int, int, int] = field(init=False, compare=False, repr=False)
    """The part of the window inside the margins: x, y, width and height, at least 1 pixel."""
    picture_size: tuple[int, int] = field(init=False, compare=False, repr=False)
    """The picture's width and height in pixels, as people see them."""

    def __post_init__(self) -> None:
        if self.turns not in range(4):
            raise ValueError(f"a picture is turned by 0 to 3 quarters, not by {self.turns}")
        if not all(0 <= share <= MAX_MARGIN + _ROUNDING for share in self.margins):
            raise ValueError(f"a margin is from 0 to {MAX_MARGIN:g} of the window")
        width, height = self.window
        x, y = round(width * self.margins.left), round(height * self.margins.top)
        right, bottom = round(width * self.margins.right), round(height * self.margins.bottom)
        across, down = max(1, width - x - right), max(1, height - y - bottom)
        object.__setattr__(self, "area", (x, y, across, down))
        size = (down, across) if self.turns % 2 else (across, down)
        object.__setattr__(self, "picture_size", size)

    @property
    def plain(self) -> bool:
        """Whether the window shows the picture unchanged."""
        unturned = self.turns == 0 and not self.mirror
        return unturned and not any(self.margins) and self.keystone is None

    @property
    def corners(self) -> Quad:
        """The picture's corners, clockwise from its upper left, in shares of the window.

        Clockwise for people: mirrored, they are counter-clockwise in the window.
        """
        a, b, c, d = (self._share(self.to_window(*at)) for at in self.picture_corners)
        return a, b, c, d

    def with_corner(self, number: int, share: Point) -> Keystone | None:
        """The keystone that moves one of these corners there; ValueError if there is none."""
        a, b, c, d = (self._share(self.flat(*at)) for at in self.picture_corners)
        shown = list(self.corners)
        shown[number] = share
        e, f, g, h = shown
        return Keystone.between((a, b, c, d), (e, f, g, h))

    @property
    def picture_corners(self) -> Quad:
        """The picture's corners in its own pixels, clockwise from its upper left."""
        width, height = self.picture_size
        return (0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height))

    def to_window(self, x: float, y: float) -> Point:
        """The window's pixel that shows a place of the picture."""
        at = self.flat(x, y)
        if self.keystone is None:
            return at
        return self._pixel(self.keystone.shown(self._share(at)))

    def flat(self, x: float, y: float) -> Point:
        """The same without the keystone."""
        left, top, across, down = self.area
        u, v = ((x, y), (across - y, x), (across - x, down - y), (y, down - x))[self.turns]
        return left + (across - u if self.mirror else u), top + v

    def to_picture(self, px: float, py: float) -> Point | None:
        """The place of the picture at a pixel of the window; None outside it."""
        x, y = self.beyond(px, py)
        width, height = self.picture_size
        if not (-_EDGE <= x <= width + _EDGE and -_EDGE <= y <= height + _EDGE):
            return None
        return min(max(x, 0.0), float(width)), min(max(y, 0.0), float(height))

    def beyond(self, px: float, py: float) -> Point:
        """The same, extended beyond the picture."""
        if self.keystone is not None:
            px, py = self._pixel(self.keystone.flat(self._share((px, py))))
        left, top, across, down = self.area
        u, v = px - left, py - top
        u = across - u if self.mirror else u
        return ((u, v), (v, across - u), (across - u, down - v), (down - v, u))[self.turns]

    def touched(self, px: float, py: float) -> Point:
        """The window's pixel that was touched when a device reports this one."""
        if self.calibration is None:
            return px, py
        return self._pixel(self.calibration.touched(self._share((px, py))))

    def felt(self, px: float, py: float) -> Point:
        """The window's pixel that a device reports for a touch of this one."""
        if self.calibration is None:
            return px, py
        return self._pixel(self.calibration.feels(self._share((px, py))))

    def _share(self, at: Point) -> Point:
        """A place of the window in shares of its width and height."""
        return at[0] / self.window[0], at[1] / self.window[1]

    def _pixel(self, share: Point) -> Point:
        """The inverse of `_share`."""
        return share[0] * self.window[0], share[1] * self.window[1]

    def rect_on_window(self, rect: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """Where a rectangle of the picture (x, y, width, height) lies in the window.

        With a keystone that is no rectangle: its bounding box.
        """
        x, y, width, height = rect
        if self.keystone is not None:
            return self._around(x, y, width, height)
        one, other = self.to_window(x, y), self.to_window(x + width, y + height)
        left, right = sorted((round(one[0]), round(other[0])))
        top, bottom = sorted((round(one[1]), round(other[1])))
        return left, top, right - left, bottom - top

    def _around(self, x: int, y: int, width: int, height: int) -> tuple[int, int, int, int]:
        """The window's pixels that show any part of a rectangle, also by smoothing."""
        # A pixel mixes the four about it, so the neighbours of what changed change as well.
        left, top, right, bottom = x - 1, y - 1, x + width + 1, y + height + 1
        ends = ((left, top), (right, top), (right, bottom), (left, bottom))
        xs, ys = zip(*(self.to_window(*at) for at in ends), strict=True)
        left, top = max(0, floor(min(xs))), max(0, floor(min(ys)))
        right, bottom = min(self.window[0], ceil(max(xs))), min(self.window[1], ceil(max(ys)))
        return left, top, max(0, right - left), max(0, bottom - top)


@lru_cache(maxsize=1)
def _mounting_orientations() -> tuple[Quad, ...]:
    """The reported targets of an unskewed device, in the eight orientations."""
    ways = []
    for mirror in (False, True):
        places = [((1 - x, y) if mirror else (x, y)) for x, y in CALIBRATION_TARGETS]
        for _ in range(4):
            a, b, c, d = places
            ways.append((a, b, c, d))
            places = [(1 - y, x) for x, y in places]
    return tuple(ways)
