"""The texts of Sevens: title, options, rules, results."""

from collections.abc import Mapping
from typing import Final

from tabletop.engine.game import Option, Rule
from tabletop.engine.text import Text, say
from tabletop.games.sevens.rules.events import Card

NO_LIMIT: Final = "none"

# NOTE for translators: a proper name; it stays as it is.
TITLE: Final = say("sevens.title", "Sevens")
DESIGNER: Final = say(
    "sevens.designer", 'An unnamed author, on the sheet "Sevens: A Whole Rule Book"'
)
BLURB: Final = (
    # NOTE for translators: two short lines on the menu, one below the other.
    say("sevens.blurb.1", "Build a picture."),
    say("sevens.blurb.2", "Rebuild it from memory."),
)
# NOTE for translators: the goal of the game in one sentence, told before anything else.
GOAL: Final = say("sevens.goal", "Rebuild pictures from memory. Most right pieces wins.")
# NOTE for translators: what a side is called: "Blue wins", "Please look away: Blue builds a
# picture".
SEAT_NAMES: Final = (say("sevens.seat.0", "Blue"), say("sevens.seat.1", "Red"))

OPTIONS: Final = (
    Option(
        "tolerance",
        default=0.2,
        choices=(0.1, 0.15, 0.2, 0.25, 0.3, 0.4),
        label=say("sevens.option.tolerance", "Corners may be off by"),
    ),
    Option(
        "silhouette_tolerance",
        default=0.12,
        choices=(0.06, 0.12, 0.24, 0.4),
        label=say("sevens.option.silhouette_tolerance", "Outlines may differ by"),
    ),
    Option(
        "loose",
        default=False,
        choices=(False, True),
        label=say("sevens.option.loose", "Pictures in several parts"),
    ),
    Option(
        "seams",
        default=True,
        choices=(True, False),
        label=say("sevens.option.seams", "The look shows"),
        names=(
            say("sevens.option.seams.true", "Every piece"),
            say("sevens.option.seams.false", "Outline only"),
        ),
    ),
    Option(
        "arrange_seconds",
        default=NO_LIMIT,
        choices=(NO_LIMIT, 30, 60, 120, 180, 300),
        label=say("sevens.option.arrange_seconds", "Seconds to build"),
        names=(
            say("sevens.option.arrange_seconds.none", "No limit"),
            *(say("choice.value", "{value}", value=value) for value in (30, 60, 120, 180, 300)),
        ),
    ),
    Option(
        "look_seconds",
        default=10,
        choices=(5, 10, 15, 20, 30),
        label=say("sevens.option.look_seconds", "Seconds to look"),
    ),
    Option(
        "peek_seconds",
        default=5,
        choices=(3, 5, 8, 10),
        label=say("sevens.option.peek_seconds", "Seconds to peek"),
    ),
    Option(
        "clock",
        default="180-120-60",
        choices=("90-60-45", "180-120-60", "300-240-180"),
        label=say("sevens.option.clock", "Time per round"),
        names=(
            say("sevens.option.clock.quick", "90, 60 and 45 seconds"),
            say("sevens.option.clock.usual", "3, 2 and 1 minutes"),
            say("sevens.option.clock.calm", "5, 4 and 3 minutes"),
        ),
    ),
)

CARD_NAMES: Final[Mapping[Card, Text]] = {
    # NOTE for translators: the four cards; a name stands on two lines of a small card, and is best
    # kept short.
    Card.UNVEIL: say("sevens.card.unveil", "One Piece Shown"),
    Card.REGAIN: say("sevens.card.regain", "Peek Refund"),
    Card.SECONDS: say("sevens.card.seconds", "+5 Seconds"),
    Card.FIVE: say("sevens.card.five", "Five Pieces"),
}
CARD_EFFECTS: Final[Mapping[Card, Text]] = {
    Card.UNVEIL: say(
        "sevens.card.unveil.effect",
        "While you rebuild in the next round, you see where one piece goes.",
    ),
    Card.REGAIN: say(
        "sevens.card.regain.effect",
        "You get back what your last peek cost. No peek yet? Then the next one is free.",
    ),
    Card.SECONDS: say("sevens.card.seconds.effect", "In the next round you look 5 seconds longer."),
    Card.FIVE: say(
        "sevens.card.five.effect",
        "In the next round you both play with five pieces. Whoever builds chooses them.",
    ),
}
CARD_EFFECTS_FOR: Final[Mapping[Card, Text]] = {
    # NOTE for translators: the same for somebody else: {name} is a colour or a person's name.
    Card.UNVEIL: say(
        "sevens.card.unveil.for",
        "While {name} rebuilds in the next round, one piece is shown in its place.",
    ),
    Card.REGAIN: say(
        "sevens.card.regain.for",
        "{name} gets back what the last peek cost. No peek yet? Then the next one is free.",
    ),
    Card.SECONDS: say(
        "sevens.card.seconds.for", "{name} looks 5 seconds longer in the next round."
    ),
    Card.FIVE: CARD_EFFECTS[Card.FIVE],
}

# The rules that refusals and results refer to, by their numbers on the rules page.
(
    TOSS_RULE,
    ARRANGING_RULE,
    GUESSING_RULE,
    PEEK_RULE,
    POINTS_RULE,
    CARDS_RULE,
    END_RULE,
    LOOKING_RULE,
    LYING_RULE,
    AGREEING_RULE,
    SAME_SILHOUETTE_RULE,
    NOTATION_RULE,
) = (str(number) for number in range(1, 13))

RULES: Final[tuple[Rule, ...]] = (
    Rule(
        TOSS_RULE,
        say("sevens.rule.1.title", "The toss"),
        say(
            "sevens.rule.1.body",
            "A game for two with the seven pieces of the tangram: two large triangles, a medium "
            "one, two small ones, a square and a parallelogram. A coin, on the screen or your "
            "own, says who builds first. There are three rounds. In each of them both of you "
            "build once and rebuild once, in the same order.",
        ),
    ),
    Rule(
        ARRANGING_RULE,
        say("sevens.rule.2.title", "Building"),
        say(
            "sevens.rule.2.body",
            "Out of the other’s sight, lay all the pieces to the silhouette of "
            "something that exists in the real world, and say what it is: pick a name "
            "from the booklet or type one. Take your time, unless your table set a "
            "limit; when that runs out, the booklet gives a figure at random. Is it no "
            "real thing? Before it is looked at, both of you (or the host) may have it "
            "made anew.",
        ),
    ),
    Rule(
        GUESSING_RULE,
        say("sevens.rule.3.title", "Looking and rebuilding"),
        say(
            "sevens.rule.3.body",
            "Look at the picture for 10 seconds. Then all pieces lie in the tray again and your "
            "clock starts: 3 minutes in the first round, 2 in the second, 1 in the third, unless "
            "your table chose other times. Rebuild the picture. Your turn ends when the clock "
            "does, or when you say so. A piece in your hand at that moment counts where it is, a "
            "piece in the tray counts nothing.",
        ),
    ),
    Rule(
        PEEK_RULE,
        say("sevens.rule.4.title", "The peek"),
        say(
            "sevens.rule.4.body",
            "Once in your turn, while the clock runs, you may see the picture again for 5 seconds "
            "(unless your table chose another time). The clock goes on and your hands rest. It "
            "costs you 2 points of this round, or what you have if you have less.",
        ),
    ),
    Rule(
        POINTS_RULE,
        say("sevens.rule.5.title", "Points"),
        say(
            "sevens.rule.5.body",
            "You get a point for each piece that lies as the other player had it, 7 at "
            "most. If your silhouette is the same as the other’s, you get all 7, even "
            "if some pieces lie differently.",
        ),
    ),
    Rule(
        CARDS_RULE,
        say("sevens.rule.6.title", "Lucky cards"),
        say(
            "sevens.rule.6.body",
            "Who has fewer points in the first or second round draws a card for the next one. "
            "One Piece Shown: while you rebuild, the outline of one piece, chosen by the other "
            "player, is shown in its place; you still lay it yourself. Peek Refund: what your "
            "latest peek cost comes back, or, if there was none, that of the next round; this "
            "never changes who lost a round. +5 Seconds: your next look is 5 seconds longer. Five "
            "Pieces: both of you play the next round with 5 pieces that the builder chooses, for "
            "5 points at most. Equal points, no card.",
        ),
    ),
    Rule(
        END_RULE,
        say("sevens.rule.7.title", "Winning"),
        say(
            "sevens.rule.7.body",
            "After three rounds add up all points. The higher total wins; equal totals are a draw.",
        ),
    ),
    Rule(
        LOOKING_RULE,
        say("sevens.rule.8.title", "No looking"),
        say(
            "sevens.rule.8.body",
            "Do not look while the other player builds. The builder may report it there "
            "and then. If the other owns up, or the host says so, the match is lost; if it is "
            "denied and there is no host, you play on.",
        ),
    ),
    Rule(
        LYING_RULE,
        say("sevens.rule.9.title", "How pieces may lie"),
        say(
            "sevens.rule.9.body",
            "Pieces may be turned and turned over. They may touch, but not lie on each other. A "
            "picture hangs together in one part, be it at a corner only, unless your table allows "
            "several parts.",
        ),
    ),
    Rule(
        AGREEING_RULE,
        say("sevens.rule.10.title", "When a piece agrees"),
        say(
            "sevens.rule.10.body",
            "The two pictures are slid over each other, not turned, to where most "
            "pieces agree. A piece agrees with one of its kind if each of its corners "
            "lies within 0.2 of the other’s corner, unless your table plays otherwise "
            "(the short side of a small triangle is 1). Either large triangle may take "
            "the other’s place, and so may the small ones.",
        ),
    ),
    Rule(
        SAME_SILHOUETTE_RULE,
        say("sevens.rule.11.title", "The same silhouette"),
        say(
            "sevens.rule.11.body",
            "Two silhouettes are the same if, slid over each other as well as can be, no more "
            "than 0.12 square units are covered by only one of them, unless your table plays "
            "otherwise (all seven pieces cover 8).",
        ),
    ),
    Rule(
        NOTATION_RULE,
        say("sevens.rule.12.title", "How a match is written"),
        say(
            "sevens.rule.12.body",
            "What happened, an @ and the milliseconds since the match began: look@41230. Where "
            "more is to be told it follows a colon: toss@0:1, card@190000:unveil, and for "
            "pictures the name and the corners of all pieces. A real coin or card is written with "
            "who saw it: toss@0:1|typed.",
        ),
    ),
)


def won(winner: int, sums: tuple[int, int]) -> Text:
    return say(
        "sevens.end.points",
        "{who} {points}, {other} {fewer}.",
        who=SEAT_NAMES[winner],
        points=sums[winner],
        other=SEAT_NAMES[1 - winner],
        fewer=sums[1 - winner],
    )


def tied(points: int) -> Text:
    return say("sevens.end.tie", "Both have {points}.", points=points)


def looked(seat: int) -> Text:
    """The end of a match by disqualification."""
    return say(
        "sevens.end.looked", "{who} looked while the picture was being made.", who=SEAT_NAMES[seat]
    )


def gave_up(seat: int) -> Text:
    return say("sevens.end.resigned", "{who} resigned.", who=SEAT_NAMES[seat])


STOPPED: Final = say("sevens.end.stopped", "You agreed to stop here.")
