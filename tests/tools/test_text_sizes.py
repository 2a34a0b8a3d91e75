"""Text at 200 % is large enough on the pages that are read most."""

import pytest

from tools import text_sizes_measured
from tools.text_sizes_measured import BAR, PAGES, reached

READ_MOST = ("rules", "match", "question", "pause", "words and reach")


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)])
@pytest.mark.parametrize("page", READ_MOST)
def test_main_words_reach_the_bar(page: str, size: tuple[int, int]) -> None:
    found = reached(page, size, "en", 200)
    assert found.main >= BAR
    assert found.least >= 90, found.worst


def test_it_fails_where_words_do_not_grow(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--percent", "120", "--sizes", "1280x800", "--only", "question"]
    assert text_sizes_measured.main(arguments) == 1
    assert "question" in capsys.readouterr().out
    assert "question" in PAGES
