"""The pictures of the rule cards of Sevens, drawn with its own pieces."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from tabletop.engine.rule_cards import CardMoment
from tabletop.games.sevens.pieces.space import Zone, tray_poses
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.pieces import FULL_SET, Picture, Piece, Point, shifted, turned
from tabletop.games.sevens.view.cards import TANGRAM, card_back, card_face
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit
from tabletop.games.sevens.view.view import emblem_figure
from tabletop.ui.core.context import UiContext
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    BLUE_LOOK,
    CORAL,
    CORAL_WORDS,
    CREAM,
    CURTAIN,
    CURTAIN_FOLD,
    INK,
    LIVE_WORDS,
    RED_DIAMOND_LOOK,
    TEXT,
    TRAY,
    WHITE,
    Colour,
    mix,
)

TRAY_SIDE: Final = 6.2
"""The side of the tray with loose pieces, in units."""
FOLDS: Final = 7
"""Folds of the curtain."""
SCORES: Final = (("7", "4", "5", "16"), ("5", "6", "3", "14"))
"""The points of Blue and Red in three rounds, and their sums."""


def loose() -> Picture:
    """All pieces apart, as they lie in the tray."""
    poses = tray_poses(FULL_SET, Zone(0.0, 0.0, TRAY_SIDE, TRAY_SIDE))
    return Picture.from_poses(zip(FULL_SET, poses, strict=True))


def with_piece_moved(picture: Picture, number: int, by: Point) -> Picture:
    pieces = list(picture.pieces)
    pieces[number] = Piece(pieces[number].kind, shifted(pieces[number].corners, by))
    return Picture(tuple(pieces))


@dataclass(slots=True)
class _Sheet:
    """A picture while it is drawn, on a dark plate."""

    surface: pygame.Surface
    context: UiContext

    @classmethod
    def empty(cls, side: int, context: UiContext) -> "_Sheet":
        plate = shapes.copy_surface(shapes.rounded(side, side, side * 0.06, mix(TRAY, BLACK, 0.25)))
        return cls(plate, context)

    @property
    def side(self) -> int:
        return self.surface.get_width()

    def put(self, picture: pygame.Surface, x: float = 0.5, y: float = 0.5) -> None:
        """Puts a surface with its centre at these shares of the side."""
        at = picture.get_rect(center=(round(x * self.side), round(y * self.side)))
        self.surface.blit(picture, at)

    def figure(
        self, picture: Picture, share: float = 0.9, y: float = 0.5, *, seams: bool = True
    ) -> float:
        """Puts a figure; returns its unit in pixels."""
        unit = fitting_unit(picture, share * self.side, share * self.side)
        self.put(figure_picture(picture, unit, seams=seams), 0.5, y)
        return unit

    def words(
        self,
        text: str,
        colour: Colour,
        x: float,
        y: float,
        size: float,
        plate: Colour | None = None,
    ) -> None:
        """Puts a short text, if wanted on a plate; `size` is a share of the side."""
        pixels = max(6, round(size * self.side))
        ink = typesetting.tabular_line(text, pixels, colour, context=self.context)
        if plate is not None:
            width, height = ink.get_width() + pixels, round(1.4 * pixels)
            self.put(shapes.rounded(width, height, height / 2, plate), x, y)
        self.put(ink, x, y)

    def sign(self, name: str, colour: Colour, x: float = 0.84, y: float = 0.16) -> None:
        """Puts an icon on a disc in the corner."""
        self.put(shapes.disc(self.side * 0.12, INK), x, y)
        self.put(icon(name, round(self.side * 0.16), colour), x, y)

    def tag(self, text: str, ink: Colour = INK, plate: Colour = AMBER) -> None:
        """Puts a short text on a plate into the upper right corner."""
        pixels = max(6, round(0.16 * self.side))
        width = typesetting.tabular_line(text, pixels, ink, context=self.context).get_width()
        x = 0.97 - (width + pixels) / 2 / self.side
        self.words(text, ink, x, 0.15, 0.16, plate)

    def curtain(self) -> None:
        """Covers the picture with the curtain."""
        side = self.side
        cloth = pygame.Surface((side, side), pygame.SRCALPHA)
        fold = side / FOLDS
        for column in range(side):
            share = abs((column / fold) % 1.0 - 0.5) * 2
            colour = mix(CURTAIN, CURTAIN_FOLD, share)
            pygame.draw.line(cloth, colour, (column, 0), (column, side))
        self.put(shapes.masked(cloth, shapes.rounded(side, side, side * 0.06, WHITE)))


def _goal(sheet: _Sheet, moment: CardMoment) -> None:
    sheet.figure(emblem_figure())
    if moment == "after":
        sheet.sign("check", LIVE_WORDS)


def _toss(sheet: _Sheet, _: CardMoment) -> None:
    for look, x in ((BLUE_LOOK, 0.3), (RED_DIAMOND_LOOK, 0.7)):
        sheet.put(shapes.disc(sheet.side * 0.18, mix(AMBER, CREAM, 0.3)), x, 0.5)
        sheet.put(shapes.stone(look, sheet.side * 0.13), x, 0.5)


def _build(sheet: _Sheet, moment: CardMoment) -> None:
    sheet.figure(loose() if moment == "before" else emblem_figure())


def _lie(sheet: _Sheet, moment: CardMoment) -> None:
    if moment == "before":
        sheet.figure(emblem_figure())
        sheet.sign("check", LIVE_WORDS)
    else:
        sheet.figure(with_piece_moved(emblem_figure(), 0, (-0.5, -0.4)))
        sheet.sign("close", CORAL)


def _look(sheet: _Sheet, moment: CardMoment) -> None:
    if moment == "before":
        sheet.figure(emblem_figure(), 0.8, 0.56)
        sheet.tag("10 s", TEXT, INK)
    else:
        sheet.figure(loose())


def _rebuild(sheet: _Sheet, moment: CardMoment) -> None:
    sheet.figure(loose() if moment == "before" else emblem_figure(), 0.68, 0.62)
    sheet.tag("3:00" if moment == "before" else "1:04", TEXT, INK)


def _points(sheet: _Sheet, moment: CardMoment) -> None:
    if moment == "before":
        sheet.figure(emblem_figure())
        return
    sheet.figure(with_piece_moved(emblem_figure(), 6, (0.6, -0.5)))
    sheet.tag("6")


def _outline(sheet: _Sheet, moment: CardMoment) -> None:
    if moment == "before":
        sheet.figure(TANGRAM)
        return
    middle = TANGRAM.middle
    mirrored = tuple(
        Piece(piece.kind, turned(piece.corners, 90.0, middle)) for piece in TANGRAM.pieces
    )
    sheet.figure(Picture(mirrored))
    sheet.tag("7")


def _peek(sheet: _Sheet, moment: CardMoment) -> None:
    sheet.figure(emblem_figure(), 0.8, 0.56)
    if moment == "before":
        sheet.tag("5 s", TEXT, INK)
    else:
        sheet.tag("\N{MINUS SIGN}2", INK, CORAL)


def _cards(sheet: _Sheet, _: CardMoment) -> None:
    sheet.put(card_back(round(sheet.side * 0.86)))


def _card(card: Card) -> Callable[[_Sheet, CardMoment], None]:
    def draw(sheet: _Sheet, _: CardMoment) -> None:
        sheet.put(card_face(card, round(sheet.side * 0.9), sheet.context))

    return draw


def _looking(sheet: _Sheet, moment: CardMoment) -> None:
    sheet.curtain()
    sheet.put(icon("eye", round(sheet.side * 0.5), CREAM))
    if moment == "after":
        sheet.put(icon("close", round(sheet.side * 0.6), CORAL_WORDS))


def _end(sheet: _Sheet, _: CardMoment) -> None:
    for look, points, y in ((BLUE_LOOK, SCORES[0], 0.3), (RED_DIAMOND_LOOK, SCORES[1], 0.7)):
        sheet.put(shapes.stone(look, sheet.side * 0.075), 0.13, y)
        for number, text in enumerate(points[:3]):
            sheet.words(text, TEXT, 0.29 + 0.14 * number, y, 0.12)
        won = look is BLUE_LOOK
        sheet.words(points[3], INK if won else TEXT, 0.79, y, 0.12, AMBER if won else None)


DRAWINGS: Final[Mapping[str, Callable[[_Sheet, CardMoment], None]]] = {
    "goal": _goal,
    "toss": _toss,
    "build": _build,
    "lie": _lie,
    "look": _look,
    "rebuild": _rebuild,
    "points": _points,
    "outline": _outline,
    "peek": _peek,
    "cards": _cards,
    "unveil": _card(Card.UNVEIL),
    "regain": _card(Card.REGAIN),
    "seconds": _card(Card.SECONDS),
    "five": _card(Card.FIVE),
    "looking": _looking,
    "end": _end,
}


def rule_picture(
    drawing: str, moment: CardMoment, width: int, height: int, context: UiContext
) -> pygame.Surface:
    """A picture of a rule card, a square at most that large."""
    sheet = _Sheet.empty(min(width, height), context)
    DRAWINGS[drawing](sheet, moment)
    return sheet.surface
