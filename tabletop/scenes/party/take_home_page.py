"""The page with the QR code of a finished match, for phones that want to take it home."""

from typing import Final

from tabletop.engine import say
from tabletop.scenes.party.phones_page import draw_code
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE
from tabletop.ui.widgets.page import PageScene, back_button, layout_page, page_heading

TITLE: Final = say("take_home.title", "Take this game home")
BELOW: Final = say(
    "take_home.below", "Point your camera at the code. The page works without a network."
)
PREPARING: Final = say("take_home.preparing", "One moment…")
GONE: Final = say("take_home.gone", "Phones are off, so there is nothing to scan.")
QR_SHARE: Final = 0.9
"""The side of the code, as a share of the shorter side of the page's body."""


class TakeHomePage(PageScene):
    """A QR code of the page that `tabletop.app.phones` has made of the match."""

    first_focus = "leave"

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self._known = -1
        self._code: Box | None = None

    def lay_out(self) -> None:
        phones = self.table.phones
        self._known = phones.version
        page = layout_page(self.canvas, 0)
        self.head = page.band
        side = QR_SHARE * min(page.body.w, page.body.h)
        self._code = Box.around(page.body.centre, side, side) if phones.home_link else None
        labels = [*page_heading(page, TITLE, BELOW)]
        if self._code is None:
            words = PREPARING if phones.state.address else GONE
            labels.append(Label(words, page.body, BODY_SIZE, align="centre"))
        self.labels = tuple(labels)
        self.buttons.replace([back_button(page)])

    def pressed(self, key: str, /) -> Change:
        del key
        return Pop()

    def update(self, dt: float, /) -> Change:
        if self.table.phones.version != self._known:
            self.lay_out()
        return super().update(dt)

    def wakes_in(self) -> float:
        return 0.0 if self.table.phones.version != self._known else super().wakes_in()

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        if self._code is not None:
            draw_code(frame, self.table.phones.home_link, self._code)
