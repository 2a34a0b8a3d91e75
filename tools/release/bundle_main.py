"""The program of a bundle: `tabletop`, and `tabletop -m MODULE` for its own child processes."""

import runpy
import sys


def main() -> int:
    """Runs a module as `python -m` would, else the command line."""
    if sys.argv[1:2] == ["-m"] and len(sys.argv) > 2:
        module = sys.argv[2]
        del sys.argv[1:3]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return 0
    from tabletop.__main__ import main as command_line

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
