"""The pixels to touch for a ply, computed without the window."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from tabletop.engine import CHANCE, ROLL, Match, Spot, Word
from tabletop.games import view_of
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.play.board import SPOT_KEY, choice_buttons, tool_buttons
from tabletop.scenes.play.session import (
    MatchTimeline,
    MoveEntered,
    MoveInput,
    MoveRefused,
    ThrowRequested,
)
from tabletop.ui.board.table_layout import reserve_tool_space, table_layout, tools_at_seat
from tabletop.ui.board.turntable import TurnedView
from tabletop.ui.board.view import BoardSnapshot
from tabletop.ui.core.canvas import Canvas, Point

Pixel: TypeAlias = tuple[int, int]

FINGER = ("test", 1)


@dataclass(frozen=True, slots=True)
class Tap:
    """Down and up at one place."""

    at: Pixel


@dataclass(frozen=True, slots=True)
class Drag:
    """Down at one place, up at another."""

    start: Pixel
    end: Pixel


Gesture: TypeAlias = Tap | Drag


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody likes to touch."""

    drag_from: int | None = None
    """Which touch of a word begins a drag to the next one."""
    buttons: bool = False
    """Takes the button where a word can be touched on the board too."""
    spelling: int = 0


MORE = {"hint": "hint", "goal": "goal"}
"""The tools beside the menu and undo."""

STYLES = (Style(), Style(0), Style(buttons=True, spelling=1), Style(1, spelling=1))


class Eye:
    """Looks at a match in a window of some size, and finds where to press."""

    def __init__(
        self,
        match: Match,
        size: tuple[int, int],
        *,
        facing: bool = False,
        sides: tuple[int, ...] = (),
        turns: bool = False,
        players: Sequence[int] = (),
    ) -> None:
        """`sides` are the edges at which people sit; `turns`: the board turns to each of them.

        `players` are the numbers of the players at the seats; panels stay with their players.
        """
        self.match = match
        self.view = TurnedView(partial(view_of, match.game))
        self.turns = turns
        self.canvas = Canvas(size)
        sides = sides or (FACING_SIDES if facing else (0,) * 4)[: match.seats]
        tray = self.view.upright.tray_height
        plan = table_layout(self.canvas, sides, tray, own_tools=any(sides))
        plan = plan.in_order(players or range(match.seats))
        self.layout = reserve_tool_space(plan) if any(sides) else plan
        self.view.fit(self.layout.places(match.options))

    @property
    def beside(self) -> Pixel:
        """A place where there is nothing to touch: the edge of a seat's panel."""
        box = self.layout.panels[0].box
        return self.canvas.to_pixels((box.x + 6, box.y + 40))

    def tool(self, name: str) -> Pixel:
        """Where a tool button lies."""
        layout = tools_at_seat(self.layout, 0)
        buttons = tool_buttons(layout, MatchTimeline(self.match, self.view.upright), MORE)
        at = next(button.centre for button in buttons if button.key == f"tool:{name}")
        return self.canvas.to_pixels(at)

    def word(self, ply: str, spelling: int = 0) -> Word:
        """The places to touch for a ply, in one of its spellings; "" is a throw."""
        game, state = self.match.game, self.match.state
        if state.turn == CHANCE:
            assert ply == ""
            return (ROLL,)
        words = game.spell(state, game.read_move(ply))
        return words[spelling % len(words)]

    def gestures(self, ply: str, style: Style = STYLES[0]) -> list[Gesture]:
        """What a hand does for a ply."""
        if self.turns:
            acting = self.match.game.acting(self.match.state)
            self.view.turn(self.layout.panels[acting].turns)
        word = self.word(ply, style.spelling)
        hand = MoveInput(self.match.game, self.match.state)
        made: list[Gesture] = []
        result: MoveEntered | ThrowRequested | MoveRefused | None = None
        while word:
            assert result is None, f"{ply}: {result} before {word}"
            first, rest = word[0], word[1:]
            at = self.place(hand, first, style.buttons)
            if len(made) == style.drag_from and rest and self._can_drag(hand, first, at, rest[0]):
                end = self._checked(self._showing(hand), rest[0])
                result = hand.drop(FINGER, rest[0])
                made.append(Drag(at, end))
                word = rest[1:]
            else:
                made.append(Tap(at))
                result = hand.touch(first)
                word = rest
        assert isinstance(result, MoveEntered | ThrowRequested), f"{ply}: {result}"
        assert not isinstance(result, MoveEntered) or str(result.move) == ply
        return made

    def place(self, hand: MoveInput, spot: Spot, button: bool = False) -> Pixel:
        """The pixel that means a place at this moment."""
        snapshot = self._showing(hand)
        points = self.view.points(snapshot)
        named = self._buttons(snapshot)
        if spot not in points or (button and spot in named):
            return self.canvas.to_pixels(named[spot])
        return self._checked(snapshot, spot)

    def _checked(self, snapshot: BoardSnapshot, spot: Spot) -> Pixel:
        pixel = self.canvas.to_pixels(self.view.points(snapshot)[spot])
        at = self.canvas.to_canvas(*pixel)
        assert at is not None, f"{spot} lies outside the window"
        found = self.view.spot_at(snapshot, at)
        assert found == spot, f"{spot} is said to lie at {at}, but there is {found}"
        return pixel

    def _can_drag(self, hand: MoveInput, spot: Spot, at: Pixel, to: Spot) -> bool:
        """Takes a piece up; lays it down again if the next touch is no other place on the board."""
        if spot not in self.view.points(self._showing(hand)):
            return False
        hand.down(FINGER, spot)
        hand.pull(FINGER, self._point(at))
        if to in self.view.points(self._showing(hand)):
            return True
        hand.cancel(FINGER)
        return False

    def snapshot(self) -> BoardSnapshot:
        """The match as it stands, untouched."""
        return self._showing(MoveInput(self.match.game, self.match.state))

    def _showing(self, hand: MoveInput) -> BoardSnapshot:
        return MatchTimeline(self.match, self.view.upright).snapshot(hand, None, 0.0)

    def _buttons(self, snapshot: BoardSnapshot) -> dict[Spot, Point]:
        if self.view.upright.cards(snapshot) and not self.canvas.context.projector:
            return {}  # cards only show a ply; the places on the board play it
        panel, has_tray = self.layout.panels[snapshot.seat], self.view.upright.tray_height > 0
        choices = choice_buttons(panel, has_tray, self.view.upright.choices(snapshot))
        return {button.key.removeprefix(SPOT_KEY): button.centre for button in choices}

    def _point(self, pixel: Pixel) -> Point:
        at = self.canvas.to_canvas(*pixel)
        assert at is not None
        return at
