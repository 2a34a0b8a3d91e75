"""Large freed blocks are returned to the system."""

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import sys
from tabletop.system.process import return_freed_memory
if sys.argv[1] == "told":
    return_freed_memory()
def pages():
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1]) * 4096
size = 8 << 20
bytearray(size)  # from now on glibc would keep such blocks in its heap
kept = [(bytearray(size), bytearray(1000)) for _ in range(8)]
full = pages()
kept = [small for large, small in kept]
print(full - pages() > 7 * size)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library may do it anyway")
@pytest.mark.parametrize(("told", "given_back"), [("told", True), ("not", False)])
def test_what_lies_between_small_blocks_is_given_back(told: str, given_back: bool) -> None:
    words = [sys.executable, "-c", PROGRAM, told]
    ran = subprocess.run(words, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == str(given_back)
