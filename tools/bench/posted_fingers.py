"""A finger that plays random plies, posted as SDL events."""

from collections.abc import Iterator
from random import Random
from typing import Final

import pygame

from tabletop.engine import CHANCE, ROLL, Match, Spot, Word
from tabletop.input.window import signal_wake
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.board import reachable_points
from tabletop.ui.core.canvas import Point
from tabletop.ui.display.display_transform import DisplayTransform

LIES: Final = 4
"""Turns of the loop for which a tap lies on the table; shorter ones would be taken for noise."""
WAITS: Final = 3
"""Turns between two taps."""
PULLS: Final = 8
"""Turns that a drag takes from one place to the next."""


def post(kind: int, glass: DisplayTransform, at: Point, finger: int = 1) -> None:
    """One event of a finger at a point of the canvas."""
    x, y = glass.share(at)
    pygame.event.post(pygame.event.Event(kind, touch_id=1, finger_id=finger, x=x, y=y))
    signal_wake()  # as the X server would


def some_word(match: Match, luck: Random) -> tuple[str, Word]:
    """A ply that can be played now, by its notation ("" for a throw), and how it is touched."""
    state = match.state
    if state.turn == CHANCE:
        return "", (ROLL,)
    move, spell = luck.choice(state.moves()), match.game.spell
    return str(move), luck.choice(spell(state, move))


def place_of(scene: MatchScene, spot: Spot) -> Point | None:
    """Where a place can be touched now, on the board or as a button; None if nowhere."""
    snapshot = scene.snapshot
    at = reachable_points(scene.view.points(snapshot), scene.buttons.buttons).get(spot)
    if at is None or scene.buttons.at(at) is not None:
        return at
    return at if scene.view.spot_at(snapshot, at) == spot else None


class Fingers:
    """Plays a match to its end, one small deed before every turn of the loop."""

    def __init__(self, scene: MatchScene, glass: DisplayTransform, luck: Random) -> None:
        self._scene = scene
        self._glass = glass
        self._luck = luck
        self.plies = 0
        self.outright: list[str] = []
        """Plies that no touch could play, so that the scene had to be told."""

    def deeds(self) -> Iterator[str]:
        """Does one thing for each item, and says what."""
        match = self._scene.match
        while match.outcome is None:
            ply, word = some_word(match, self._luck)
            said, before = ply or "a throw", len(match.plies)
            if len(word) > 1 and self._luck.random() < 0.4:
                yield from self._drag(word, said)
            else:
                yield from self._taps(word, said)
            if len(match.plies) == before:
                yield f"play {said} outright"
                self.outright.append(said)
                self._scene.play(ply)
            self.plies += 1
            shown = str(match.plies[-1].move) if match.plies else said
            while self._scene.wakes_in() == 0.0 and match.outcome is None:
                yield f"show {shown}"

    def _taps(self, word: Word, said: str) -> Iterator[str]:
        for spot in word:
            at = place_of(self._scene, spot)
            if at is None:
                return
            yield from self._at(pygame.FINGERDOWN, at, f"down on {spot} for {said}")
            yield from [f"lie on {spot} for {said}"] * LIES
            yield from self._at(pygame.FINGERUP, at, f"up from {spot} for {said}")
            yield from [f"wait after {spot} for {said}"] * WAITS

    def _drag(self, word: Word, said: str) -> Iterator[str]:
        """Drags from the first place to the second, and taps what is left of the word."""
        first, second = (place_of(self._scene, spot) for spot in word[:2])
        if first is None or second is None:
            yield from self._taps(word, said)
            return
        yield from self._at(pygame.FINGERDOWN, first, f"down on {word[0]} for {said}")
        yield from [f"lie on {word[0]} for {said}"] * LIES
        for step in range(1, PULLS + 1):
            share = step / PULLS
            between = (
                first[0] + (second[0] - first[0]) * share,
                first[1] + (second[1] - first[1]) * share,
            )
            yield from self._at(pygame.FINGERMOTION, between, f"pull to {word[1]} for {said}")
        yield from self._at(pygame.FINGERUP, second, f"drop on {word[1]} for {said}")
        yield from [f"wait after {word[1]} for {said}"] * WAITS
        yield from self._taps(word[2:], said)

    def _at(self, kind: int, at: Point, said: str) -> Iterator[str]:
        post(kind, self._glass, at)
        yield said
