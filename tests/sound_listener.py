"""A sound player that records what it is asked to play, for tests."""

from tabletop.ui.audio.sound_files import SoundName
from tabletop.ui.audio.sounds import Sounds
from tabletop.ui.core.app_context import AppContext


class Ear(Sounds):
    """Hears what is played."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[SoundName, float]] = []
        self.music: list[float] = []
        self.closed = self.prepared = 0

    def play(self, name: SoundName, volume: float) -> None:
        self.heard.append((name, volume))

    def prepare(self) -> None:
        self.prepared += 1

    def set_music_volume(self, volume: float) -> None:
        self.music.append(volume)

    def close(self, wait: float = 0.0) -> None:
        del wait
        self.closed += 1

    def names(self) -> list[SoundName]:
        """What was heard since this was last asked."""
        heard = [name for name, _ in self.heard]
        self.heard.clear()
        return heard


def listening(table: AppContext) -> Ear:
    """Puts an ear to a table."""
    ear = Ear()
    table.sounds = ear
    return ear
