"""In every moment whoever is to act reads what to do, no smaller than any other sentence."""

import pytest

from tabletop.games import all_games
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.play import board
from tabletop.ui.board.seat_panel import draw_panel
from tabletop.ui.core.frame import Frame
from tools.album.match import begun, picked
from tools.album.notes import NotingFrame
from tools.album.prompts import prompts
from tools.album.stage import stage, unpainted

GAMES = [game.key for game in all_games() if game.kind == "board"]
WINDOWS = ((1280, 800), (1080, 1920))


def wrong(size: tuple[int, int], key: str, scale: int) -> list[str]:
    """What is wrong with the prompts of a few moments of the second game of a series."""
    found = []
    with unpainted(), stage(size, "de") as made:
        made.set(look_text_size=scale)
        for game in (game for game in all_games() if game.key == key):
            for seats in game.seats:
                for sides in ((), FACING_SIDES):
                    for plies in (0, 9, 14):
                        stack = begun(
                            made, game, seats=seats, plies=plies, sides=sides, won=(3, 11, 1, 2)
                        )
                        picked(stack)
                        frame = NotingFrame(made.canvas)
                        stack.draw(frame)
                        found += [
                            f"{seats} seats {plies}: {told}" for told in prompts(frame, stack)
                        ]
    return found


@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("key", GAMES)
def test_the_acting_seats_prompt_is_the_largest_sentence(
    key: str, size: tuple[int, int], scale: int
) -> None:
    assert wrong(size, key, scale) == []


def test_a_prompt_that_is_not_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def mute(frame: Frame, panel: object, said: object, **more: object) -> None:
        if not said.active:  # type: ignore[attr-defined]
            draw_panel(frame, panel, said, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(board, "draw_panel", mute)
    assert any("no prompt" in told for told in wrong((1280, 800), "shoo", 100))
