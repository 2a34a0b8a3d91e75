"""Words are measured without being drawn, and set as large as they fit, however that is found."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.text import typesetting
from tests.lanes import examples

texts = st.lists(
    st.sampled_from(["I", "Shoo", "Geschwindigkeitsbegrenzung", "a", "stone", "ill.", "WWW", "\n"]),
    min_size=1,
    max_size=9,
).map(" ".join)


@given(texts, st.integers(8, 70), st.integers(20, 400), st.booleans(), st.sampled_from([1.1, 1.28]))
@examples(60)
def test_a_block_is_as_large_as_it_was_measured(
    text: str, pixels: int, width: int, bold: bool, spacing: float
) -> None:
    pygame.font.init()
    block = typesetting.block(
        text, pixels, width, (1, 2, 3), bold, spacing=spacing, context=typesetting.NEUTRAL
    )
    assert block.get_size() == typesetting.block_size(text, pixels, width, bold, spacing)


def test_a_line_looks_the_same_alone_and_in_a_block() -> None:
    pygame.font.init()
    line = typesetting.line("Five games", 40, (200, 220, 240), True, context=typesetting.NEUTRAL)
    block = typesetting.block(
        "Five games", 40, line.get_width(), (200, 220, 240), True, context=typesetting.NEUTRAL
    )
    assert pygame.image.tobytes(block, "RGBA") == pygame.image.tobytes(line, "RGBA")


def every_size_tried(
    text: str, size: int, width: int, height: int, bold: bool, most: int, least: int
) -> int:
    """The size at which a text fits, found by trying one after another."""
    while size > least:
        lines = typesetting.wrap_text(text, size, width, bold, context=typesetting.NEUTRAL)
        room = max(1, int((height / size - 0.95) / typesetting.LINE_SPACING + 1))
        found = typesetting.TextLayout(size, lines, bold, complete=True)
        fits = found.width <= width and found.height <= height
        if fits and len(lines) <= (min(room, most) if most else room):
            break
        size = max(least, min(size - 1, round(size * 0.95)))
    return size


@given(
    texts,
    st.integers(12, 120),
    st.integers(30, 700),
    st.integers(15, 300),
    st.booleans(),
    st.integers(0, 3),
)
@examples(80)
def test_no_size_that_fits_is_passed_over(
    text: str, size: int, width: int, height: int, bold: bool, most: int
) -> None:
    pygame.font.init()
    box = typesetting.TextBox.of(text, size, width, height, bold, most, context=typesetting.NEUTRAL)
    found = typesetting.fit_text(box)
    least = max(4, round(size * typesetting.MIN_SIZE_SHARE))
    assert found.size == every_size_tried(text, size, width, height, bold, most, least)
    bound = box.size_bound(box.size)
    assert found.size <= bound <= size
