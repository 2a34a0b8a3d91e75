"""Draws every scene and state in every size and language, and reports faults."""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeAlias

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from tabletop.languages import ENGLISH, PSEUDO, all_languages
from tabletop.ui.core.cache import clear_all
from tabletop.ui.core.frame import Screen
from tabletop.ui.draw.images import save_png
from tools.album import sheet
from tools.album.covered import covered
from tools.album.notes import NotingFrame
from tools.album.prompts import prompts
from tools.album.readme import write_film, write_readme
from tools.album.rules import Fault, faults, small
from tools.album.scenes import ALL
from tools.album.stage import Drawn, Stage, stage, unpainted

Size: TypeAlias = tuple[int, int]

SIZES: Final[tuple[Size, ...]] = (
    (3840, 2160),
    (1920, 1080),
    (1080, 1920),
    (1280, 800),
    (1024, 600),
)
"""The largest first: they take longest."""
CORAL: Final = (255, 80, 60)


@dataclass(frozen=True, slots=True)
class Job:
    """One scene in one size, in all languages: one after the other they share large pictures."""

    scene: str
    size: Size
    languages: tuple[str, ...]
    folder: Path | None
    """Where the pictures go; None if only the words are looked at."""
    text_size: int = 100
    """In percent."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One moment as it was drawn."""

    scene: str
    state: str
    size: Size
    language: str
    faults: tuple[Fault, ...]
    small: tuple[Fault, ...]
    thumb: sheet.Thumb | None = None

    @property
    def name(self) -> str:
        """What its files are called."""
        return f"{self.scene}-{self.state}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Draws what was asked for; gives 1 if anything is wrong with it."""
    asked = _asked(arguments)
    if asked.readme:
        for path in (*write_readme(), write_film()):
            print(f"{path}: {path.stat().st_size // 1024} kB")
        return 0
    began = time.monotonic()
    jobs = [
        Job(scene, size, tuple(asked.languages), asked.out, asked.text_size)
        for size, scene in product(asked.sizes, _chosen(asked.only))
    ]
    prepare()
    shots = [shot for shots in run(jobs, asked.jobs) for shot in shots]
    for size in asked.sizes:
        thumbs = [shot.thumb for shot in shots if shot.size == size and shot.thumb is not None]
        sheet.write_sheet(thumbs, asked.out / f"{_shape(size)}.png")
    wrong = told([(shot, fault) for shot in shots for fault in shot.faults])
    tiny = told([(shot, fault) for shot in shots for fault in shot.small])
    sheet.write_index(asked.out, [_shape(size) for size in asked.sizes], wrong, tiny)
    for line in wrong:
        print(line)
    print(
        f"{len(shots)} moments in {time.monotonic() - began:.0f} s: {len(wrong)} faults, "
        f"{len(tiny)} small texts (listed in {asked.out / 'index.html'})"
    )
    return 1 if wrong else 0


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tools/shots.py", description="Draw every scene, and check where its words lie."
    )
    parser.add_argument("out", nargs="?", type=Path, metavar="OUT", help="the folder to write to")
    parser.add_argument("--only", nargs="+", default=(), metavar="SCENE", help="parts of names")
    parser.add_argument("--sizes", nargs="+", type=_size, default=SIZES, metavar="WxH")
    parser.add_argument("--languages", nargs="+", default=every_language(), metavar="CODE")
    parser.add_argument("--text-size", type=int, default=100, metavar="PERCENT")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--readme", action="store_true", help="the README's pictures instead")
    asked = parser.parse_args(arguments)
    if asked.out is None and not asked.readme:
        parser.error("where to? give a folder OUT")
    strange = [part for part in asked.only if not _chosen((part,))]
    if strange:
        parser.error(f"no scene is called {', '.join(strange)}: there are {', '.join(ALL)}")
    unknown = [code for code in asked.languages if code not in every_language()]
    if unknown:
        known = ", ".join(every_language())
        parser.error(f"there is no language {', '.join(unknown)}: there are {known}")
    return asked


def _chosen(parts: Sequence[str]) -> list[str]:
    """The scenes with any of these parts in their names; without parts all of them."""
    return [name for name in ALL if not parts or any(part in name for part in parts)]


def _size(text: str) -> Size:
    width, _, height = text.partition("x")
    return int(width), int(height)


def _shape(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def every_language() -> tuple[str, ...]:
    """English, all others that there are, and the one made by rule that is 40 % longer."""
    return tuple(dict.fromkeys((ENGLISH, *(each.code for each in all_languages()), PSEUDO)))


def run(jobs: Sequence[Job], processes: int = 1) -> Iterator[list[Shot]]:
    """Does all jobs, in their order."""
    if processes <= 1:
        yield from map(draw, jobs)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), prepare) as pool:
        yield from pool.map(draw, jobs)


def prepare() -> None:
    """Opens what is drawn with; once in each process."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))


def draw(job: Job) -> list[Shot]:
    """Draws one scene in all languages; the first one's pictures are kept, and all faulty ones."""
    shots = []
    for number, language in enumerate(job.languages):
        kept = number == 0 and job.folder is not None
        painted = nullcontext() if kept else unpainted()
        if kept:
            clear_all()  # a bare board of the scene before may be on the menu's cards
        state = "first"
        try:
            with painted, stage(job.size, language, job.text_size) as made:
                for state, drawn in ALL[job.scene](made):
                    shots.append(_shot(job, made, state, drawn, language, kept=kept))
        except Exception as fault:
            where = f"{_shape(job.size)} {language}"
            fault.add_note(f"while {job.scene} was drawn ({where}), at or after {state!r}")
            raise
    return shots


def pictures(scene: str, size: Size, language: str) -> Iterator[tuple[str, pygame.Surface]]:
    """Every moment of one scene with its name, fully painted; nothing is kept from before."""
    clear_all()
    with stage(size, language) as made:
        for state, drawn in ALL[scene](made):
            frame = NotingFrame(made.canvas)
            drawn.draw(frame)
            picture = pygame.Surface(size)
            Screen(picture).show(frame)
            yield state, picture


def _shot(job: Job, made: Stage, state: str, drawn: Drawn, language: str, *, kept: bool) -> Shot:
    frame = NotingFrame(made.canvas)
    drawn.draw(frame)
    wrong = (*faults(frame), *prompts(frame, drawn), *covered(frame, drawn))
    thumb = None
    if job.folder is not None and (kept or wrong):
        folder = job.folder / _shape(job.size)
        picture = pygame.Surface(job.size)
        Screen(picture).show(frame)
        name = f"{job.scene}-{state}"
        if kept:
            folder.mkdir(parents=True, exist_ok=True)
            save_png(picture, folder / f"{name}.png")
            thumb = sheet.thumb(name, picture)
        if wrong:
            _framed(picture, wrong)
            (job.folder / "faults").mkdir(parents=True, exist_ok=True)
            save_png(picture, job.folder / "faults" / f"{name}-{_shape(job.size)}-{language}.png")
    return Shot(job.scene, state, job.size, language, wrong, tuple(small(frame)), thumb)


def _framed(picture: pygame.Surface, wrong: Sequence[Fault]) -> None:
    """Frames what is wrong."""
    for fault in wrong:
        left, top, right, bottom = fault.rect
        box = pygame.Rect(left - 4, top - 4, right - left + 8, bottom - top + 8)
        pygame.draw.rect(picture, CORAL, box.clip(picture.get_rect()), 3)


def told(found: Sequence[tuple[Shot, Fault]]) -> list[str]:
    """One line for each text that is wrong in a scene, with all that it is seen in."""
    lines: dict[tuple[str, str, str], tuple[list[str], list[str], Fault]] = {}
    for shot, fault in found:
        key = (shot.scene, fault.kind, fault.text)
        states, where, _ = lines.setdefault(key, ([], [], fault))
        states.append(shot.state)
        where.append(f"{_shape(shot.size)} {shot.language}")
    return [
        f"{scene} ({_few(states)}; {_few(where)}) {fault}"
        for (scene, _, _), (states, where, fault) in lines.items()
    ]


def _few(names: Sequence[str], most: int = 6) -> str:
    """Each name once, and how many more there are."""
    once = list(dict.fromkeys(names))
    more = f" and {len(once) - most} more" if len(once) > most else ""
    return ", ".join(once[:most]) + more
