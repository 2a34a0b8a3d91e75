"""What the writer knows when the file is gone: a new one is not to forget what people play."""

from collections.abc import Mapping

from tabletop.store.doings import SLATE, Forget, Queued, Save, Work, match_work, note_work


class Remembered:
    """All notes, and the match that was saved last. It grows with all that comes to the disk.

    Only that: what is held for the next picture is not to come to a new file before it is seen.
    """

    def __init__(self, noted: Mapping[str, str]) -> None:
        # A new file has nothing of the slate but what is written there.
        self._notes = {name: text for name, text in noted.items() if name != SLATE}
        self._newest: tuple[str, Save | Forget] | None = None

    def add(self, written: Queued) -> None:
        """Remembers what has come to the disk."""
        for name, note in written.notes.items():
            if note.text:
                self._notes[name] = note.text
            else:
                self._notes.pop(name, None)
        for newest in written.matches.items():
            self._newest = newest

    def pieces(self) -> tuple[Work, ...]:
        """All of it for a new file, before what is to be written there."""
        noted = [note_work(name, text) for name, text in self._notes.items()]
        return (*noted, *([match_work(*self._newest)] if self._newest else []))
