"""Speaks the announcements of the topmost scene when they change."""

from itertools import groupby

from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Scene, SceneStack
from tabletop.ui.speech.speech import Utterance


class Announcer:
    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._scene: Scene | None = None
        self._said: dict[str, tuple[str, str]] = {}
        """The last text and its language, by `Announcement.about`."""

    def look(self, scenes: SceneStack) -> None:
        """Speaks what is new; called after every turn of the main loop."""
        if not self._table.speaks:
            self._scene, self._said = None, {}
            return
        if not scenes.running:
            return
        top = scenes.top
        if top is not self._scene:
            self._scene, self._said = top, {}
        now = self._heard(top)
        fresh = [words for about, words in now.items() if self._said.get(about) != words]
        self._said = now
        if fresh:
            self._table.speech.say(*_joined(fresh, self._table.loud))

    def _heard(self, scene: Scene) -> dict[str, tuple[str, str]]:
        found = {}
        for saying in scene.sayings():
            language = saying.language or scene.language
            context = self._table.ui_context.override(language=language)
            if words := context.translate(saying.words).strip():
                found[saying.about] = words, context.language
        return found


def _joined(parts: list[tuple[str, str]], volume: float) -> list[Utterance]:
    """Texts of one language joined to one, each ended as a sentence, so that there is a pause."""
    return [
        Utterance(
            "\n".join(words if words[-1] in ".!?:…" else f"{words}." for words, _ in group),
            code,
            volume,
        )
        for code, group in groupby(parts, lambda part: part[1])
    ]
