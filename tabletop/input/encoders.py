"""Button encoders that say they are keyboards: which of their keys does what, and for whom."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import pygame

from tabletop.input.bindings import Function, Meaning

PLAIN, IPAC = "plain", "ipac"
"""The values of the setting `devices.keyboard`."""

KEYBOARD: Final = "keyboard"
"""The key of the one device that all keyboards are: SDL 2 does not tell them apart."""

_IPAC: Final[tuple[Mapping[Function, int], ...]] = (
    {  # player 1: the stick, the switches 1 to 7, start
        "west": pygame.K_LEFT,
        "east": pygame.K_RIGHT,
        "north": pygame.K_UP,
        "south": pygame.K_DOWN,
        "ok": pygame.K_LCTRL,
        "back": pygame.K_LALT,
        "call": pygame.K_SPACE,
        "left": pygame.K_LSHIFT,
        "right": pygame.K_z,
        "flip": pygame.K_x,
        "undo": pygame.K_c,
        "pause": pygame.K_1,
    },
    {  # player 2
        "west": pygame.K_d,
        "east": pygame.K_g,
        "north": pygame.K_r,
        "south": pygame.K_f,
        "ok": pygame.K_a,
        "back": pygame.K_s,
        "call": pygame.K_q,
        "left": pygame.K_w,
        "right": pygame.K_i,
        "flip": pygame.K_k,
        "undo": pygame.K_j,
        "pause": pygame.K_2,
    },
)

ENCODERS: Final[Mapping[str, Mapping[int, Meaning]]] = MappingProxyType(
    {
        PLAIN: MappingProxyType({}),
        IPAC: MappingProxyType(
            {
                key: Meaning(function, seat)
                for seat, keys in enumerate(_IPAC)
                for function, key in keys.items()
            }
        ),
    }
)
"""What an encoder's keys mean, by the value of `devices.keyboard`.

The I-PAC's are the codes that it is sold with: those of MAME, for two players. They are buttons,
so that those which keyboards have for holding down mean something by themselves.
"""

HELD_BY_BUTTONS: Final = pygame.KMOD_LCTRL | pygame.KMOD_LALT | pygame.KMOD_LSHIFT
"""What counts as held down while one leans on buttons of an I-PAC."""


def control(key: int) -> str:
    """What a key is called where controls are learnt."""
    return f"key:{key}"
