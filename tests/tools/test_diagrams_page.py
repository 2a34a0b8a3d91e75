"""The page on which boards as phones draw them lie beside the window's."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pygame
import pytest

from tabletop.games import all_games
from tools import diagrams_drawn


class Boards(HTMLParser):
    """The boards and pictures of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.boards: list[dict[str, object]] = []
        self.pictures: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "img":
            self.pictures.append(given["src"] or "")
        if "data-board" in given:
            self.boards.append(json.loads(given["data-board"] or ""))


@pytest.mark.slow
def test_every_board_lies_beside_its_picture(tmp_path: Path) -> None:
    assert diagrams_drawn.main([str(tmp_path)]) == 0
    page = Boards((tmp_path / "diagrams.html").read_text("utf-8"))
    games = [game for game in all_games() if game.kind == "board"]
    assert {name.split("-")[0] for name in page.pictures} == {game.key for game in games}
    assert len(page.boards) == len(page.pictures) == len(set(page.pictures))
    for name in page.pictures:
        assert pygame.image.load(str(tmp_path / name)).get_width() > 0
    assert all(board["diagram"] and board["moment"] for board in page.boards)


def test_it_wants_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert diagrams_drawn.main([]) == 2
    assert "OUT" in capsys.readouterr().err
