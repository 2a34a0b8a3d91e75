"""What the figures of the booklet are called, for catalogues: their texts say it in English alone.

Names in records, and those that people give, are plain strings; where they are shown they go
through `called`. A figure of a person's own that is called "Horse" is so in every language too.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from tabletop.engine.text import Text, say


def called(name: str) -> str:
    """A figure's or a group's name as it is said; others stay as they are."""
    return _NAMES.get(name, name)


def _by_english(names: Iterable[Text]) -> Mapping[str, Text]:
    return {str(name): name for name in names}


_NAMES: Final = _by_english(
    (
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
)
"""By their English."""
