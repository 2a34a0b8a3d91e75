"""The event's own slides for the projector: pictures, made anew as they come in, or words."""

import warnings
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError
from sqlalchemy import Connection, select

from tabletop.hub.schema import slide
from tabletop.system.names import clean_text

MAX_PICTURE_BYTES: Final = 3 << 20
MAX_SLIDES: Final = 40
MAX_PIXELS: Final = 40_000_000
SIZE: Final = (1920, 1080)
"""The largest size that is stored."""
MAX_TITLE: Final = 40
MAX_LINE: Final = 60
MAX_LINES: Final = 6
_FORMATS: Final = ("PNG", "JPEG", "WEBP")


class SlideProblem(Exception):
    """Why something cannot be a slide, in words."""


@dataclass(frozen=True, slots=True)
class Slide:
    number: int
    title: str
    lines: tuple[str, ...]
    kind: str
    """The type of its picture; empty for one of words."""


def read_picture(content: bytes) -> tuple[bytes, str]:
    """A picture as it is stored, with its type: not larger than `SIZE`, without any other data
    that the file held (such as where a photograph was taken). SlideProblem in words.
    """
    if len(content) > MAX_PICTURE_BYTES:
        raise SlideProblem("A picture may have 3 MB at most.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(content), formats=_FORMATS) as opened:
                if opened.width * opened.height > MAX_PIXELS:
                    raise SlideProblem("This picture has too many pixels.")
                picture = ImageOps.exif_transpose(opened)
                kind = "PNG" if opened.format == "PNG" else "JPEG"
                picture = picture.convert("RGBA" if kind == "PNG" else "RGB")
                picture.thumbnail(SIZE)
    except (
        UnidentifiedImageError,
        OSError,
        ValueError,
        SyntaxError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ) as problem:
        raise SlideProblem("This file is no PNG, JPEG or WebP picture.") from problem
    made = BytesIO()
    picture.save(made, kind, **({"quality": 90} if kind == "JPEG" else {"optimize": True}))
    return made.getvalue(), "image/png" if kind == "PNG" else "image/jpeg"


def add(db: Connection, title: str, words: str, picture: bytes, kind: str, now: float) -> None:
    """Adds a slide. SlideProblem for one without anything on it."""
    if len(slides(db)) >= MAX_SLIDES:
        raise SlideProblem(f"There are {MAX_SLIDES} slides already. Remove one first.")
    lines = [clean_text(line, MAX_LINE) for line in words[:2000].splitlines()]
    text = "\n".join([line for line in lines if line][:MAX_LINES])
    head = clean_text(title[:200], MAX_TITLE)
    if not picture and not head and not text:
        raise SlideProblem("A slide needs a picture, a title or some words.")
    db.execute(
        slide.insert().values(title=head, words=text, kind=kind, picture=picture or None, made=now)
    )


def slides(db: Connection) -> list[Slide]:
    rows = db.execute(
        select(slide.c.id, slide.c.title, slide.c.words, slide.c.kind).order_by(slide.c.id)
    )
    return [Slide(row.id, row.title, tuple(row.words.splitlines()), row.kind) for row in rows]


def picture_of(db: Connection, number: int) -> tuple[bytes, str] | None:
    row = db.execute(select(slide.c.picture, slide.c.kind).where(slide.c.id == number)).first()
    return (row.picture, row.kind) if row is not None and row.picture is not None else None


def remove(db: Connection, number: int) -> None:
    db.execute(slide.delete().where(slide.c.id == number))
