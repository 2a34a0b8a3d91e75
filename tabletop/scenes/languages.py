"""The page on which people choose the table's language, each by its own name."""

from typing import Final

from tabletop.engine import say
from tabletop.languages import all_languages
from tabletop.scenes.devices_layout import GAP, MARGIN, heading, leave_button, page_for
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.scene import Change
from tabletop.ui.sheet import Sheet, row, stacked
from tabletop.ui.table import Table
from tabletop.ui.theme import CARD_SIZE, TEXT
from tabletop.ui.widgets import PushButton, Style

KEY: Final = "look.language"
BUTTON: Final = 150.0
WIDEST: Final = 760.0
GLOBE: Final = 88.0


class LanguagesScene(Sheet):
    """Names of languages to be touched. What is touched counts at once, and the page goes.

    Whoever cannot read the present language knows the globe, and finds their own by its name.
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    def lay_out(self) -> None:
        page = page_for(self.canvas, 0)
        self.head = page.band
        body, known = page.body, all_languages()
        across = 2 if body.w >= 1.1 * WIDEST else 1
        down = -(-len(known) // across)
        high = min(BUTTON, (body.h - GAP * (down - 1)) / down)
        width = min(body.w, across * WIDEST + (across - 1) * GAP)
        lines = stacked(Box(body.x, body.y, width, 0), [high] * down, GAP)
        places = [box for line in lines for box in row(line, across, GAP)]
        self.labels = heading(
            page,
            say("language.title", "Language"),
            say("language.below", "Of the table. Each seat can have its own before a match."),
            GLOBE + 24,
        )
        self.buttons.replace(
            [
                leave_button(page),
                *(
                    PushButton(f"{KEY}:{language.code}", box, language.name, "", style, CARD_SIZE)
                    for language, box in zip(known, places, strict=False)
                    for style in [self._style(language.code)]
                ),
            ]
        )

    def _style(self, code: str) -> Style:
        return "chosen" if code == self.table.language else "plain"

    def pressed(self, key: str, /) -> Change:
        name, _, code = key.partition(":")
        if name == KEY and code != self.table.language:
            self.table.change(KEY, code)
        return self.back()

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        at = (self.canvas.width - MARGIN - GLOBE / 2, 40 + GLOBE / 2)
        frame.put(icon("globe", self.canvas.px(GLOBE * 0.8), TEXT), at)
