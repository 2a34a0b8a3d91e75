"""The page for the table's language; each language is called by its own name."""

from typing import Final

from tabletop.engine import say
from tabletop.languages import all_languages
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import grid, row
from tabletop.ui.theme.theme import CARD_SIZE, TEXT
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PAGE_MARGIN,
    PageScene,
    back_button,
    layout_page,
    page_heading,
)

LANGUAGE_SETTING: Final = "look.language"
BUTTON_HEIGHT: Final = 150.0
MAX_WIDTH: Final = 760.0
GLOBE_SIZE: Final = 88.0


class LanguagePage(PageScene):
    """A button for each language. A touch applies it and closes the page.

    The globe tells those who cannot read the present language what the page is for.
    """

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        body, known = page.body, all_languages()
        across = 2 if body.w >= 1.1 * MAX_WIDTH else 1
        down = -(-len(known) // across)
        high = min(BUTTON_HEIGHT, (body.h - PAGE_GAP * (down - 1)) / down)
        width = min(body.w, across * MAX_WIDTH + (across - 1) * PAGE_GAP)
        names = grid(
            ["name"] * len(known), columns=across, gap=PAGE_GAP, row_height=high, size=width
        )
        places = row(names).place(body).all("name")
        self.labels = page_heading(
            page,
            say("language.title", "Language"),
            say("language.below", "Of the table. Each seat can have its own before a match."),
            GLOBE_SIZE + 24,
        )
        self.buttons.replace(
            [
                back_button(page),
                *(
                    PushButton(
                        f"{LANGUAGE_SETTING}:{language.code}",
                        box,
                        language.name,
                        "",
                        style,
                        CARD_SIZE,
                    )
                    for language, box in zip(known, places, strict=True)
                    for style in [self._style(language.code)]
                ),
            ]
        )

    def _style(self, code: str) -> ButtonStyle:
        return "chosen" if code == self.table.language else "plain"

    def pressed(self, key: str, /) -> Change:
        name, _, code = key.partition(":")
        if name == LANGUAGE_SETTING and code != self.table.language:
            self.table.change(LANGUAGE_SETTING, code)
        return self.back()

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        at = (self.canvas.width - PAGE_MARGIN - GLOBE_SIZE / 2, 40 + GLOBE_SIZE / 2)
        frame.put(icon("globe", self.canvas.px(GLOBE_SIZE * 0.8), TEXT), at)
