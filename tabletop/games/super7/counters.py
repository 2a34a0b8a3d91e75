"""Counters, the lids of won boxes, and the lamps under squares that a throw has opened."""

from math import ceil, cos, pi

import pygame

from tabletop.games.super7.board import bevelled, sign
from tabletop.ui import art, words
from tabletop.ui.kept import kept
from tabletop.ui.plates import put_bevel, put_face
from tabletop.ui.theme import (
    AMBER,
    BLACK,
    CORAL_DEEP,
    CREAM,
    HALO,
    INK,
    LAMP,
    PETROL,
    SHINE,
    WHITE,
    Colour,
    SeatLook,
    mix,
)
from tabletop.ui.wood import wood

PALE = (216, 206, 196)
LAMP_RIM = (236, 158, 40)
FLIPS = 8
"""Pictures of a counter on its edge between lying and standing upright."""


@kept(most=32)
def bare_counter(look: SeatLook, radius: int) -> pygame.Surface:
    """A turned wooden counter without its shadow: bevelled rim, groove, inlaid mark."""
    side = 2 * ceil(radius * 1.2 + 1)
    picture = art.blank(side, side, look.rim)
    thick = radius * 0.12
    for k in range(round(thick), 0, -1):
        art.lay(picture, art.disc(radius, mix(look.rim, BLACK, 0.35)), dy=k)
    art.lay(picture, art.disc(radius, mix(look.face, BLACK, 0.22)))
    art.lay(picture, art.disc(radius * 0.93, mix(look.face, WHITE, 0.07)))
    art.lay(picture, bevelled(art.disc(radius, WHITE), radius * 0.2, 170, 190, sun=WHITE))
    inner = art.disc(radius * 0.71, look.face)
    art.lay(picture, art.disc(radius * 0.73, mix(look.face, BLACK, 0.5)), dy=-radius * 0.02)
    art.lay(picture, art.disc(radius * 0.73, mix(look.face, WHITE, 0.45)), dy=radius * 0.03)
    art.lay(picture, inner)
    art.lay(picture, art.sheen(inner, 55, 50))
    art.lay(picture, mark_inlay(look, radius * 0.46))
    art.lay(picture, art.ring(radius - 0.7, max(1.4, radius * 0.05), mix(look.rim, BLACK, 0.15)))
    return picture


@kept(most=32)
def mark_inlay(look: SeatLook, radius: float) -> pygame.Surface:
    """A seat's mark let into wood: a dark upper edge, a light lower one."""
    mark = art.mark_picture(look.mark, radius, look.inlay)
    by = max(1, round(radius * 0.07))
    picture = art.blank(mark.get_width() + 4 * by, mark.get_height() + 4 * by, look.rim)
    art.lay(picture, art.silhouette(mark, mix(look.rim, BLACK, 0.3), 210), dy=-by, dx=-by * 0.5)
    art.lay(picture, art.silhouette(mark, mix(look.face, WHITE, 0.5), 150), dy=by, dx=by * 0.5)
    art.lay(picture, mark)
    return picture


@kept(most=16)
def counter(look: SeatLook, radius: int, pale: bool = False) -> pygame.Surface:
    """A counter lying on the table."""
    bare = bare_counter(look, radius)
    return art.with_shadow(_paled(bare) if pale else bare, max(1.5, radius * 0.24))


def _paled(picture: pygame.Surface) -> pygame.Surface:
    """A picture gone pale as old wood, but not see-through: labels beneath stay hidden."""
    pale = picture.copy()
    pale.blit(art.silhouette(picture, PALE, 128), (0, 0))
    return pale


@kept(most=64)
def flip(look: SeatLook, radius: int, step: int) -> pygame.Surface:
    """A counter that is being turned over: lying at step 0, on its edge at `FLIPS`."""
    flat = bare_counter(look, radius)
    width = max(2, round(flat.get_width() * cos(pi / 2 * step / FLIPS)))
    return pygame.transform.smoothscale(flat, (width, flat.get_height()))


@kept(most=8)
def lid(look: SeatLook, side: int, pale: bool = False) -> pygame.Surface:
    """The lid on a won box: the owner's colour, and the owner's mark so large that all see it."""
    if pale:
        return _paled(lid(look, side))
    radius = round(side * 0.055)
    face = art.blank(side, side)
    plank = wood(side, side, mix(look.face, WHITE, 0.06), 21, side / 420)
    put_face(face, plank, face.get_rect(), radius)
    put_bevel(face, face.get_rect(), radius, side * 0.022, 190, 200, bevelled)
    groove = round(side * 0.86)
    line = max(1.0, side * 0.007)
    dark = art.outline(groove, groove, side * 0.04, line, mix(look.rim, BLACK, 0.25))
    art.lay(face, art.outline(groove, groove, side * 0.04, line, SHINE, 90), 0, line)
    art.lay(face, dark)
    art.lay(face, mark_inlay(look, side * 0.285))
    return face


@kept(most=32)
def lamp(here: int, side: int) -> pygame.Surface:
    """A square lit from below, with its label."""
    picture = glass(side).copy()
    art.lay(picture, sign(here, side, True))
    return picture


@kept(most=4)
def glass(side: int) -> pygame.Surface:
    """A square lit from below, without its label."""
    face = art.rounded(side, side, side * 0.11, (255, 206, 108))
    picture = face.copy()
    for share, colour in ((0.90, (255, 221, 146)), (0.74, LAMP)):
        small = art.rounded(round(side * share), round(side * share), side * 0.16, colour)
        cut = art.blank(side, side, colour)
        art.lay(cut, art.blurred(small, colour, max(1.0, side * 0.055), 255))
        picture.blit(art.masked(cut, face), (0, 0))
    picture.blit(bevelled(face, max(1.0, side * 0.03), 230, 60, sun=WHITE), (0, 0))
    rim = art.outline(side, side, side * 0.11, max(1.0, side * 0.025), LAMP_RIM)
    picture.blit(rim, (0, 0))
    return picture


@kept(most=8)
def halo(width: int, height: int, radius: float, blur: float) -> pygame.Surface:
    """The light round something lit."""
    return art.blurred(art.rounded(width, height, radius, HALO), HALO, blur, 235)


@kept(most=8)
def halo_frame(side: int, radius: float, line: int) -> pygame.Surface:
    """An amber frame round a box, with its light: the throw has called this box."""
    ring = art.outline(side, side, radius, line, AMBER)
    picture = art.blurred(ring, HALO, line * 1.3, 255).copy()
    art.lay(picture, art.outline(side + 2, side + 2, radius + 1, line + 2, (120, 66, 8), 130))
    art.lay(picture, ring)
    inner = art.outline(side - line, side - line, radius, max(1, line // 3), LAMP)
    art.lay(picture, inner)
    return picture


@kept(most=8)
def frame(side: int, radius: float, line: int, colour: Colour, rim: Colour) -> pygame.Surface:
    """A plain frame in a colour, with a rim on both sides."""
    edge = max(1, line // 3)
    picture = art.outline(side, side, radius, line + 2 * edge, rim).copy()
    art.lay(picture, art.outline(side - 2 * edge, side - 2 * edge, radius - edge, line, colour))
    return picture


PLAQUES: dict[str, tuple[Colour, Colour, Colour]] = {
    "lamp": (LAMP, (43, 24, 8), LAMP_RIM),
    "petrol": (PETROL, CREAM, CREAM),
    "coral": (CORAL_DEEP, WHITE, CREAM),
}
"""Face, ink and rim of a plaque by what it means."""


@kept(most=128)
def plaque(text: str, kind: str, width: int, height: int, size: int) -> pygame.Surface:
    """A sum or a label on a small plate: lit while it calls, petrol or coral afterwards."""
    picture = art.copied(_plate(kind, width, height))
    art.lay(picture, words.line(text, size, PLAQUES[kind][1], True))
    return picture


@kept(most=16)
def _plate(kind: str, width: int, height: int) -> pygame.Surface:
    face, _, rim = PLAQUES[kind]
    radius = height * 0.34
    edge = art.outline(width, height, radius, max(1.5, height * 0.05), rim)
    shape = art.rounded(width, height, radius, face)
    plate = art.copied(shape)
    if kind != "lamp":
        plate.blit(edge, (0, 0))
        return art.with_shadow(plate, max(1.5, height * 0.08))
    plate = art.copied(art.rounded(width, height, radius, (255, 206, 108)))
    small = art.rounded(round(width * 0.8), round(height * 0.7), radius, LAMP)
    cut = art.blank(width, height, LAMP)
    art.lay(cut, art.blurred(small, LAMP, max(1.0, height * 0.12), 255))
    plate.blit(art.masked(cut, shape), (0, 0))
    plate.blit(edge, (0, 0))
    whole = art.copied(halo(width, height, radius, height * 0.2))
    art.lay(whole, plate)
    return whole


@kept(most=8)
def target(radius: int) -> pygame.Surface:
    """The ring round an enemy counter that may be replaced, with its light."""
    line = max(2.0, radius * 0.13)
    light = art.ring(radius, line * 2, HALO)
    picture = art.blurred(light, HALO, radius * 0.16, 255).copy()
    art.lay(picture, art.ring(radius, round(line * 1.8, 1), (110, 62, 8)))
    art.lay(picture, art.ring(radius, round(line, 1), AMBER))
    return picture


@kept(most=8)
def ghost(look: SeatLook, radius: int) -> pygame.Surface:
    """Where a counter would come to lie: pale, with a dashed rim in ink."""
    side = 2 * ceil(radius * 1.25 + 1)
    picture = art.blank(side, side, look.face)
    art.lay(picture, art.disc(radius, mix(look.face, WHITE, 0.55)))
    art.lay(picture, art.mark_picture(look.mark, radius * 0.46, look.face))
    art.lay(picture, art.dashed_ring(radius * 0.94, max(1.5, radius * 0.12), INK))
    return picture
