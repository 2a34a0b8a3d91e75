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
GOAL: Final = say("sevens.goal", "Build a picture. Can your rival rebuild it from memory?")
# NOTE for translators: what a side is called: "Blue wins", "Please look away: Blue builds a
# picture".
SEAT_NAMES: Final = (say("sevens.seat.0", "Blue"), say("sevens.seat.1", "Red"))

OPTIONS: Final = (
    Option(
        "tolerance",
        default=0.2,
        choices=(0.1, 0.15, 0.2, 0.25, 0.3, 0.4),
        label=say("sevens.option.tolerance", "How far a corner may be off"),
    ),
    Option(
        "silhouette_tolerance",
        default=0.12,
        choices=(0.06, 0.12, 0.24, 0.4),
        label=say("sevens.option.silhouette_tolerance", "How far a silhouette may differ"),
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
            say("sevens.option.seams.true", "Pieces and seams"),
            say("sevens.option.seams.false", "Silhouette only"),
        ),
    ),
    Option(
        "arrange_seconds",
        default=NO_LIMIT,
        choices=(NO_LIMIT, 30, 60, 120, 180, 300),
        label=say("sevens.option.arrange_seconds", "Seconds to arrange"),
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
    Card.UNVEIL: say("sevens.card.unveil", "Piece Unveil"),
    Card.REGAIN: say("sevens.card.regain", "Regain Sneak Points"),
    Card.SECONDS: say("sevens.card.seconds", "+5 Seconds"),
    Card.FIVE: say("sevens.card.five", "5 Piece Round"),
}
CARD_EFFECTS: Final[Mapping[Card, Text]] = {
    Card.UNVEIL: say(
        "sevens.card.unveil.effect",
        "While you rebuild in the next round, the outline of one piece shows where "
        "it goes. The other player chooses which.",
    ),
    Card.REGAIN: say(
        "sevens.card.regain.effect",
        "You get back the cost of your last peek, or of your peek in the next round.",
    ),
    Card.SECONDS: say(
        "sevens.card.seconds.effect", "Your look in the next round lasts 5 seconds longer."
    ),
    Card.FIVE: say(
        "sevens.card.five.effect",
        "In the next round, both of you play with 5 pieces, chosen by whoever builds.",
    ),
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
            "own, says who is player one. There are three rounds. In each of them both of you "
            "arrange once and guess once, and player one arranges first.",
        ),
    ),
    Rule(
        ARRANGING_RULE,
        say("sevens.rule.2.title", "Arranging"),
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
        say("sevens.rule.3.title", "Looking and guessing"),
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
        say("sevens.rule.4.title", "The sneak peek"),
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
            "Whoever has fewer points in the first or second round draws a card for "
            "the next one. Piece Unveil: while you rebuild, the outline of one piece, "
            "chosen by the other player, is shown in its place; you still lay it "
            "yourself. Regain Sneak Points: what your latest peek cost comes back, or, "
            "if there was none, that of the next round; this never changes who lost a "
            "round. +5 Seconds: your next look is 5 seconds longer. 5 Piece Round: "
            "both of you play the next round with 5 pieces that the arranging player "
            "chooses, for 5 points at most. Equal points, no card.",
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
            "Do not look while the other player arranges. Who is arranging may report it there "
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
