"""The bowl at a seat: stones without end."""

from typing import Final

import pygame

from tabletop.ui import art, stones, wood
from tabletop.ui.kept import kept
from tabletop.ui.theme import BLACK, RING_BED, SHADOW, WHITE, SeatLook, mix

HEAP: Final = (
    (0.10, 0.30), (0.34, 0.26), (0.60, 0.28), (0.86, 0.30),
    (0.00, 0.72), (0.24, 0.70), (0.50, 0.74), (0.74, 0.70), (1.00, 0.72),
    (0.38, 0.46), (0.66, 0.48),
)  # fmt: skip
"""Where the stones of the heap lie, as shares of the bowl's inside, from the back forward."""


@kept(most=16)
def bowl(look: SeatLook, width: int, height: int, radius: int) -> pygame.Surface:
    """A long dish with a heap of stones; `radius` is that of a stone."""
    round_by = height * 0.42
    thick = max(2, round(height * 0.07))
    face = height - thick
    body = wood.wood_slab(
        width, face, round_by, mix(RING_BED, WHITE, 0.05), mix(RING_BED, BLACK, 0.6), thick, 5
    )
    rim = max(3, round(height * 0.085))
    inner_w, inner_h = width - 2 * rim, face - 2 * rim
    pit = art.rounded(inner_w, inner_h, round_by - rim, mix(RING_BED, BLACK, 0.48))
    whole = body.copy()
    whole.blit(pit, (rim, rim))
    shade = art.sheen(pit, 0, 0).copy()
    shade.blit(art.outline(inner_w, inner_h, round_by - rim, max(1, rim // 4), SHADOW, 150), (0, 0))
    whole.blit(shade, (rim, rim))
    heap = art.blank(*whole.get_size())
    stone = stones.stone(look, float(radius))
    room_w, room_h = inner_w - 2.4 * radius, inner_h - 2 * radius
    for x, y in HEAP:
        at = (rim + 1.2 * radius + x * room_w, rim + radius + y * room_h)
        heap.blit(stone, stone.get_rect(center=(round(at[0]), round(at[1]))))
    shape = art.blank(*whole.get_size(), WHITE)
    shape.blit(art.rounded(inner_w, inner_h, round_by - rim, WHITE), (rim, rim))
    whole.blit(art.masked(heap, shape), (0, 0))
    return art.with_shadow(whole, height * 0.10)
