"""The palettes. A new one is one more module here that defines `PALETTE`.

Its key is also listed in `choices` of `look.palette` in `settings/schema.py`, and described in the
help text there, from which `config/default.toml` is generated. Its title is translated in the
catalogues (`tabletop/languages/*.po`).
"""

from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from tabletop.ui.theme.palettes.palette import RGB, Palette, SeatInks

__all__ = ["DEFAULT", "PALETTES", "RGB", "Palette", "SeatInks"]

_MODULES: Final = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
_FOUND: Final[list[Palette]] = [module.PALETTE for module in _MODULES if hasattr(module, "PALETTE")]
PALETTES: Final = MappingProxyType(
    {palette.key: palette for palette in sorted(_FOUND, key=lambda palette: palette.order)}
)
"""All palettes by key, in the order in which they are offered."""
DEFAULT: Final = PALETTES["dark"]
