"""Pictures of chances: every seat by its colour, its mark as a pattern, and its figure."""

from collections.abc import Sequence
from typing import Final

import pygame

from tabletop.ai.match_analysis import WinChances, percents
from tabletop.engine import percent
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import CREAM, SeatLook, mix

LABEL_WIDTH: Final = 100.0
"""The room that every seat's figure has, however small its chance."""
PATTERN_CONTRAST: Final = 0.30
"""How plain the pattern is, from the seat's face to its inlay."""


def put_chance_bar(
    frame: Frame, box: Box, shown: WinChances, values: WinChances, looks: Sequence[SeatLook]
) -> None:
    """Puts a bar with a part for each seat; the figures say `values`, the parts show `shown`."""
    canvas = frame.canvas
    width, height = canvas.px(box.w), canvas.px(box.h)
    cap = min(canvas.px(LABEL_WIDTH), width // (len(looks) + 1))
    edges = part_edges(shown, width, cap)
    figures = tuple(frame.context.translate(percent(number)) for number in percents(values))
    if frame.context.projector:  # a room sees the parts; the figures would be too small for it
        figures, cap = ("",) * len(looks), min(cap, height * 2)
    frame.put(_bar(tuple(looks), edges, figures, height, cap, frame.context), box.centre)


def part_edges(values: Sequence[float], width: int, cap: int) -> tuple[int, ...]:
    """Where the parts of a bar begin and end: a cap for each, and its share of what is left."""
    free = width - cap * len(values)
    edges, total = [0], 0.0
    for number, value in enumerate(values):
        total += value
        edges.append(round(cap * (number + 1) + free * min(1.0, total)))
    edges[-1] = width
    return tuple(edges)


@surface_cache(most=8)  # while it eases every frame has its own
def _bar(
    looks: tuple[SeatLook, ...],
    edges: tuple[int, ...],
    figures: tuple[str, ...],
    height: int,
    cap: int,
    context: UiContext,
) -> pygame.Surface:
    width = edges[-1]
    rim = max(1, height // 12)
    picture = shapes.copy_surface(
        shapes.rounded(width + 2 * rim, height + 2 * rim, height * 0.3, CREAM)
    )
    for number, look in enumerate(looks):
        left, right = edges[number : number + 2]
        picture.blit(pattern(look, width, height), (left + rim, rim), (0, 0, right - left, height))
        if number:
            picture.fill(CREAM, (left + rim, 0, max(1, rim), height + 2 * rim))
        cap_at = right - cap if number == len(looks) - 1 else left
        _put_cap(picture, look, figures[number], (cap_at + rim, rim, cap, height), context)
    return picture


def _put_cap(
    picture: pygame.Surface,
    look: SeatLook,
    figure: str,
    at: tuple[int, int, int, int],
    context: UiContext,
) -> None:
    """The seat's mark and its figure on its plain colour."""
    x, y, width, height = at
    edge = max(1, height // 10)
    picture.fill(look.face, (x + edge, y, width - edge, height))
    mark = shapes.mark_picture(look.mark, height * 0.34, look.inlay)
    picture.blit(mark, mark.get_rect(center=(x + edge + height // 2 + edge, y + height // 2)))
    if not figure:
        return
    room = width - height - 4 * edge
    size = typesetting.fitting_size(figure, round(height * 0.92), room, True, context=context)
    said = typesetting.tabular_line(figure, size, look.inlay, context=context)
    middle = (x + edge + height + (width - height) // 2, y + height // 2)
    place = said.get_rect(center=middle)
    picture.blit(said, place)
    for line in annotations.annotations_of(said):
        if isinstance(line, annotations.TextLine):
            # Without its ink: it fills the bar, and all that lies round it is another's ground.
            x, y = line.x + place.x, line.y + place.y
            annotations.annotate(picture, line._replace(x=x, y=y, colour=None))


@surface_cache(most=16)
def pattern(look: SeatLook, width: int, height: int) -> pygame.Surface:
    """A seat's colour with its mark all over it, as large as the whole bar or more."""
    return tiled(look, width, height, max(6, height))


@surface_cache(most=16)
def tiled(look: SeatLook, width: int, height: int, step: int) -> pygame.Surface:
    """A seat's colour with its mark on it every `step` pixels, row by row out of step."""
    picture = pygame.Surface((width, height)).convert()
    picture.fill(look.face)
    mark = shapes.mark_picture(look.mark, step * 0.22, mix(look.face, look.inlay, PATTERN_CONTRAST))
    for number, y in enumerate(range(step // 2, height + step, step)):
        for x in range(step // 2 if number % 2 else 0, width + step, step):
            picture.blit(mark, mark.get_rect(center=(x, y)))
    return picture
