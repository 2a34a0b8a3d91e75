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
LONGEST: Final = 600.0
"""Seconds for which it holds the operator's time open at the most: a stick may hang."""
SCORES: Final = "scores"
WRITING: Final = say("export.writing", "It is being written ...")


class ExportScene(AskScene):
    """Begins at once. While it is written it holds the operator's time open, then it tells how it
    went; how it ended is logged even when the page has gone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._export = Export(table.store, table.data_dir, ended=self._log)
        self._told: Text | None = None
        self._spent = 0.0
        answers: Answers = (("done", say("export.close", "Done"), "main"),)
        super().__init__(say("export.title", "Take the data along"), WRITING, answers)

    @property
    def holds_operator(self) -> bool:
        """Whether the operator is not to be put out yet, though nobody touches anything."""
        return self._told is None and self._spent < LONGEST

    def update(self, dt: float, /) -> Change:
        self._spent += dt
        said = self._export.said
        if said is not None and said is not self._told:
            self._told = self.detail = said
            if self.table.has("scores.on") and not self._export.failed:
                # Only once they are taken along can the names of an event be forgotten there.
                names = say("export.scores", "High scores and names")
                self.answers = (*self.answers, (SCORES, names, "plain"))
            self.lay_out()
        return None

    def _log(self, said: Text) -> None:
        """Called in the export's own thread, maybe long after the page has gone."""
        table = self.table
        table.store.later(lambda: table.operated(f"took the data along: {said}"))

    def pressed(self, key: str, /) -> Change:
        return Push(ScoresPage(self.table)) if key == SCORES else super().pressed(key)

    def wakes_in(self) -> float:
        return LOOKS if self._told is None else super().wakes_in()
