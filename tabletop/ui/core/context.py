"""The presentation context: language, text scale, projector mode, reach mode, motion, palette.

A `Canvas` carries the context that scenes are laid out in, a `Frame` the one that they draw in
(`canvas.context`, `frame.context`). A seat's own is ``context.for_seat(profile)``; draw in it
inside ``with frame.in_context(...)``. Everything that measures or draws text takes the context,
so a cache that is keyed by its arguments never gives a picture of another language or text scale.
"""

from dataclasses import dataclass, replace
from typing import Final, Protocol

from tabletop.languages import ENGLISH, catalogue, translate

PROJECTOR_MIN_TEXT_SIZE: Final = 45.0
"""The smallest em in projector mode: capitals are at least 1/36 of the picture's height."""
MIN_TEXT_SCALE: Final = 100
"""The smallest text scale, in percent."""
MAX_TEXT_SCALE: Final = 200
"""The largest text scale, in percent."""


class SeatPreferences(Protocol):
    """What a seat, or a scene made for a seat, may choose for itself."""

    @property
    def language(self) -> str:
        """A language code; "" for the program's language."""

    @property
    def text_scale(self) -> int:
        """In percent; 0 for the program's text scale."""


@dataclass(frozen=True, slots=True)
class UiContext:
    """How things are presented. Sizes are in canvas units."""

    language: str = ENGLISH
    """A language code."""
    text_scale: int = MIN_TEXT_SCALE
    """In percent."""
    projector: bool = False
    """Shown to a room by a projector: no text below `PROJECTOR_MIN_TEXT_SIZE`, fewer words."""
    reach: bool = False
    """Reach mode: controls lie at people's own edge."""
    reduced_motion: bool = False
    """Nothing slides, tumbles or pulses."""
    palette: str = ""
    """The key of the colour palette; "" for the default one."""

    def override(
        self, *, language: str = "", text_scale: int = 0, projector: bool | None = None
    ) -> "UiContext":
        """The context with other values; "", 0 and None leave a value as it is."""
        changed = self
        if language and language != self.language:
            changed = replace(changed, language=language)
        if text_scale:
            clamped = min(MAX_TEXT_SCALE, max(MIN_TEXT_SCALE, text_scale))
            if clamped != self.text_scale:
                changed = replace(changed, text_scale=clamped)
        if projector is not None and projector != self.projector:
            changed = replace(changed, projector=projector)
        return changed

    def for_seat(self, seat: SeatPreferences) -> "UiContext":
        """The context with a seat's own language and text scale."""
        return self.override(language=seat.language, text_scale=seat.text_scale)

    @property
    def min_text_size(self) -> float:
        """The size below which no text is set; 0 for no limit."""
        return PROJECTOR_MIN_TEXT_SIZE if self.projector else 0.0

    def scaled_size(self, size: float) -> float:
        """The size at which text of a nominal size is set."""
        scaled = size * self.text_scale / 100
        return max(PROJECTOR_MIN_TEXT_SIZE, scaled) if self.projector else scaled

    def scaled_length(self, length: float, size: float) -> float:
        """A length that has to grow as text of that nominal size does."""
        return length * self.scaled_size(size) / size

    def unscaled_size(self, size: float) -> float:
        """The nominal size whose `scaled_size` this is."""
        return size * 100 / self.text_scale

    def translate(self, text: str) -> str:
        """A `Text` in the context's language; a plain string stays as it is.

        Cache by what this gives: a `Text` equals its English, so it is no key for a translation.
        """
        found = catalogue(self.language)
        return text if found is None else translate(text, found)

    def plain(self, text: str) -> str:
        """The same as a plain string, for what leaves the program."""
        return str(self.translate(text))


DEFAULT_CONTEXT: Final = UiContext()
"""English at 100 percent."""
