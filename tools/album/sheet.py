"""Many pictures side by side on one, and the page from which all of them are reached."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

import pygame

from tabletop.ui.draw.images import save_png
from tabletop.ui.text import typesetting

LONG: Final = 380
"""Pixels of the longer side of a small picture."""
ACROSS: Final = 4700
GAP: Final = 14
LINE: Final = 26
"""The height of the name below."""
PAPER: Final = (8, 17, 24)
INK: Final = (220, 226, 230)


@dataclass(frozen=True, slots=True)
class Thumb:
    """A small picture with a name, as plain bytes that another process can hand over."""

    name: str
    size: tuple[int, int]
    pixels: bytes


def thumb(name: str, picture: pygame.Surface) -> Thumb:
    """The small picture of a large one."""
    width, height = picture.get_size()
    share = LONG / max(width, height)
    size = (round(width * share), round(height * share))
    return Thumb(
        name, size, pygame.image.tobytes(pygame.transform.smoothscale(picture, size), "RGB")
    )


def write_sheet(thumbs: Sequence[Thumb], path: Path) -> None:
    """Writes all small pictures of one size with their names on one; nothing for none."""
    if not thumbs:
        return
    width, height = thumbs[0].size
    columns = max(1, (ACROSS + GAP) // (width + GAP))
    rows = -(-len(thumbs) // columns)
    step = height + LINE + GAP
    sheet = pygame.Surface((columns * (width + GAP) + GAP, rows * step + GAP))
    sheet.fill(PAPER)
    for number, each in enumerate(thumbs):
        x, y = GAP + number % columns * (width + GAP), GAP + number // columns * step
        sheet.blit(pygame.image.frombytes(each.pixels, each.size, "RGB"), (x, y))
        size = typesetting.fitting_size(each.name, 16, width, context=typesetting.NEUTRAL)
        name = typesetting.line(each.name, size, INK, context=typesetting.NEUTRAL)
        sheet.blit(name, (x, y + height + (LINE - name.get_height()) // 2))
    save_png(sheet, path)


def write_index(
    folder: Path, shapes: Sequence[str], wrong: Sequence[str], tiny: Sequence[str]
) -> None:
    """Writes the page with all contact sheets, all pictures and all that is wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = ["<!doctype html><meta charset=utf-8><title>Every scene and state</title>"]
    parts += [f"<h1>Every scene and state</h1><p>{len(wrong)} faults, {len(tiny)} small texts.</p>"]
    parts += [_list("What is wrong", wrong), _list("Small texts", tiny)]
    for shape in shapes:
        names = sorted(path.name for path in (folder / shape).glob("*.png"))
        links = " ".join(f'<a href="{shape}/{escape(n)}">{escape(n[:-4])}</a>' for n in names)
        parts.append(f'<h2>{shape}</h2><p><img src="{shape}.png" style="max-width:100%"></p>')
        parts.append(f"<p>{links}</p>")
    (folder / "index.html").write_text("\n".join(parts), encoding="utf-8")


def _list(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    items = "\n".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<details open><summary>{escape(title)}</summary><ul>{items}</ul></details>"
