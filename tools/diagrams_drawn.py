"""A page with the boards of all games, drawn from their diagrams and by their views."""

import json
import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pygame

from tabletop.engine import Game, Match
from tabletop.games import all_games, view_of
from tabletop.party.diagrams import diagram_json
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.phone_view import seat_plates
from tabletop.scenes.play.take_home import moved_pieces
from tabletop.system.resources import resource_folder
from tabletop.ui.board.diagram import diagram_of
from tabletop.ui.board.view import BoardSnapshot, ViewLayout
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import DEFAULT_CONTEXT
from tabletop.ui.core.frame import Frame, Screen

SIDE = 1000
"""Of the pictures of the window's boards, in pixels."""
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagrams</title>
<style>
body {{ background: #14303c; color: #fff; font: 16px sans-serif; }}
section {{ display: flex; gap: 24px; align-items: center; }}
section > * {{ width: 480px; }}
</style>
{sections}
<script>
{script}
for (const host of document.querySelectorAll("[data-board]")) {{
  const {{ diagram, looks, turns, moment }} = JSON.parse(host.dataset.board);
  makeBoard(host, diagram, looks, turns).show(moment);
}}
</script></html>
"""


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("usage: diagrams.py OUT", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((SIDE, SIDE), pygame.HIDDEN)
    games = [game for game in all_games() if game.kind == "board"]
    sections = [section for game in games for section in _sections(game, folder)]
    script = (resource_folder("assets") / "take_home" / "board.js").read_text("utf-8")
    page = PAGE.format(sections="\n".join(sections), script=script)
    (folder / "diagrams.html").write_text(page, "utf-8")
    print(folder / "diagrams.html")
    return 0


def _sections(game: Game, folder: Path) -> Iterator[str]:
    """A board in the middle and at the end of a game, for the default options and for the others,
    turned for the last seat at the end.
    """
    first = {option.key: option.default for option in game.options}
    other = {option.key: option.choices[-1] for option in game.options}
    for number, options in enumerate((first, other)[: 2 if game.options else 1]):
        match = _random_match(game, game.seats[-number], options)
        for share in (0.4, 1.0):
            count = round(share * len(match.plies))
            name = f"{game.key}-{number}-{round(100 * share)}.png"
            pygame.image.save(_window(match, count), folder / name)
            data = escape(json.dumps(_data(match, count, turned=share == 1)))
            yield f'<section><img src="{name}" alt=""><div data-board="{data}"></div></section>'


def _random_match(game: Game, seats: int, options: dict[str, Any]) -> Match:
    match, luck = Match(game, seats, options, 1), Random(game.key)
    while match.outcome is None:
        moves = match.state.moves()
        match.play(luck.choice(list(moves)) if moves else match.next_throw())
        if match.awaits_call:
            break
    return match


def _window(match: Match, count: int) -> pygame.Surface:
    """The board in the window after so many plies."""
    view = view_of(match.game)
    canvas = Canvas((SIDE, SIDE))
    view.fit(ViewLayout(canvas, canvas.box.inset(24), {}, match.options, match.seats))
    surface = pygame.Surface((SIDE, SIDE))
    surface.fill((20, 48, 60))
    view.draw_base(surface)
    ply = match.plies[count - 1]
    over = ply.after.outcome() is not None
    frame = Frame(canvas)
    frame.put(surface.copy(), canvas.box.centre)
    snapshot = BoardSnapshot(
        match.game, ply.after, ply.seat, last=ply, finish=1.0 if over else None
    )
    view.draw(frame, snapshot)
    Screen(surface).show(frame)
    return surface


def _data(match: Match, count: int, *, turned: bool) -> dict[str, Any]:
    ply, game = match.plies[count - 1], match.game
    view = view_of(game)
    diagram = diagram_of(game, view, match.seats, match.options)
    plates = seat_plates(Setup(game, match.seats), view.looks, None, DEFAULT_CONTEXT)
    over = ply.after.outcome() is not None
    return {
        "diagram": json.loads(diagram_json(diagram, str)),
        "looks": [msgspec.to_builtins(plate) for plate in plates],
        "turns": diagram.turns[-1] if turned and diagram.turns else 0,
        "moment": {
            "pieces": dict(game.pieces(ply.after)),
            "moved": [(arrow.start, arrow.end) for arrow in moved_pieces(game, ply)],
            "line": [spot for line in game.lines(ply.after) for spot in line] if over else [],
        },
    }
