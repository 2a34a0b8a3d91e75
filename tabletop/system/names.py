"""Names and lines of text that strangers type, made safe to show.

Graphemes (what people count as one letter) are found by a short rule instead of the tables of
Unicode: marks, joined emoji and pairs of flag letters stay together.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

MAX_NAME_GRAPHEMES: Final = 12
MAX_TEXT_CHARACTERS: Final = 64
"""Characters of a name or a line of text, also after it was cleaned: a longer one is no message."""
MAX_TEXT_GRAPHEMES: Final = 40
MAX_MARKS: Final = 3
"""Accents on one letter; with more they cover the lines above."""
MAX_JOINERS: Final = 3
"""Joiners in one emoji: a family of four. Where a font does not have it, each part is drawn."""
VISITOR_CODE_SIGNS: Final = "BCDFGHJKMNPQRSTVWXZ23456789"
"""Of the codes of an event's visitors: no vowels, so that no code is a word, and no sign that looks
like another. There are 387 million codes."""
VISITOR_CODE_LENGTH: Final = 6
JOINER: Final = "\u200d"
EMOJI_STYLE: Final = "\ufe0f"
_SKIN_TONES: Final = range(0x1F3FB, 0x1F3FF + 1)
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F1FF + 1)
_JAMO_VOWELS_AND_FINALS: Final = range(0x1160, 0x11FF + 1)
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that are seen as nothing."""
_REFUSED_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls (also those of bidirectional text), surrogates, private and unassigned characters."""
_SYMBOLS: Final = frozenset({"So", "Sm"})


def clean_name(name: str) -> str:
    """A name of at most twelve graphemes; "" if nothing is left of it."""
    return clean_text(name, MAX_NAME_GRAPHEMES)


def clean_text(text: str, most: int = MAX_TEXT_GRAPHEMES) -> str:
    """One line in NFC without controls, with single spaces and at most so many graphemes.

    NFC makes some characters three, so the whole is cut once more, between graphemes.
    """
    while (cleaned := _cleaned(text, most)) != text:  # what is left may compose once more
        text = cleaned
    return text


def _cleaned(text: str, most: int) -> str:
    visible = "".join(filter(None, map(_visible, unicodedata.normalize("NFC", text))))
    kept = list(graphemes(" ".join(visible.split())))[:most]
    while sum(map(len, kept)) > MAX_TEXT_CHARACTERS:
        del kept[-1]
    return unicodedata.normalize("NFC", "".join(kept)).strip()


def _visible(sign: str) -> str:
    """The character, a space for any kind of space, or nothing."""
    if sign == JOINER:
        return sign  # `graphemes` drops it where it joins no emoji
    if sign.isspace():
        return " "
    if sign in _INVISIBLE or unicodedata.category(sign) in _REFUSED_CATEGORIES:
        return ""
    return "" if _is_style(sign) and sign != EMOJI_STYLE else sign


def graphemes(text: str) -> Iterator[str]:
    """The graphemes of a text, without joiners that join nothing, marks that stand on nothing and
    more marks than a letter can carry.
    """
    cluster = ""
    for at, sign in enumerate(text):
        following = text[at + 1 : at + 2]
        if sign == JOINER:
            # Emoji are joined to one picture, as in a family.
            joins = following and _is_symbol(following) and _ends_in_symbol(cluster)
            if joins and cluster.count(JOINER) < MAX_JOINERS:
                cluster += sign
        elif _extends(sign):
            if cluster and cluster != " " and _marks(cluster) < MAX_MARKS:
                cluster += sign
        elif cluster.endswith(JOINER) or (len(cluster) == 1 and _are_flag(cluster, sign)):
            cluster += sign
        else:
            if cluster:
                yield cluster
            cluster = sign
    if cluster:
        yield cluster


def _extends(sign: str) -> bool:
    """Whether a character belongs to the one before it."""
    return (
        unicodedata.category(sign) in ("Mn", "Mc", "Me")
        or ord(sign) in _SKIN_TONES
        or ord(sign) in _JAMO_VOWELS_AND_FINALS
    )


def _marks(cluster: str) -> int:
    """The marks at the end of a grapheme."""
    count = 0
    while count < len(cluster) and _extends(cluster[-1 - count]):
        count += 1
    return count


def _ends_in_symbol(cluster: str) -> bool:
    base = cluster[: len(cluster) - _marks(cluster)]
    return bool(base) and _is_symbol(base[-1])


def _is_symbol(sign: str) -> bool:
    return unicodedata.category(sign) in _SYMBOLS


def _are_flag(first: str, second: str) -> bool:
    return ord(first) in _FLAG_LETTERS and ord(second) in _FLAG_LETTERS


def _is_style(sign: str) -> bool:
    """Whether it is a variation selector."""
    return 0xFE00 <= ord(sign) <= 0xFE0F or 0xE0100 <= ord(sign) <= 0xE01EF
