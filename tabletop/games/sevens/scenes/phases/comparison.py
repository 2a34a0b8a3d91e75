"""A picture and its guess compared: which pieces match, and the page that shows both."""

from dataclasses import dataclass, replace
from typing import Final, Literal

import pygame

from tabletop.engine import Text, count, joined, say
from tabletop.games.sevens.figures import figure_label
from tabletop.games.sevens.rules.match import TurnScore
from tabletop.games.sevens.rules.pieces import Picture, Point
from tabletop.games.sevens.rules.score import agreement, difference
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import Boxes, column, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CORAL_DEEP,
    CREAM,
    HEAD_SIZE,
    INK,
    NAME_SIZE,
    PANEL,
    PETROL,
    TEXT,
    WHITE,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageGuard, PageScene, Plate


@dataclass(frozen=True, slots=True)
class Comparison:
    """Target and guess, the guess shifted to where most pieces agree."""

    target: Picture
    guess: Picture
    agreed: tuple[tuple[int, int], ...]
    """For each agreeing piece its index in the target and in the guess."""
    astray: tuple[tuple[int, int | None], ...]
    """For each other piece of the target its index, and that of a piece of its kind in the guess;
    None if that is in the tray."""
    covering: Point | None
    """The further shift that makes the silhouettes equal; None if they are not."""
    numbers: tuple[int, ...] = ()
    """The numbers in the set of the pieces of the guess; empty where they are not known."""

    @property
    def span(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of both pictures."""
        if not self.guess.pieces:
            return self.target.span
        one, other = self.target.span, self.guess.span
        return (
            min(one[0], other[0]),
            min(one[1], other[1]),
            max(one[2], other[2]),
            max(one[3], other[3]),
        )


def compare(turn: TurnScore, tolerance: float, numbers: tuple[int, ...] = ()) -> Comparison:
    """The comparison that gave a turn its points."""
    target, guess = turn.target, turn.guess
    found = agreement(target, guess, tolerance)
    shifted = guess.shifted(found.shift)
    free = [n for n in range(len(guess)) if n not in {g for _, g in found.pairs}]
    missed = [n for n in range(len(target)) if n not in {t for t, _ in found.pairs}]
    astray: list[tuple[int, int | None]] = []
    for place in missed:
        kind = target.pieces[place].kind
        partner = next((n for n in free if guess.pieces[n].kind == kind), None)
        if partner is not None:
            free.remove(partner)
        astray.append((place, partner))
    excepted = turn.score.same_silhouette and missed
    covering = difference(target, shifted)[1] if excepted else None
    return Comparison(target, shifted, found.pairs, tuple(astray), covering, numbers)


@surface_cache(most=48)
def sign_picture(said: Literal["agrees", "astray"], radius: float, turns: int) -> pygame.Surface:
    """A tick or a cross; `radius` in pixels."""
    colour, name = (PETROL, "check") if said == "agrees" else (CORAL_DEEP, "close")
    mark = icon(name, max(4, round(radius * 1.15)), WHITE)
    disc = shapes.layered(shapes.disc(radius, WHITE), shapes.disc(radius * 0.87, colour))
    sign = shapes.layered(disc, pygame.transform.rotate(mark, -90 * turns) if turns else mark)
    return shapes.with_shadow(sign, max(1.0, radius * 0.18))


HEAD_HEIGHT: Final = 92.0
CAPTION_HEIGHT: Final = 72.0
NOTE_HEIGHT: Final = 84.0
GAP: Final = 24.0
PAD: Final = 32.0
MAX_UNIT: Final = 120.0
"""The largest unit, in canvas units."""
SIGN_RADIUS: Final = 28.0


# NOTE for translators: above the two pictures of a turn, said to the one person who plays.
YOUR_PICTURE: Final = say("sevens.turn.picture.you", "Your picture")
YOUR_GUESS: Final = say("sevens.turn.guess.you", "Your version")


class TurnPage(PageScene):
    """The picture and the guess of a turn side by side, with what matched; others can be leafed to.

    Pops when it is left.
    """

    def __init__(self, context: MatchContext, number: int, turns: int) -> None:
        """`number`: of the turn shown first; `turns`: quarter turns to the seat that asked."""
        super().__init__(turns)
        self.guard = PageGuard()
        self._context, self.number = context, number
        self._pictures: Boxes

    @property
    def turn(self) -> TurnScore:
        return self._context.match.turns[self.number]

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(1640.0, across), min(1000.0, down))
        context, turn = self.canvas.context, self.turn
        caption = min(1.5 * CAPTION_HEIGHT, context.scaled_length(CAPTION_HEIGHT, BODY_SIZE))
        note = min(1.6 * NOTE_HEIGHT, context.scaled_length(NOTE_HEIGHT, BODY_SIZE))
        side = column(item("caption", caption), "picture", key="side")
        sides = row(side, side, gap=GAP) if plate.w > plate.h else column(side, side, gap=GAP)
        head = row(
            8, "title", 24,
            item("earlier", HEAD_HEIGHT), 12, item("later", HEAD_HEIGHT), 12,
            item("leave", HEAD_HEIGHT), size=HEAD_HEIGHT,
        )  # fmt: skip
        boxes = column(head, sides, item("note", note), gap=GAP, padding=(PAD, PAD, PAD, 12))
        self._pictures = laid = boxes.place(plate)
        self.plates = (
            Plate(plate, PANEL, 40, lined=True),
            *(Plate(box, CREAM, 28) for box in laid.all("side")),
        )
        name, you = self._context.name, self._context.you
        captions = (
            YOUR_PICTURE
            if turn.arranger == you
            else say("sevens.turn.picture", "{name}’s picture", name=name(turn.arranger)),
            YOUR_GUESS
            if turn.guesser == you
            else say("sevens.turn.guess", "{name}’s version", name=name(turn.guesser)),
        )
        self.labels = (
            Label(figure_label(turn.name), laid["title"], HEAD_SIZE, TEXT, bold=True, most=1),
            Label(self._said, laid["note"], BODY_SIZE, TEXT, align="centre", most=2),
            *(
                Label(said, box, NAME_SIZE, INK, True, "centre", most=1)
                for said, box in zip(captions, laid.all("caption"), strict=True)
            ),
        )
        last = len(self._context.match.turns) - 1
        buttons = (
            PushButton("earlier", laid["earlier"], icon="earlier", enabled=self.number > 0),
            PushButton("later", laid["later"], icon="later", enabled=self.number < last),
            PushButton("leave", laid["leave"], icon="close"),
        )
        self.buttons.replace(
            [replace(each, turns=self.turns, about=self.middle) for each in buttons]
        )

    @property
    def _said(self) -> Text:
        turn = self.turn
        matched = say(
            "sevens.turn.matched",
            "{matched} of {most} pieces match.",
            matched=turn.score.matched,
            most=len(turn.target),
        )
        parts = [matched]
        if turn.score.same_silhouette and turn.score.matched < len(turn.target):
            parts.append(say("sevens.turn.same", "The shape is the same: all points."))
        if turn.cost:
            parts.append(count("sevens.turn.peek", "Peek: −1.", "Peek: −{n}.", n=turn.cost))
        parts.append(count("sevens.turn.points", "1 point.", "{n} points.", n=turn.points))
        return joined(" ", *parts)

    def pressed(self, key: str, /) -> Change:
        if key == "leave":
            return self.back()
        self.number += 1 if key == "later" else -1
        self.lay_out()
        return None

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        tolerance = self._context.match.terms.tolerance
        shown = compare(self.turn, tolerance, self._context.laid_numbers(self.turn))
        rooms = [box.inset(20) for box in self._pictures.all("picture")]
        pictures = (shown.target, shown.guess)
        unit = min(
            (
                fitting_unit(picture, room.w, room.h)
                for picture, room in zip(pictures, rooms, strict=True)
                if picture.pieces
            ),
            default=MAX_UNIT,
        )
        unit = min(unit, MAX_UNIT)
        wrong: tuple[set[int | None], set[int | None]] = (
            {place for place, _ in shown.astray},
            {lies for _, lies in shown.astray},
        )
        numbers = ((), shown.numbers)
        for picture, room, missed, known in zip(pictures, rooms, wrong, numbers, strict=True):
            if picture.pieces:
                drawn = figure_picture(picture, unit * frame.canvas.scale, numbers=known)
                frame.put(drawn, room.centre)
            else:
                nothing = say("sevens.turn.nothing", "No piece was placed.")
                Label(nothing, room, BODY_SIZE, INK, align="centre", most=2).draw(frame)
            self._draw_signs(frame, picture, room, unit, missed)

    def _draw_signs(
        self, frame: Frame, picture: Picture, room: Box, unit: float, missed: set[int | None]
    ) -> None:
        """A tick on each piece that matches, a cross on the others."""
        if not picture.pieces:
            return
        (x, y), (mx, my) = room.centre, picture.middle
        radius = min(SIGN_RADIUS, unit * 0.3) * frame.canvas.scale
        for number, piece in enumerate(picture.pieces):
            px, py = piece.pose.at
            sign = sign_picture("astray" if number in missed else "agrees", radius, 0)
            frame.put(sign, (x + (px - mx) * unit, y + (py - my) * unit))
