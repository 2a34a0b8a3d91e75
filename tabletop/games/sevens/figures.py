"""The booklet: figures of real things, read from texts that say how the pieces join.

A group of figures is one file in `figures/`. A figure is a paragraph:

    Sailing boat, 2
    L1 0 a at 0,0
    L2 180 b on L1.c + 0.5r,-1
    P flipped 45 d on L2.ab

First its name and difficulty (1 to 5), then a line for each piece: which one, `flipped` if it
lies on its other side, its turn (degrees clockwise), and which of its points lies where: at a
position or on a point of a piece above, shifted or not. Points are corners (`a`, `b`, ..., as in
`pieces.BASE_CORNERS`) or middles of edges (`ab`). `r` is the root of two, so all is exact.

Names in records, and names that people give, are plain strings; `figure_label` translates those
of the booklet.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from re import compile as pattern
from typing import Final

from tabletop.engine.text import Text, say
from tabletop.games.sevens.rules.pieces import SQRT2, Corners, Kind, Picture, Point, shape, shifted

PIECE_NAMES: Final[Mapping[str, Kind]] = {
    "L1": "L", "L2": "L", "M": "M", "S1": "S", "S2": "S", "Q": "Q", "P": "P",
}  # fmt: skip
"""The names of the seven pieces in the texts."""

MAX_DIFFICULTY: Final = 5

_HEAD = pattern(r"(?P<name>[^,]+), (?P<difficulty>[1-5])")
_POINT = r"[a-d]{1,2}"
_LINE = pattern(
    rf"(?P<piece>L1|L2|M|S1|S2|Q|P)(?P<flipped> flipped)? (?P<turn>-?\d+) (?P<own>{_POINT}) "
    rf"(?:at|on (?P<other>L1|L2|M|S1|S2|Q|P)\.(?P<point>{_POINT}))"
    r"(?P<moved>(?: \+)? [-+.\dr]+,[-+.\dr]+)?"
)
_TERM = pattern(r"[-+]?(?:\d+(?:\.\d+)?r?|r)")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the booklet."""

    name: str
    group: str
    difficulty: int
    """1: seen at once, to 5: hard to keep in mind."""
    picture: Picture


class BadFigure(ValueError):
    """A figure's text that cannot be read, with the line and the reason."""


@cache
def booklet() -> tuple[Figure, ...]:
    """All figures, group by group, in the order of their files."""
    folder = files(__package__) / "figures"
    texts = sorted((f for f in folder.iterdir() if f.name.endswith(".txt")), key=lambda f: f.name)
    return tuple(
        figure
        for text in texts
        for figure in read_figures(
            text.read_text(encoding="utf-8"),
            text.name.removesuffix(".txt").replace("_", " ").capitalize(),
        )
    )


def read_figures(text: str, group: str) -> Iterator[Figure]:
    """The figures of one file; lines that begin with # are comments. BadFigure: see there."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for paragraph in "\n".join(lines).split("\n\n"):
        if paragraph.strip():
            yield _read_figure(paragraph.strip("\n").splitlines(), group)


def _read_figure(lines: list[str], group: str) -> Figure:
    head = _HEAD.fullmatch(lines[0].strip())
    if head is None:
        raise BadFigure(f"{lines[0]!r} is no name with a difficulty from 1 to {MAX_DIFFICULTY}")
    name = head["name"]
    laid: dict[str, Corners] = {}
    for line in lines[1:]:
        try:
            piece, corners = _read_line(line.strip(), laid)
        except ValueError as problem:
            raise BadFigure(f"{name}: {line!r}: {problem}") from problem
        laid[piece] = corners
    missing = [piece for piece in PIECE_NAMES if piece not in laid]
    if missing:
        raise BadFigure(f"{name}: {', '.join(missing)} missing")
    pieces = [(PIECE_NAMES[piece], corners) for piece, corners in laid.items()]
    return Figure(name, group, int(head["difficulty"]), Picture.from_corners(pieces))


def _read_line(line: str, laid: Mapping[str, Corners]) -> tuple[str, Corners]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError("not a piece, a turn and a place")
    piece, kind = found["piece"], PIECE_NAMES[found["piece"]]
    if piece in laid:
        raise ValueError(f"{piece} lies there already")
    corners = shape(kind, int(found["turn"]), bool(found["flipped"]))
    own = _point(corners, found["own"])
    moved = (found["moved"] or "0,0").removeprefix(" +").strip()
    x, y = map(_sum, moved.split(","))
    if found["other"]:
        if found["other"] not in laid:
            raise ValueError(f"{found['other']} does not lie there yet")
        ox, oy = _point(laid[found["other"]], found["point"])
        x, y = x + ox, y + oy
    elif not found["moved"]:
        raise ValueError("at which place?")
    return piece, shifted(corners, (x - own[0], y - own[1]))


def _point(corners: Corners, name: str) -> Point:
    """A corner, or the middle of two."""
    places = ["abcd".index(letter) for letter in name]
    if max(places) >= len(corners):
        raise ValueError(f"no point {name!r} on a piece with {len(corners)} corners")
    chosen = [corners[place] for place in places]
    return sum(x for x, _ in chosen) / len(chosen), sum(y for _, y in chosen) / len(chosen)


def _sum(text: str) -> float:
    """The value of terms such as ``1.5-0.5r``."""
    terms = _TERM.findall(text)
    if "".join(terms) != text:
        raise ValueError(f"{text!r} is no sum of numbers and multiples of r")
    total = 0.0
    for term in terms:
        number = term.removesuffix("r")
        value = float(number + "1" if number in ("", "+", "-") else number)
        total += value if number == term else SQRT2 * value
    return total


def figure_label(name: str) -> str:
    """A figure's or group's name, translatable; other names stay as they are."""
    return _NAMES.get(name, name)


_NAMES: Final[Mapping[str, Text]] = {
    str(name): name
    for name in (
        say("sevens.group.animals", "Animals"),
        say("sevens.group.birds_and_fish", "Birds and fish"),
        say("sevens.group.boats", "Boats"),
        say("sevens.group.buildings", "Buildings"),
        say("sevens.group.household", "Household"),
        say("sevens.group.people", "People"),
        say("sevens.group.plants", "Plants"),
        say("sevens.group.tools", "Tools"),
        say("sevens.group.vehicles", "Vehicles"),
        say("sevens.figure.elephant", "Elephant"),
        say("sevens.figure.whale", "Whale"),
        say("sevens.figure.sitting_cat", "Sitting cat"),
        say("sevens.figure.bear", "Bear"),
        say("sevens.figure.gorilla", "Gorilla"),
        say("sevens.figure.dinosaur", "Dinosaur"),
        say("sevens.figure.snail", "Snail"),
        say("sevens.figure.rabbit", "Rabbit"),
        say("sevens.figure.mouse", "Mouse"),
        say("sevens.figure.prowling_cat", "Prowling cat"),
        # NOTE for translators: the dog.
        say("sevens.figure.terrier", "Terrier"),
        say("sevens.figure.dachshund", "Dachshund"),
        say("sevens.figure.sitting_fox", "Sitting fox"),
        # NOTE for translators: the animal.
        say("sevens.figure.bat", "Bat"),
        say("sevens.figure.tortoise", "Tortoise"),
        # NOTE for translators: the animal.
        say("sevens.figure.llama", "Llama"),
        # NOTE for translators: the animal.
        say("sevens.figure.seal", "Seal"),
        say("sevens.figure.pig", "Pig"),
        say("sevens.figure.rhinoceros", "Rhinoceros"),
        say("sevens.figure.squirrel", "Squirrel"),
        say("sevens.figure.horse", "Horse"),
        say("sevens.figure.camel", "Camel"),
        say("sevens.figure.goat", "Goat"),
        say("sevens.figure.giraffe", "Giraffe"),
        say("sevens.figure.kangaroo", "Kangaroo"),
        say("sevens.figure.lion", "Lion"),
        say("sevens.figure.stag", "Stag"),
        say("sevens.figure.running_fox", "Running fox"),
        say("sevens.figure.galloping_horse", "Galloping horse"),
        say("sevens.figure.fish", "Fish"),
        say("sevens.figure.owl_on_a_post", "Owl on a post"),
        say("sevens.figure.duck", "Duck"),
        say("sevens.figure.swan", "Swan"),
        say("sevens.figure.turkey", "Turkey"),
        say("sevens.figure.hen", "Hen"),
        say("sevens.figure.penguin", "Penguin"),
        say("sevens.figure.blackbird", "Blackbird"),
        say("sevens.figure.wren", "Wren"),
        say("sevens.figure.goldfish", "Goldfish"),
        say("sevens.figure.angelfish", "Angelfish"),
        say("sevens.figure.raven", "Raven"),
        say("sevens.figure.rooster", "Rooster"),
        say("sevens.figure.pelican", "Pelican"),
        say("sevens.figure.flying_goose", "Flying goose"),
        say("sevens.figure.parrot", "Parrot"),
        say("sevens.figure.toucan", "Toucan"),
        say("sevens.figure.hummingbird", "Hummingbird"),
        say("sevens.figure.shark", "Shark"),
        say("sevens.figure.swordfish", "Swordfish"),
        say("sevens.figure.stork", "Stork"),
        say("sevens.figure.flamingo", "Flamingo"),
        say("sevens.figure.ostrich", "Ostrich"),
        say("sevens.figure.seahorse", "Seahorse"),
        say("sevens.figure.sailing_boat", "Sailing boat"),
        # NOTE for translators: a ship.
        say("sevens.figure.steamer", "Steamer"),
        # NOTE for translators: a sailing ship.
        say("sevens.figure.two_master", "Two-master"),
        say("sevens.figure.paper_boat", "Paper boat"),
        say("sevens.figure.submarine", "Submarine"),
        say("sevens.figure.viking_ship", "Viking ship"),
        # NOTE for translators: Noah's.
        say("sevens.figure.ark", "Ark"),
        # NOTE for translators: a boat with somebody who rows.
        say("sevens.figure.rower", "Rower"),
        say("sevens.figure.windsurfer", "Windsurfer"),
        say("sevens.figure.cottage", "Cottage"),
        say("sevens.figure.circus_tent", "Circus tent"),
        say("sevens.figure.church", "Church"),
        say("sevens.figure.lighthouse", "Lighthouse"),
        say("sevens.figure.bridge", "Bridge"),
        say("sevens.figure.pagoda", "Pagoda"),
        say("sevens.figure.igloo", "Igloo"),
        say("sevens.figure.factory", "Factory"),
        say("sevens.figure.bell_tower", "Bell tower"),
        say("sevens.figure.windmill", "Windmill"),
        say("sevens.figure.castle", "Castle"),
        say("sevens.figure.teapot", "Teapot"),
        say("sevens.figure.candle", "Candle"),
        say("sevens.figure.cocktail_glass", "Cocktail glass"),
        say("sevens.figure.cuckoo_clock", "Cuckoo clock"),
        # NOTE for translators: with thread for sewing.
        say("sevens.figure.cotton_reel", "Cotton reel"),
        say("sevens.figure.paper_lantern", "Paper lantern"),
        # NOTE for translators: for clothes.
        say("sevens.figure.iron", "Iron"),
        say("sevens.figure.mortar_and_pestle", "Mortar and pestle"),
        say("sevens.figure.spray_bottle", "Spray bottle"),
        say("sevens.figure.coffee_mill", "Coffee mill"),
        # NOTE for translators: a water tap.
        say("sevens.figure.dripping_tap", "Dripping tap"),
        say("sevens.figure.vase_with_a_flower", "Vase with a flower"),
        say("sevens.figure.desk_lamp", "Desk lamp"),
        say("sevens.figure.lady_in_a_sunhat", "Lady in a sunhat"),
        say("sevens.figure.dancing_lady", "Dancing lady"),
        say("sevens.figure.reading_man", "Reading man"),
        say("sevens.figure.samurai", "Samurai"),
        # NOTE for translators: somebody who runs.
        say("sevens.figure.runner", "Runner"),
        # NOTE for translators: in a restaurant.
        say("sevens.figure.waiter", "Waiter"),
        say("sevens.figure.lady_with_umbrella", "Lady with umbrella"),
        # NOTE for translators: a man who bends down.
        say("sevens.figure.touching_his_toes", "Touching his toes"),
        say("sevens.figure.ice_skater", "Ice skater"),
        say("sevens.figure.kneeling_man", "Kneeling man"),
        say("sevens.figure.surfer", "Surfer"),
        say("sevens.figure.acorn", "Acorn"),
        say("sevens.figure.fir_tree", "Fir tree"),
        say("sevens.figure.toadstool", "Toadstool"),
        say("sevens.figure.palm_tree", "Palm tree"),
        say("sevens.figure.tulip", "Tulip"),
        say("sevens.figure.lotus", "Lotus"),
        say("sevens.figure.bonsai", "Bonsai"),
        say("sevens.figure.turnip", "Turnip"),
        say("sevens.figure.acacia", "Acacia"),
        say("sevens.figure.cactus", "Cactus"),
        say("sevens.figure.hammer", "Hammer"),
        # NOTE for translators: with two blades.
        say("sevens.figure.double_axe", "Double axe"),
        say("sevens.figure.spade", "Spade"),
        # NOTE for translators: for nuts and bolts.
        say("sevens.figure.spanner", "Spanner"),
        say("sevens.figure.pencil", "Pencil"),
        # NOTE for translators: a kitchen knife with a broad blade.
        say("sevens.figure.cleaver", "Cleaver"),
        say("sevens.figure.watering_can", "Watering can"),
        # NOTE for translators: with a thread.
        say("sevens.figure.screw", "Screw"),
        say("sevens.figure.power_drill", "Power drill"),
        say("sevens.figure.sickle", "Sickle"),
        say("sevens.figure.rocket", "Rocket"),
        say("sevens.figure.aeroplane", "Aeroplane"),
        say("sevens.figure.hovercraft", "Hovercraft"),
        say("sevens.figure.van", "Van"),
        # NOTE for translators: a large van for goods.
        say("sevens.figure.lorry", "Lorry"),
        say("sevens.figure.locomotive", "Locomotive"),
        say("sevens.figure.hot_air_balloon", "Hot-air balloon"),
        say("sevens.figure.helicopter", "Helicopter"),
        say("sevens.figure.wheelbarrow", "Wheelbarrow"),
        say("sevens.figure.tractor", "Tractor"),
    )
}
"""By their English."""
