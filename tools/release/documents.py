"""The texts of the Debian package: man page, desktop entry, AppStream metadata, kiosk unit.

All of them are made from what the program says of itself.
"""

import argparse
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from tabletop.cli.arguments import build_parser
from tabletop.games import all_games
from tabletop.system.process import EXIT_CLOSED, EXIT_CRASHED, EXIT_RESTART
from tools.kiosk.machine import DEBIAN, Machine
from tools.kiosk.unit import service
from tools.release.project import Project

APP_ID: Final = "org.tabletop_board_games.tabletop"
"""The identifier of the desktop entry and of the AppStream metadata."""
PICTURES: Final[Mapping[str, str]] = {
    "menu": "The menu",
    "trelawney": "Trelawney's Glory: what letting go will do",
    "shout7": "Shout 7: a hint on the board",
    "super7": "Super Seven: two people face to face",
    "sevens": "Sevens: a picture is rebuilt from memory",
}
"""The pictures of docs/pictures that software centres show, with their captions."""
SYNOPSIS: Final = "Board games round one screen"
MAN_SECTION: Final = 6
KIOSK_USER: Final = "tabletop"


def man_page(project: Project) -> str:
    """tabletop(6) in the man format, from the argument parser."""
    parser = build_parser()
    day = datetime.fromtimestamp(project.epoch, UTC).date().isoformat()
    lines = [
        f'.TH TABLETOP {MAN_SECTION} "{day}" "tabletop {project.version}" "Games Manual"',
        ".SH NAME",
        r"tabletop \- " + _roff(SYNOPSIS.lower()),
        ".SH SYNOPSIS",
        ".B tabletop",
        r"[\fIOPTION\fR]... [\fICOMMAND\fR [\fIARGUMENT\fR]...]",
        ".SH DESCRIPTION",
        _roff(project.summary),
        ".PP",
        _roff(parser.description or ""),
        ".SH GAMES",
    ]
    for game in all_games():
        lines += [".TP", rf"\fB{_roff(game.key)}\fR", _roff(str(game.title))]
    lines += [".SH OPTIONS", "They may stand before or after the command."]
    lines += _options(parser, {})
    lines.append(".SH COMMANDS")
    common = _names(parser)
    for name, command, words in commands(parser):
        operands = " ".join(
            rf"\fI{_roff(str(action.metavar or action.dest))}\fR"
            for action in command._actions
            if not action.option_strings
        )
        lines += [".SS " + rf"{_roff(name)} {operands}".strip(), _roff(words)]
        lines += _options(command, common)
    lines += [
        ".SH FILES",
        *(".TP", r"\fI~/.local/share/tabletop\fR"),
        r"Matches, settings and scores; \fB\-\-data\-dir\fR chooses another folder.",
        *(".TP", r"\fI/etc/tabletop/kiosk.toml\fR"),
        "The settings of the kiosk service.",
        ".SH EXIT STATUS",
        *(".TP", "0", "Done."),
        *(".TP", "2", "The command cannot be carried out; the reason is on the error output."),
        *(".TP", str(EXIT_CRASHED), "After an error of the program; there is a crash report."),
        *(".TP", str(EXIT_RESTART), "Asks to be started again."),
        *(".TP", str(EXIT_CLOSED), "Closed by the operator; not to be started again."),
    ]
    return "\n".join(lines) + "\n"


def commands(
    parser: argparse.ArgumentParser,
) -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    """The commands of the program: name, parser and description."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield name, command, command.description or ""


def desktop_entry() -> str:
    return (
        "[Desktop Entry]\n"
        "Type=Application\n"
        "Version=1.0\n"
        "Name=Tabletop\n"
        "GenericName=Board games\n"
        "GenericName[de]=Brettspiele\n"
        "GenericName[es]=Juegos de mesa\n"
        "GenericName[fr]=Jeux de plateau\n"
        f"Comment={SYNOPSIS}\n"
        "Comment[de]=Brettspiele um einen Bildschirm\n"
        "Comment[es]=Juegos de mesa alrededor de una pantalla\n"
        "Comment[fr]=Jeux de plateau autour d’un écran\n"
        "Exec=tabletop\n"
        "Icon=tabletop\n"
        "Terminal=false\n"
        "Categories=Game;BoardGame;\n"
        f"Keywords={';'.join(str(game.title) for game in all_games())};touch;kiosk;\n"
        "StartupWMClass=tabletop\n"
    )


def metainfo(project: Project) -> str:
    """The AppStream metadata. Addresses of pictures need the project's homepage."""
    root = ElementTree.Element("component", type="desktop-application")

    def add(
        parent: ElementTree.Element, tag: str, text: str = "", **with_: str
    ) -> ElementTree.Element:
        child = ElementTree.SubElement(parent, tag, with_)
        child.text = text or None
        return child

    add(root, "id", APP_ID)
    add(root, "name", "Tabletop")
    add(root, "summary", SYNOPSIS)
    add(root, "metadata_license", "CC0-1.0")
    add(root, "project_license", "MIT")
    developer = add(root, "developer", id=APP_ID.rpartition(".")[0])
    add(developer, "name", "The tabletop developers")
    add(root, "developer_name", "The tabletop developers")
    description = add(root, "description")
    add(
        description,
        "p",
        "Little-known board games for one screen: a touch table, a projector, a kiosk or a laptop. "
        "People play together around it, or against the computer.",
    )
    listed = add(description, "ul")
    for game in all_games():
        add(listed, "li", str(game.title))
    add(
        description,
        "p",
        "Each game has a lesson, rules with pictures, hints with reasons and computer players of "
        "several levels.",
    )
    add(root, "launchable", f"{APP_ID}.desktop", type="desktop-id")
    add(root, "icon", "tabletop", type="stock")
    if project.homepage:
        add(root, "url", project.homepage, type="homepage")
        pictures = add(root, "screenshots")
        for number, (name, words) in enumerate(PICTURES.items()):
            kind = {"type": "default"} if number == 0 else {}
            picture = add(pictures, "screenshot", **kind)
            add(picture, "caption", words)
            base = f"{project.homepage.rstrip('/')}/raw/v{project.version}/docs/pictures"
            add(picture, "image", f"{base}/{name}.jpg", type="source")
    categories = add(root, "categories")
    for name in ("Game", "BoardGame"):
        add(categories, "category", name)
    add(root, "content_rating", type="oars-1.1")
    add(add(root, "provides"), "binary", "tabletop")
    supports = add(root, "supports")
    for control in ("pointing", "keyboard", "touch", "gamepad"):
        add(supports, "control", control)
    releases = add(root, "releases")
    day = datetime.fromtimestamp(project.epoch, UTC).date().isoformat()
    add(releases, "release", version=project.version, date=day)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def kiosk_machine() -> Machine:
    """What a kiosk with the installed package is like."""
    folder = Path("/usr/lib/tabletop")
    return Machine(
        checkout=folder,
        python=folder / "tabletop",
        user=KIOSK_USER,
        group=KIOSK_USER,
        groups=DEBIAN,
        keyboard="",
        program="/usr/bin/tabletop",
    )


def kiosk_unit() -> str:
    """The systemd unit of the kiosk for the installed package."""
    head = (
        "# Starts the kiosk. Not enabled by the package:\n"
        "#   sudo apt install cage seatd\n"
        "#   sudo systemd-sysusers && sudo systemctl enable --now tabletop\n"
    )
    return head + service(kiosk_machine(), "cage")


def _options(parser: argparse.ArgumentParser, known: Mapping[str, object]) -> Iterator[str]:
    """The options of a parser as man paragraphs, without those already known."""
    for action in parser._actions:
        strings = action.option_strings
        if isinstance(action, argparse._SubParsersAction) or "--help" in strings:
            continue
        if strings and strings[-1] in known:
            continue
        if strings:
            value = "" if action.nargs == 0 else rf" \fI{_roff(_value(action))}\fR"
            title = ", ".join(rf"\fB{_roff(name)}\fR{value}" for name in strings)
        else:
            title = rf"\fI{_roff(str(action.metavar or action.dest))}\fR"
        yield ".TP"
        yield title
        yield _roff(action.help or "")


def _value(action: argparse.Action) -> str:
    if action.choices is not None:
        return "|".join(map(str, action.choices))
    return str(action.metavar or action.dest.upper())


def _names(parser: argparse.ArgumentParser) -> dict[str, object]:
    return {name: action for action in parser._actions for name in action.option_strings}


def _roff(text: str) -> str:
    """Text with what the man format would take for its own."""
    text = re.sub(r"%\((\w+)\)s", r"\1", text).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text
