"""The operator takes the data along: says what is written, and where it is."""

from typing import Final

from tabletop.engine import Text, say
from tabletop.scenes.scores_page import ScoresPage
from tabletop.store.export import Export
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.scene import Change, Push
from tabletop.ui.table import Table

LOOKS: Final = 0.2
"""Seconds between two looks whether it is done."""
SCORES: Final = "scores"
WRITING: Final = say("export.writing", "It is being written ...")


class ExportScene(AskScene):
    """Begins at once, and stays until somebody has read how it went."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._export = Export(table.store, table.data_dir)
        self._told: Text | None = None
        answers: Answers = (("done", say("export.close", "Done"), "main"),)
        if table.has("scores.on"):
            answers = (*answers, (SCORES, say("export.scores", "High scores and names"), "plain"))
        super().__init__(say("export.title", "Take the data along"), WRITING, answers)

    def update(self, dt: float, /) -> Change:
        del dt
        said = self._export.said
        if said is not None and said is not self._told:
            self._told = self.detail = said
            self.table.operated(f"took the data along: {said}")
            self.lay_out()
        return None

    def pressed(self, key: str, /) -> Change:
        # Once they are taken along, the names of an event can be forgotten there.
        return Push(ScoresPage(self.table)) if key == SCORES else super().pressed(key)

    def wakes_in(self) -> float:
        return LOOKS if self._told is None else super().wakes_in()
