"""The result: who won and why, beside the final board, and what to do next."""

from collections.abc import Sequence
from math import inf
from typing import Final

import pygame

from tabletop.engine import Match, Outcome, Seat, Text, joined, say
from tabletop.input.actions import Action, Button, Press, Tap
from tabletop.scenes.layout import Layout
from tabletop.scenes.projector_layout import laid_out
from tabletop.scenes.projector_result import put_room_result
from tabletop.scenes.result_sides import Place, fewer_words, result_places
from tabletop.scenes.sayings import result_head
from tabletop.scenes.scoring import counted
from tabletop.scenes.series import champion, won_words
from tabletop.scenes.setup import Setup
from tabletop.scenes.trophy import trophy
from tabletop.ui import art, words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.kept import kept
from tabletop.ui.lettering import em, grown, least
from tabletop.ui.reach import near
from tabletop.ui.saying import Saying, focus_saying
from tabletop.ui.scene import Change, Pop, Scene
from tabletop.ui.sheet import confirming, row, stacked
from tabletop.ui.stones import stone
from tabletop.ui.theme import (
    AMBER,
    BODY_SIZE,
    PANEL,
    RESULT_SIZE,
    SMALL_SIZE,
    TEXT,
    Colour,
    SeatLook,
)
from tabletop.ui.tongue import speaking, spoken
from tabletop.ui.tween import Timer
from tabletop.ui.widgets import Buttons, PushButton

DEAF: Final = 2.0
"""Seconds in which touches are ignored: hands are still busy with the game."""
GAP: Final = 20.0
BESIDE: Final = 0.42
"""The share of a broad plate that stones beside the words may have."""
CROWDED: Final = 0.42
"""A score that takes more of a small room than this is not told in it."""
LARGE: Final = 1.3
"""From so many times the usual size on, the choices stand in pairs."""
LEAST_FOR_NAME: Final = 700.0
"""In a narrower room the board is not named beside the name that can be put there."""
MOST_SCORE: Final = 0.26
"""The most of a plate's height that a series takes in large words."""


class ResultScene(Scene):
    """Lies over the match, whose board stays in sight. Pops with what was chosen.

    That is again, name, review, look, seats or menu.
    """

    covers = False

    def __init__(
        self, setup: Setup, match: Match, looks: Sequence[SeatLook], *, named: bool = False
    ) -> None:
        """`named`: whoever has won is on the board of high scores already."""
        self._offers = setup.feat.counts and not named
        self._setup = setup
        self._match = match
        self._looks = looks
        self._outcome = match.outcome or Outcome((), "")
        self._deaf = Timer(DEAF)
        self._buttons = Buttons()
        self._places: tuple[Place, ...] = ()
        self.asked_from = 0
        """At which edge a choice was touched last."""

    def fit(self, canvas: Canvas) -> None:
        plan = laid_out(canvas, self._setup.around, 0)
        own = [self._setup.language(seat) for seat in range(self._setup.seats)]
        self._places = result_places(plan.spoken_in(own))
        if len(self._places) > 1:
            self.language = ""  # each edge has its own
        self._place_buttons()

    def listen(self) -> None:
        """It has been seen before: nobody's hands are busy with the game any more."""
        self._deaf = Timer(0.0)

    def wakes_in(self) -> float:
        return inf if self._deaf.done else self._deaf.length - self._deaf.spent

    def update(self, dt: float) -> Change:
        was = self._deaf.done
        self._deaf.run(dt)
        if self._deaf.done and not was:
            self._place_buttons()
        return None

    def handle(self, action: Action) -> Change:
        if not self._deaf.done:
            return None
        action = confirming(action)
        if isinstance(action, Tap):
            touched = self._buttons.at(action.at)
            self.asked_from = touched.turns if touched is not None else 0
        pressed = self._buttons.press(action)
        if pressed is not None:
            return Pop(pressed)
        match action:
            case Press(button=Button.BACK | Button.EARLIER | Button.FIRST):
                return Pop("look")
            case Press(button=Button.MENU):
                return Pop("menu")
            case Press(button=Button.OK):
                self._buttons.focus = "again"
            case _:
                pass
        return None

    def sayings(self) -> tuple[Saying, ...]:
        head, why = self._head, self._why
        focus = focus_saying(self._buttons.buttons, self._buttons.focus)
        return (Saying("head", head), Saying("why", why), *focus)

    def draw(self, frame: Frame) -> None:
        if least():
            put_room_result(
                frame, self._after, self._match, self._looks, self._head, self._why, self._champion
            )
            self._buttons.draw(frame)
            return
        for place in self._places:
            with frame.turned(place.turns, place.about), speaking(place.language):
                self._put_plate(frame, place.words)
        self._buttons.draw(frame)

    def _put_plate(self, frame: Frame, room: Box) -> None:
        """The plate with the winners' stones and the words."""
        canvas = frame.canvas
        frame.put(_plate(canvas.px(room.w), canvas.px(room.h), canvas.px(30)), room.centre)
        inside = room.inset(26)
        broad = room.w > room.h * 1.25
        winners = self._outcome.winners or tuple(range(self._match.seats))
        radius = _stone_radius(room, len(winners))
        if self._champion is not None:
            radius = min(150.0, inside.w / 2, inside.h * 0.2)
            cup = trophy(self._looks[self._champion], canvas.px(2 * radius))
            winners, stones = (self._champion,), [cup]
        else:
            stones = [stone(self._looks[seat], canvas.px(radius)) for seat in winners]
        x = inside.x + radius + 6
        for picture in stones:
            frame.put(picture, (x, inside.y + radius + 10))
            x += 2 * radius + min(18.0, 0.25 * radius)
        top = inside.y + 2 * radius + 36
        text_box = Box(inside.x, top, inside.w, inside.bottom - top)
        if broad:
            left = x - radius + 10
            text_box = Box(left, inside.y, inside.right - left, inside.h)
        self._put_words(frame, text_box, broad=broad)

    def _put_words(self, frame: Frame, room: Box, *, broad: bool) -> None:
        canvas = frame.canvas
        score: str = ""
        if self._setup.best_of != 1:
            score = self._score(" · " if broad else "\n")
        foot = 0.0
        if score:
            lines, wide = spoken(score).split("\n"), canvas.px(room.w)
            size = min(
                words.fitting(each, canvas.px(em(SMALL_SIZE)), wide, least=0.75) for each in lines
            )
            high, small = canvas.px(MOST_SCORE * room.h), canvas.px(SMALL_SIZE)
            block = words.block(score, size, wide, TEXT)
            while block.get_height() > high and size > small:  # who has won is worth more
                size = max(small, round(0.93 * size))
                block = words.block(score, size, wide, TEXT)
            foot = block.get_height() / canvas.scale + 10
            width = block.get_width() / canvas.scale
            if len(self._places) > 1 and foot > CROWDED * room.h:
                foot = 0.0  # at a small place of one's own it would leave no room for who has won
            else:
                frame.put(block, (room.x + width / 2, room.bottom - foot / 2))
        head = self._head
        size = canvas.px(RESULT_SIZE)
        width, height = canvas.px(room.w), canvas.px(room.h - foot)
        title = _largest(head, size, width, round(height * (0.62 if broad else 0.5)), TEXT, True)
        y = room.y + title.get_height() / canvas.scale / 2
        frame.put(title, (room.x + title.get_width() / canvas.scale / 2, y))
        top = room.y + title.get_height() / canvas.scale + 14
        left = canvas.px(max(40.0, room.bottom - foot - top))
        why = _largest(self._why, canvas.px(em(BODY_SIZE)), width, left, TEXT, False)
        scale = canvas.scale
        at = (room.x + why.get_width() / scale / 2, top + why.get_height() / scale / 2)
        frame.put(why, at)

    @property
    def _after(self) -> Setup:
        """The series with this game in it."""
        return self._setup.scored(self._outcome.winners)

    @property
    def _champion(self) -> Seat | None:
        """Who has won the series with this game."""
        return champion(self._after)

    @property
    def _why(self) -> str:
        """The reason, and what of the game counts among the high scores, or why it does not."""
        also = counted(self._match, self._setup)
        return self._outcome.reason if also is None else joined(" ", self._outcome.reason, also)

    @property
    def _head(self) -> Text:
        """Who won: this game, or the series with it."""
        if self._champion is not None:
            return won_words(self._setup, self._match.game, self._champion)
        return result_head(self._match, self._outcome, self._setup)

    def _score(self, between: str) -> Text:
        """The running score with this game in it, once there is something to tell."""
        after = self._after
        names = self._match.game.seat_names
        parts = [say("result.games_won", "Games won")]
        for seat in sorted(range(self._match.seats), key=after.who):
            filler, told = self._setup.filler(seat), {"seat": names[seat]}
            count = after.wins(seat)
            if filler.is_computer:
                words = "{who} ({seat}): {count}"
                parts.append(say("result.computer", words, who=filler.name, count=count, **told))
            else:
                words = "Player {number} ({seat}): {count}"
                number = after.who(seat) + 1
                parts.append(say("result.score", words, number=number, count=count, **told))
            if after.filler(seat) != filler:
                parts.append(after.filler(seat).words)
        return joined(between, *parts)

    @property
    def _winners_sides(self) -> tuple[int, ...]:
        if len(self._places) == 1:
            return (self._places[0].turns,)
        return tuple(self._setup.side(seat) for seat in self._outcome.winners)

    def _place_buttons(self) -> None:
        fresh = self._champion is not None
        ready, buttons = self._deaf.done, []
        for place in self._places:
            # The name is written at the winner's own seat, and asked for there.
            named = self._offers and place.turns in self._winners_sides
            choices = place_choices(place.choices, ready=ready, fresh=fresh, named=named)
            buttons += place.upright(choices)
        self._buttons.replace(buttons)


def place_choices(
    room: Box, *, ready: bool, fresh: bool = False, named: bool = False
) -> list[PushButton]:
    """The main choice first; where the room is broad, the others stand side by side.

    `fresh`: a series is over, and another begins. `named`: a name can be put on the board, which
    then is the main choice.
    """
    again = say("result.again", "Play again")
    if fresh:
        again = say("result.new_series", "New series")
    rest: list[tuple[str, Text, str]] = [
        ("review", say("result.review", "Review"), "chances"),
        ("look", say("result.look", "Look back"), "earlier"),
        ("seats", say("result.seats", "Change seats"), "swap"),
        ("menu", say("result.menu", "Menu"), "menu"),
    ]
    first = ("again", again, "again")
    if named:
        rest.insert(0, first)
        words = say("result.name", "Your name in the high scores")
        if room.w < LEAST_FOR_NAME:
            words = say("result.name_short", "Your name")
        first = ("name", words, "cup")
    if room.w > room.h:
        rows = 2 if grown(1.0, BODY_SIZE) > LARGE else 1  # of the others
        tall = min(130.0, (room.h - rows * GAP) / (rows + 1))
        free = max(0.0, room.h - (rows + 1) * tall - rows * GAP)
        top = room.y + free * (1.0 if near() else 0.5)
        main = Box(room.x, top, room.w, tall)
        lines = stacked(Box(room.x, main.bottom + GAP, room.w, 0), [tall] * rows, GAP)
        across = -(-len(rest) // rows)
        shares = [across, len(rest) - across][:rows]
        boxes = [
            box for line, share in zip(lines, shares, strict=True) for box in row(line, share, GAP)
        ]
    else:
        count = len(rest)
        tall = min(120.0, (room.h - count * GAP) / (count + 1.6))
        # In reach mode they stand at the lower end of the column.
        free = room.h - (count + 1.3) * tall - count * GAP
        top = room.y + free * (1.0 if near() else 0.5)
        main = Box(room.x, top, room.w, tall * 1.3)
        boxes = [
            Box(room.x, top + tall * 1.3 + GAP + i * (tall + GAP), room.w, tall)
            for i in range(len(rest))
        ]
    key, label, icon = first
    buttons = [PushButton(key, main, label, icon, "main", 56, ready)]
    for (key, label, icon), box in zip(rest, boxes, strict=True):
        buttons.append(PushButton(key, box, label, icon, enabled=ready))
    return fewer_words(room, buttons)


def _stone_radius(room: Box, count: int) -> float:
    """How large the stones of so many winners are."""
    inside = room.inset(26)
    # Beside the words the stones leave them room; above them they may have all of it.
    across = inside.w * BESIDE if room.w > room.h * 1.25 else inside.w
    return min(84.0, across / (2.3 * count), inside.h * 0.16)


def warm_result(plan: Layout, looks: Sequence[SeatLook]) -> None:
    """Makes the result's large pictures while nobody waits for them, whoever wins."""
    canvas = plan.canvas
    for place in result_places(plan):
        room = place.words
        _plate(canvas.px(room.w), canvas.px(room.h), canvas.px(30))
        for look in looks:
            stone(look, canvas.px(_stone_radius(room, 1)))
        for enabled in (False, True):
            Buttons(place_choices(place.choices, ready=enabled)).draw(Frame(canvas))


def _largest(
    text: str, pixels: int, width: int, height: int, colour: Colour, bold: bool
) -> pygame.Surface:
    """The text as a block, as large as it fits the room."""
    return _largest_block(spoken(text), pixels, width, height, colour, bold)


@kept(most=32)
def _largest_block(
    text: str, pixels: int, width: int, height: int, colour: Colour, bold: bool
) -> pygame.Surface:
    size, spacing = pixels, 1.1 if bold else 1.28
    while size > 12:
        wide, high = words.size_of_block(text, size, width, bold, spacing)
        if wide <= width and high <= height:
            return words.block(text, size, width, colour, bold, spacing=spacing)
        size -= max(1, size // 20)
    return words.block(text, size, width, colour, bold)


@kept(most=8)
def _plate(width: int, height: int, radius: int) -> pygame.Surface:
    plate = art.copied(art.rounded(width, height, radius, PANEL, 235))
    plate.blit(art.outline(width, height, radius, max(2, radius // 7), AMBER, 200), (0, 0))
    return plate
