"""An ear at a table: it notes what would be heard, and there is no device."""

from tabletop.ui.sound import Sounds
from tabletop.ui.sound_set import Name
from tabletop.ui.table import Table


class Ear(Sounds):
    """Hears what is played."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[Name, float]] = []
        self.music: list[float] = []
        self.closed = self.prepared = 0

    def play(self, name: Name, volume: float) -> None:
        self.heard.append((name, volume))

    def prepare(self) -> None:
        self.prepared += 1

    def accompany(self, volume: float) -> None:
        self.music.append(volume)

    def close(self, wait: float = 0.0) -> None:
        del wait
        self.closed += 1

    def names(self) -> list[Name]:
        """What was heard since this was last asked."""
        heard = [name for name, _ in self.heard]
        self.heard.clear()
        return heard


def listening(table: Table) -> Ear:
    """Puts an ear to a table."""
    ear = Ear()
    table.sounds = ear
    return ear
