"""The page on which data is taken along: it waits for the end, and offers what comes after it."""

import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from tabletop.scenes.kiosk import operator_pages
from tabletop.scenes.kiosk.operator_pages import (
    EXPORT_RUNNING_TEXT,
    MAX_EXPORT_SECONDS,
    export_dialog,
)
from tabletop.storage import Store
from tabletop.ui.core.app_context import OPERATOR_LOG_NOTE, AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.scenes.touches import keys


class Slow:
    """An export that ends when it is told to."""

    def __init__(self, store: Store, data_dir: Path, ended: Callable[[str], None]) -> None:
        del store, data_dir
        self.said: str | None = None
        self.failed = False
        self._ended = ended

    def end(self, said: str, *, failed: bool = False) -> None:
        self.said, self.failed = said, failed
        self._ended(said)


def opened(table: AppContext) -> tuple[QuestionDialog, Slow]:
    made: list[Slow] = []

    def export(store: Store, data_dir: Path, ended: Callable[[str], None]) -> Slow:
        made.append(Slow(store, data_dir, ended))
        return made[-1]

    with patch.object(operator_pages, "DataExport", export):
        scene = export_dialog(table)
    scene.fit(Canvas((1280, 800)))
    return scene, made[0]


def test_it_holds_the_operators_time_open_while_it_is_written(table: AppContext) -> None:
    scene, export = opened(table)
    for _ in range(9):
        scene.update(MAX_EXPORT_SECONDS / 10)
        assert scene.keeps_operator_unlocked
    export.end("Done.")
    scene.update(0.1)
    assert not scene.keeps_operator_unlocked
    assert scene.detail == "Done."


def test_an_export_that_hangs_does_not_hold_it_for_ever(table: AppContext) -> None:
    scene, _ = opened(table)
    scene.update(MAX_EXPORT_SECONDS)
    assert not scene.keeps_operator_unlocked
    assert scene.detail == EXPORT_RUNNING_TEXT


def test_its_end_is_logged_also_when_the_page_has_gone(table: AppContext) -> None:
    scene, export = opened(table)
    scene.leave()
    export.end("Done.")
    assert table.store.get_note(OPERATOR_LOG_NOTE) == ""
    table.store.release()
    assert table.store.get_note(OPERATOR_LOG_NOTE).endswith("took the data along: Done.")


@pytest.mark.parametrize("failed", [True, False])
def test_names_can_be_forgotten_only_when_all_is_taken_along(
    table: AppContext, failed: bool
) -> None:
    table.settings = table.settings.but({"scores.on": "always"})
    assert table.has("scores.on")
    scene, export = opened(table)
    assert keys(scene) == ["done"]
    export.end("So it went.", failed=failed)
    scene.update(0.1)
    assert ("scores" in keys(scene)) == (not failed)
    assert "done" in keys(scene)


def test_a_real_export_is_logged_once(table: AppContext) -> None:
    scene = export_dialog(table)
    scene.fit(Canvas((1280, 800)))
    until = time.monotonic() + 10
    while scene.keeps_operator_unlocked and time.monotonic() < until:
        time.sleep(0.01)
        scene.update(0.01)
    for _ in range(3):
        scene.update(0.1)
        table.store.release()
    assert table.store.get_note(OPERATOR_LOG_NOTE).count("took the data along: 0 matches") == 1
