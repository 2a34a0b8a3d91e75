"""People who play Sevens on phones in browsers: they know what their phone has shown, no more.

A person reads the page as it is drawn, plans where pieces go with the geometry of the public rules
module, and touches, drags and turns with a finger.
"""

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tabletop.games.sevens.rules.pieces import (
    KINDS,
    SYMMETRY,
    Kind,
    Picture,
    Piece,
    Point,
    connected_groups,
    length,
    pose_of,
    shifted,
)
from tests.party.browsers import ENTER, Phone, until

UNIT: Final = 40.0
"""The length of a unit in the page's own drawing."""
STEP: Final = 45
"""Degrees of one tap on a piece."""
NEAR: Final = 0.12
"""Units within which a piece lies where it should: less than the rules allow."""
MAX_TRIES: Final = 15
"""The most turns and drags of a piece; it may snap to the wrong place."""
REACTION_SECONDS: Final = 0.4
"""Seconds for which a button has been seen when it is pressed."""
AGAIN_SECONDS: Final = 1.0
"""Seconds after which a button without effect is pressed again."""
TABLE_SECONDS: Final = 5.0
"""Seconds within which the table answers a finger."""

READ: Final = r"""(() => {
  const svg = document.querySelector(".pieces-svg");
  if (svg) svg.scrollIntoView({ block: "nearest" });
  const drawn = (tag) => (svg ? [...svg.children].filter((each) => each.tagName === tag) : []);
  const drawing = (element, name) => element.getAttribute(name);
  const corners = (path) => {
    const numbers = (drawing(path, "d").match(/-?[\d.]+/g) || []).map(Number);
    return numbers.flatMap((x, n) => (n % 2 ? [] : [[x, numbers[n + 1]]]));
  };
  // A piece in a hand has a longer shadow.
  const lifted = (piece) => drawing(piece.children[0], "transform") === "translate(7 4)";
  const buttons = [...document.querySelectorAll("button[data-key]")];
  const field = document.querySelector("input.field");
  const place = svg && svg.getScreenCTM();
  return {
    buttons: buttons.map((each) => [each.dataset.key, !each.disabled]),
    text: document.getElementById("page").innerText,
    covered: !!document.querySelector("button.cover"),
    private: !!document.querySelector(".veil"),
    named: field ? field.value : "",
    boxes: drawn("rect").map((each) =>
      ["x", "y", "width", "height"].map((name) => Number(drawing(each, name)))),
    pieces: drawn("g").filter((each) => !lifted(each)).map((each) => corners(each.children[2])),
    targets: drawn("path").filter((each) => drawing(each, "stroke-dasharray") === "8 6")
      .map(corners),
    held: drawn("g").some(lifted),
    place: place && [place.a, place.e, place.f],
  };
})()"""
"""What a page shows, in the units of its drawing."""


MIDDLE: Final = """(element => {
  if (!element) return null;
  element.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})(document.querySelector(%s))"""


@dataclass(frozen=True, slots=True)
class Screen:
    """What a phone shows. Places are units of its board."""

    buttons: Mapping[str, bool]
    """Whether each can be pressed, by its key."""
    text: str
    covered: bool
    private: bool
    named: str
    """What stands where the picture is named."""
    boxes: tuple[tuple[float, float, float, float], ...]
    """The board, and the tray if there is one."""
    pieces: tuple[Piece, ...]
    targets: tuple[Piece, ...]
    """Dashed outlines of where pieces belong."""
    held: bool
    place: tuple[float, float, float]
    """Pixels of a unit, and the pixel of the place (0, 0)."""

    @classmethod
    def read(cls, phone: Phone) -> "Screen":
        found: dict[str, Any] = phone.evaluate(READ)
        scale, left, top = found["place"] or (1.0, 0.0, 0.0)
        return cls(
            dict(found["buttons"]),
            found["text"],
            found["covered"],
            found["private"],
            found["named"],
            tuple(tuple(value / UNIT for value in box) for box in found["boxes"]),
            tuple(map(_piece, found["pieces"])),
            tuple(map(_piece, found["targets"])),
            found["held"],
            (scale * UNIT, left, top),
        )

    def offers(self, key: str) -> bool:
        return self.buttons.get(key, False)

    @property
    def round(self) -> int | None:
        """The round, from 0, where the phone says it."""
        found = re.search(r"Round (\d)", self.text)
        return int(found[1]) - 1 if found else None

    @property
    def missing(self) -> str:
        """How many pieces are still missing, as the phone says it; empty: none."""
        found = re.search(r"(\w+) pieces? (is|are) still in the tray", self.text)
        return found[1] if found else ""

    @property
    def laid(self) -> tuple[Piece, ...]:
        """The pieces that are not in the tray."""
        if len(self.boxes) < 2:
            return self.pieces
        left, top, width, height = self.boxes[1]
        return tuple(
            piece
            for piece in self.pieces
            if not (left <= piece.pose.x <= left + width and top <= piece.pose.y <= top + height)
        )

    @property
    def middle(self) -> Point:
        """The middle of the board."""
        left, top, width, height = self.boxes[0]
        return left + width / 2, top + height / 2

    def pixel(self, at: Point) -> Point:
        scale, left, top = self.place
        return left + at[0] * scale, top + at[1] * scale


def _piece(corners: Sequence[Sequence[float]]) -> Piece:
    """The piece that is drawn with these corners."""
    places = [(x / UNIT, y / UNIT) for x, y in corners]
    return Picture.from_corners([(_kind(places), places)]).pieces[0]


def _kind(corners: Sequence[Point]) -> Kind:
    for kind in KINDS:
        try:
            pose_of(kind, corners)
        except ValueError:
            continue
        return kind
    raise AssertionError(f"no piece has these corners: {corners}")


def _lies(piece: Piece, wanted: Piece) -> bool:
    """Whether a piece lies as it should."""
    turn = SYMMETRY[piece.kind]
    off = (piece.pose.turn - wanted.pose.turn + turn / 2) % turn - turn / 2
    return (
        piece.kind == wanted.kind
        and piece.pose.flipped == wanted.pose.flipped
        and abs(off) < 2
        and length(piece.pose.at, wanted.pose.at) < NEAR
    )


def grown(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces of a picture in an order in which each touches one before it."""
    order, rest = [pieces[0]], list(pieces[1:])
    while rest:
        piece = next(each for each in rest if any(_touch(each, other) for other in order))
        rest.remove(piece)
        order.append(piece)
    return tuple(order)


def _touch(one: Piece, other: Piece) -> bool:
    return len(connected_groups((one.corners, other.corners))) == 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What a person means to do in a match, round by round."""

    laid: tuple[int, ...]
    """How many pieces are laid where they belong, of those that are there."""
    by_hand: tuple[bool, ...]
    """Whether pictures are built by hand; others are taken from the booklet."""
    adds: str = ""
    """What is added to the names of pictures that are built by hand."""
    peeks: tuple[bool, ...] = (False, False, False)
    tosses: bool = False
    """Whether this person tosses the coin, which either may."""
    reopens: tuple[tuple[str, int, int], ...] = ()
    """When the phone is closed and opened again: "build" or "guess", the round, pieces laid."""


class Person:
    """Somebody with a phone who plays a match of Sevens."""

    def __init__(self, phone: Phone, plan: Plan, reopen: Callable[[], None]) -> None:
        self.phone, self.plan, self._reopen = phone, plan, reopen
        self.reopened = 0
        self.look_texts: list[str] = []
        """What the phone said before each look."""
        self.outlines: list[int] = []
        """How many outlines were to be seen in each guess."""
        self._round = 0
        self._looks = False
        """Whether a picture is about to be seen."""
        self._peeked = False
        self._memory: tuple[Piece, ...] = ()
        self._task = ("", 0)
        """What is being done, "build" or "guess", and in which round."""
        self._wanted: list[Piece] = []
        """What is still to be laid."""
        self._placed: list[Piece] = []
        self._seen: dict[str, float] = {}
        """Since when each button has been there."""
        self._pressed: dict[str, float] = {}
        """When each was pressed last."""

    # -- eyes -----------------------------------------------------------------------------------

    def look(self) -> Screen:
        return Screen.read(self.phone)

    def at_rest(self) -> Screen:
        """What the phone shows once no piece moves."""
        before: Screen | None = None

        def rests() -> list[Screen]:
            nonlocal before
            last, before = before, self.look()
            rested = last is not None and not before.held and last.pieces == before.pieces
            return [before] if rested else []

        return until("pieces at rest", rests)[0]

    # -- what is done next ----------------------------------------------------------------------

    def act(self) -> None:
        """Does the next thing, if it is this person's turn."""
        screen = self.look()
        self._round = screen.round if screen.round is not None else self._round
        now = time.monotonic()
        self._seen = {key: self._seen.get(key, now) for key in screen.buttons}
        if screen.covered:
            self._touch("button.cover")
        elif any(key.startswith("booklet:") for key in screen.buttons):
            self._browse(screen)
        elif screen.private:
            self._build(screen)
        elif "peek" in screen.buttons:
            self._guess(screen)
        elif self._looks and screen.pieces and len(screen.boxes) == 1:
            self._peeked = bool(self._memory)
            self._memory, self._looks = screen.pieces, False
        elif screen.offers("look"):
            if not self._looks:
                self.look_texts.append(screen.text)
                self._looks, self._memory, self._peeked = True, (), False
            self._press("look")
        else:
            for key in (*("coin",) * self.plan.tosses, "turn", "on", "skip"):
                if screen.offers(key):
                    self._press(key)
                    break

    def _press(self, key: str) -> None:
        """Presses a button that has been there for a moment, but not twice at once."""
        now = time.monotonic()
        if now < max(self._seen[key] + REACTION_SECONDS, self._pressed.get(key, 0) + AGAIN_SECONDS):
            return
        self._pressed[key] = now
        self._touch(f'button[data-key="{key}"]')

    def _begun(self, doing: str) -> bool:
        """Whether this has been planned in this round; from now on it is."""
        if self._task == (doing, self._round):
            return True
        self._task, self._placed = (doing, self._round), []
        return False

    # -- building -------------------------------------------------------------------------------

    def _browse(self, screen: Screen) -> None:
        """Takes a figure of the booklet, to build it by hand or not."""
        how = "booklet:model" if self.plan.by_hand[self._round] else "booklet:build"
        if not screen.offers(how):
            how = "booklet:model"
        number = self._round + 1
        keys = (how, f"booklet:figure:{number}", f"booklet:group:{number}")
        self._press(next(key for key in keys if screen.offers(key)))

    def _build(self, screen: Screen) -> None:
        if "done" not in screen.buttons:  # which piece is to be shown to the other person
            piece = grown(screen.laid)[-1]
            self._draw(screen, piece.pose.at)
            time.sleep(AGAIN_SECONDS)
        elif screen.offers("done"):
            if self.plan.adds and screen.targets and not screen.named.endswith(self.plan.adds):
                self.phone.touch("input.field")
                self.phone.write(self.plan.adds + ENTER)
            else:
                self._press("done")
        elif screen.targets:
            if not self._begun("build"):
                self._wanted = list(grown(screen.targets))
            self._lay_next()
            until("the next count", lambda: self.look().missing != screen.missing)
        elif not screen.laid:
            self._press("booklet")

    # -- guessing -------------------------------------------------------------------------------

    def _guess(self, screen: Screen) -> None:
        if not self._begun("guess"):
            self.outlines.append(len(screen.targets))
            self._wanted = self._remembered(screen)[: self.plan.laid[self._round]]
        if self._placed and self.plan.peeks[self._round] and not self._peeked:
            self._looks = True
            self._press("peek")
        elif self._wanted:
            self._lay_next()
        elif screen.offers("done"):
            self._press("done")

    def _remembered(self, screen: Screen) -> list[Piece]:
        """Where the pieces belong on this board: about an outline, or else in its middle."""
        picture = Picture(self._memory)
        (ax, ay), (bx, by) = picture.middle, screen.middle
        order = grown(self._memory)
        if screen.targets:
            (outline,) = screen.targets
            shown = next(each for each in order if _lies(_moved(each, outline.pose.at), outline))
            (ax, ay), (bx, by) = shown.pose.at, outline.pose.at
            order = grown((shown, *(each for each in order if each is not shown)))
        return [_moved(each, (each.pose.x + bx - ax, each.pose.y + by - ay)) for each in order]

    # -- fingers --------------------------------------------------------------------------------

    def _touch(self, selector: str) -> None:
        """Touches an element where it is now, if it still is."""
        place = self.phone.evaluate(MIDDLE % json.dumps(selector))
        if place is not None:
            self.phone.draw([place])

    def _draw(self, screen: Screen, *path: Point) -> None:
        self.phone.draw([screen.pixel(at) for at in path])

    def _lay_next(self) -> None:
        """Lays the next piece; after some of them the phone is closed for a while."""
        wanted = self._wanted.pop(0)
        self._lay(wanted)
        self._placed.append(wanted)
        if (*self._task, len(self._placed)) in self.plan.reopens:
            before = self.at_rest().laid
            self._reopen()
            self.reopened += 1
            until("the same pieces", lambda: self.look().laid == before)

    def _lay(self, wanted: Piece) -> None:
        """Turns a piece, drags it to its place, and sees that it lies there."""
        touched, at = False, wanted.pose.at
        for _ in range(MAX_TRIES):
            screen = self.at_rest()
            piece = self._nearest(screen, wanted.kind, at)
            at = piece.pose.at
            if _lies(piece, wanted):
                return
            if piece.pose.flipped != wanted.pose.flipped:
                self._turn("flip")
            elif steps := _steps(piece, wanted):
                if touched:  # the buttons turn the piece that was touched last
                    self._turn("right" if 2 * steps <= SYMMETRY[piece.kind] / STEP else "left")
                else:  # a tap turns it by one step
                    self._draw(screen, at)
                touched = True
            else:
                start, end = at, wanted.pose.at
                between = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
                self._draw(screen, start, between, end, end)
                touched, at = True, end
            # A touch that was lost has chosen no piece that the buttons would turn.
            touched &= self._answered(screen)
        raise AssertionError(f"{wanted} does not get to its place: {self.look()}")

    def _nearest(self, screen: Screen, kind: Kind, at: Point) -> Piece:
        """The nearest piece of a kind that does not lie where another one belongs."""
        return min(
            (
                piece
                for piece in screen.pieces
                if piece.kind == kind and not any(_lies(piece, placed) for placed in self._placed)
            ),
            key=lambda piece: length(piece.pose.at, at),
        )

    def _turn(self, sign: str) -> None:
        """Presses the button with a sign."""
        self._touch(f'.tools button:has(use[href="#i-{sign}"])')

    def _answered(self, before: Screen) -> bool:
        """Waits until something on the board has changed; False if it will not."""
        end = time.monotonic() + TABLE_SECONDS
        while self.look().pieces == before.pieces:
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True


def _moved(piece: Piece, to: Point) -> Piece:
    x, y = piece.pose.at
    return Piece(piece.kind, shifted(piece.corners, (to[0] - x, to[1] - y)))


def _steps(piece: Piece, wanted: Piece) -> int:
    """How many taps turn a piece as it is wanted."""
    turns = round(SYMMETRY[piece.kind] / STEP)
    return round((wanted.pose.turn - piece.pose.turn) / STEP) % turns
