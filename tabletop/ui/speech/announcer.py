"""Speaks what has changed of what people are told, while they want that."""

from itertools import groupby

from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Scene, SceneStack
from tabletop.ui.speech.speech import Utterance


class Announcer:
    """Looks at the topmost scene and speaks its words, each when it is new."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._scene: Scene | None = None
        self._said: dict[str, tuple[str, str]] = {}
        """What was said last and in which language, by what it was about."""

    def look(self, scenes: SceneStack) -> None:
        """Speaks what is new since it last looked; it is asked after every turn of the loop."""
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
    """Parts of one language as one, each a sentence: a pause between them says enough."""
    return [
        Utterance("\n".join(_sentence(words) for words, _ in group), code, volume)
        for code, group in groupby(parts, lambda part: part[1])
    ]


def _sentence(words: str) -> str:
    """Words that end as a sentence does, so that a voice pauses there."""
    return words if words[-1] in ".!?:…" else f"{words}."
