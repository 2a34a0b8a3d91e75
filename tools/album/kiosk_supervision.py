"""What the menu says when the program has fared badly."""

from collections.abc import Iterator

from tabletop.scenes.menu import MenuScene
from tabletop.supervision.sayings import no_port, safe_mode, set_aside
from tools.album.stage import Stage, State


def told(stage: Stage) -> Iterator[State]:
    """Each sentence, as the menu has it."""
    table = stage.table
    for name, words in (
        ("safe-mode", safe_mode(10)),
        ("set-aside", set_aside()),
        ("no-port", no_port(9150, "Address already in use")),
    ):
        table.problems[:] = [words]
        yield name, stage.shown(MenuScene(table))
    table.problems.clear()
