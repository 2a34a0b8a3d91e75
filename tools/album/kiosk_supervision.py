"""What the menu says when the program has fared badly."""

from collections.abc import Iterator

from tabletop.scenes.home.menu_page import MenuScene
from tabletop.system.supervisor import match_set_aside_text, no_port_text, safe_mode_text
from tools.album.stage import Stage, State


def told(stage: Stage) -> Iterator[State]:
    """Each sentence, as the menu has it."""
    table = stage.table
    for name, words in (
        ("safe-mode", safe_mode_text(10)),
        ("set-aside", match_set_aside_text()),
        ("no-port", no_port_text(9150, "Address already in use")),
    ):
        table.problems[:] = [words]
        yield name, stage.shown(MenuScene(table))
    table.problems.clear()
