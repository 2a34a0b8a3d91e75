"""What eyes make of two colours: contrast, distance, and how those see them who lack a cone.

Colours are sRGB, three whole numbers from 0 to 255.
"""

from collections.abc import Sequence
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final, Literal, TypeAlias, get_args

Sight: TypeAlias = Literal["normal", "deuteranopia", "protanopia", "tritanopia"]
SIGHTS: Final[tuple[Sight, ...]] = get_args(Sight)
Lab: TypeAlias = tuple[float, float, float]

_LACKING: Final[dict[Sight, tuple[tuple[float, float, float], ...]]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Linear RGB as it is seen without one kind of cone: Machado, Oliveira and Fernandes, A
Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE TVCG 15 (6), 2009,
severity 1.0."""

_TO_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""IEC 61966-2-1."""
_WHITE: Final = (0.95047, 1.0, 1.08883)
"""The white of D65 for 2 degrees."""


def linear(value: float) -> float:
    """The light of one channel, from 0 to 1: the curve of IEC 61966-2-1."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def coded(light: float) -> float:
    """The inverse of `linear`; light that no screen can show is cut."""
    share = min(1.0, max(0.0, light))
    return 255 * (share * 12.92 if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055)


def luminance(colour: Sequence[int]) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    r, g, b = (linear(value) for value in tuple(colour)[:3])
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """The contrast ratio of WCAG 2.2, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def seen(colour: Sequence[int], sight: Sight) -> tuple[float, float, float]:
    """The colour that tells a person with full sight what this one is to another."""
    light = [linear(value) for value in tuple(colour)[:3]]
    if sight != "normal":
        light = [
            sum(part * value for part, value in zip(row, light, strict=True))
            for row in _LACKING[sight]
        ]
    r, g, b = (coded(value) for value in light)
    return r, g, b


def lab(colour: Sequence[float]) -> Lab:
    """CIE 1976 L*a*b* under D65."""
    light = [linear(value) for value in tuple(colour)[:3]]
    x, y, z = (
        _root(sum(part * value for part, value in zip(row, light, strict=True)) / white)
        for row, white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    return float(share ** (1 / 3)) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116


def distance(one: Sequence[int], other: Sequence[int], sight: Sight = "normal") -> float:
    """How far apart two colours are for those eyes, in CIEDE2000."""
    return ciede2000(lab(seen(one, sight)), lab(seen(other, sight)))


def ciede2000(one: Lab, other: Lab) -> float:
    """The colour difference of Sharma, Wu and Dalal, Color Research and Application 30 (1), 2005.

    Numbers in comments are those of the paper's equations; all weights are 1.
    """
    light_1, light_2 = one[0], other[0]
    mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2  # (2), (3)
    grown = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))  # 1 + (4), as in (5)
    a_1, a_2 = one[1] * grown, other[1] * grown
    chroma_1, chroma_2 = hypot(a_1, one[2]), hypot(a_2, other[2])  # (6)
    hue_1, hue_2 = _hue(a_1, one[2]), _hue(a_2, other[2])  # (7)
    grey = chroma_1 * chroma_2 == 0
    turn = 0.0 if grey else (hue_2 - hue_1 + 180) % 360 - 180  # (10)
    if not grey and hue_2 - hue_1 == 180:
        turn = 180.0
    d_hue = 2 * sqrt(chroma_1 * chroma_2) * sin(radians(turn / 2))  # (11)
    middle = (light_1 + light_2) / 2 - 50
    chroma = (chroma_1 + chroma_2) / 2
    hue = _mean_hue(hue_1, hue_2, grey)
    by_hue = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )  # (15)
    s_light = 1 + 0.015 * middle**2 / sqrt(20 + middle**2)  # (18)
    s_chroma = 1 + 0.045 * chroma  # (19)
    s_hue = 1 + 0.015 * chroma * by_hue  # (20)
    turned = -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))  # (16)
    turned *= 2 * sqrt(chroma**7 / (chroma**7 + 25**7))  # (17), (21)
    lightness = (light_2 - light_1) / s_light
    colour, shade = (chroma_2 - chroma_1) / s_chroma, d_hue / s_hue
    return sqrt(max(0.0, lightness**2 + colour**2 + shade**2 + turned * colour * shade))  # (22)


def _hue(a: float, b: float) -> float:
    return degrees(atan2(b, a)) % 360 if a or b else 0.0


def _mean_hue(one: float, other: float, grey: bool) -> float:
    """Equation (14)."""
    if grey:
        return one + other
    if abs(one - other) <= 180:
        return (one + other) / 2
    return (one + other + (360 if one + other < 360 else -360)) / 2
