"""In every moment whoever is to act reads what to do, no smaller than any other sentence."""

from collections.abc import Iterator
from itertools import cycle, product

import pytest

from tabletop.engine import CHANCE, Game
from tabletop.games import all_games, find_game
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.play import board
from tabletop.ui.board.seat_panel import draw_panel
from tabletop.ui.core.frame import Frame
from tests.lanes import slow_except
from tools.album.around import WAYS
from tools.album.match import begun, of, picked
from tools.album.notes import NotingFrame
from tools.album.prompts import prompts
from tools.album.stage import Stage, stage, unpainted

GAMES = [game.key for game in all_games() if game.kind == "board"]
WINDOWS = ((1280, 800), (1080, 1920), (1920, 1080))
ALL_WINDOWS = (*WINDOWS, (1024, 600), (3840, 2160))
PROJECTED = 0
"""In place of a text size: projector mode."""
LONGEST = 120
"""Plies after which a match by chance may be left."""


def wrong(size: tuple[int, int], key: str, scale: int) -> list[str]:
    """What is wrong with the prompts of a few moments of the second game of a series."""
    found = []
    with unpainted(), stage(size, "de") as made:
        made.set(look_text_size=scale)
        for game in (game for game in all_games() if game.key == key):
            for seats in game.seats:
                around = [way for way in WAYS if seats == len(way) > 2]
                for sides in ((), FACING_SIDES, *around):
                    for plies in (0, 9, 14):
                        stack = begun(
                            made, game, seats=seats, plies=plies, sides=sides, won=(3, 11, 1, 2)
                        )
                        picked(stack)
                        frame = NotingFrame(made.canvas)
                        stack.draw(frame)
                        found += [
                            f"{seats} seats {sides} {plies}: {told}"
                            for told in prompts(frame, stack)
                        ]
    return found


@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("size", slow_except(WINDOWS, WINDOWS[0]))
@pytest.mark.parametrize("key", GAMES)
def test_the_acting_seats_prompt_is_the_largest_sentence(
    key: str, size: tuple[int, int], scale: int
) -> None:
    assert wrong(size, key, scale) == []


@pytest.mark.slow
@pytest.mark.parametrize("sides", [(), FACING_SIDES, (1, 3, 0, 2)], ids=("row", "facing", "around"))
@pytest.mark.parametrize("key", GAMES)
def test_every_moment_of_a_match_has_its_prompt(key: str, sides: tuple[int, ...]) -> None:
    """From ply to ply in another window, language and text size, and in projector mode."""
    game = find_game(key)
    found = []
    with unpainted(), stage(WINDOWS[0], "en") as made:
        for seats in game.seats:
            found += list(_faults_of_match(made, game, seats, sides))
    assert found == []


def _faults_of_match(made: Stage, game: Game, seats: int, sides: tuple[int, ...]) -> Iterator[str]:
    looks = cycle(product(("en", "de", "fr", "es"), ALL_WINDOWS, (100, 200, PROJECTED)))
    stack = begun(made, game, seats=seats, sides=sides, won=(3, 11, 1, 2))
    scene = of(stack)
    for number in range(LONGEST):
        if scene.match.outcome is not None:
            return
        if scene.match.state.turn == CHANCE:
            scene.play("")
        else:
            language, size, scale = next(looks)
            seen = Stage(made.table, size)
            projected = scale == PROJECTED
            made.set(look_text_size=100 if projected else scale, look_language=language)
            made.set(look_projector=projected)
            stack.fit(seen.canvas)
            frame = NotingFrame(seen.canvas)
            stack.draw(frame)
            look = f"{size} {language} {scale} {seats} seats ply {number}"
            yield from (f"{look}: {told}" for told in prompts(frame, stack))
            moves = list(scene.match.state.moves())
            scene.play(str(moves[number * 7 % len(moves)]))
        scene.session.timeline.stop()
        stack.update(0.0)


def test_a_prompt_that_is_not_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def mute(frame: Frame, panel: object, said: object, **more: object) -> None:
        if not said.active:  # type: ignore[attr-defined]
            draw_panel(frame, panel, said, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(board, "draw_panel", mute)
    assert any("no prompt" in told for told in wrong((1280, 800), "shoo", 100))
