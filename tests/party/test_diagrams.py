"""Drawings of boards as files for phones."""

import json
from functools import partial
from typing import Any

import pytest

from tabletop.engine import Game
from tabletop.games import all_games
from tabletop.languages import LanguageRegistry, translate
from tabletop.party.diagrams import diagram_json, diagram_key

DRAWN = [game for game in all_games() if game.diagram is not None]
MAX_BYTES = 30_000


def file_of(game: Game, language: str = "en") -> bytes:
    assert game.diagram is not None
    diagram = game.diagram(game.seats[0], game.check_options({}))
    catalogue = LanguageRegistry().catalogue(language)
    return diagram_json(diagram, partial(translate, catalogue=catalogue) if catalogue else str)


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.key)
def test_a_file_has_every_tile_and_is_small(game: Game) -> None:
    content = file_of(game)
    assert game.diagram is not None
    diagram = game.diagram(game.seats[0], game.check_options({}))
    read: dict[str, Any] = json.loads(content)
    assert [tile["spot"] for tile in read["tiles"]] == [tile.spot for tile in diagram.tiles]
    assert read["tiles"][5]["centre"] == pytest.approx(diagram.tiles[5].centre, abs=0.001)
    assert [glyph["letter"] for glyph in read["glyphs"]] == [g.letter for g in diagram.glyphs]
    assert read.get("turns", []) == list(diagram.turns)
    assert len(content) < MAX_BYTES


def test_pieces_have_the_names_of_the_phone_s_language() -> None:
    shoo = next(game for game in DRAWN if game.key == "shoo")
    names = {
        code: [glyph["name"] for glyph in json.loads(file_of(shoo, code))["glyphs"]]
        for code in ("en", "de", "fr", "es")
    }
    assert names["en"][0] == "white traveller"
    assert names["de"][0] == "weißer Wanderer"
    assert len(set(map(tuple, names.values()))) == 4


def test_a_key_stands_for_one_content() -> None:
    files = [file_of(game, code) for game in DRAWN for code in ("en", "fr")]
    keys = list(map(diagram_key, files))
    assert len(set(keys)) == len(files)
    assert keys == [diagram_key(file) for file in files]
    assert all(key.isalnum() and len(key) == 16 for key in keys)
