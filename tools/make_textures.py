"""Makes the stored textures under assets/textures (needs numpy and pygame-ce; run by hand).

The grain is year rings bent by noise, with fibres and pores; the cloth is fine noise, added to
the ground so that its gradient shows no bands. Both are seeded: a second run gives the same files.
"""

from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

Values: TypeAlias = npt.NDArray[np.float64]

SIDE = 640
FOLDER = Path(__file__).resolve().parents[1] / "assets" / "textures"


def smooth_noise(rng: np.random.Generator, down: int, across: int) -> Values:
    """Noise from 0 to 1 over SIDE x SIDE, with that many knots down and across."""
    knots = rng.random((down + 2, across + 2))
    y, x = np.linspace(0, down, SIDE), np.linspace(0, across, SIDE)
    iy, ix = y.astype(int), x.astype(int)
    ty, tx = y - iy, x - ix
    ty, tx = (ty * ty * (3 - 2 * ty))[:, None], (tx * tx * (3 - 2 * tx))[None, :]
    upper = knots[np.ix_(iy, ix)] * (1 - tx) + knots[np.ix_(iy, ix + 1)] * tx
    lower = knots[np.ix_(iy + 1, ix)] * (1 - tx) + knots[np.ix_(iy + 1, ix + 1)] * tx
    noise: Values = upper * (1 - ty) + lower * ty
    return noise


def grain() -> Values:
    """Year rings bent by noise, with fibres and pores, as values from 0 to 1."""
    rng = np.random.default_rng(7)
    bend = smooth_noise(rng, 5, 2) * 1.2 + smooth_noise(rng, 18, 4) * 0.2
    rings = (np.linspace(0, 8, SIDE)[:, None] + bend * 4) % 1
    rings = rings * (1 - np.clip((rings - 0.86) / 0.14, 0, 1))
    fibre = smooth_noise(rng, 300, 6) - 0.5
    fine = smooth_noise(rng, 600, 30) - 0.5
    tone = smooth_noise(rng, 6, 2) - 0.5
    pores = np.clip((smooth_noise(rng, 500, 40) - 0.82) / 0.1, 0, 1)
    value = 0.965 - 0.13 * rings + 0.07 * fibre + 0.06 * fine + 0.09 * tone - 0.07 * pores
    clipped: Values = np.clip(value, 0, 1)
    return clipped


def write(name: str, values: Values) -> None:
    """Writes values from 0 to 1 as a grey picture."""
    grey = np.round(values * 255).astype(np.uint8).T
    picture = pygame.surfarray.make_surface(np.repeat(grey[:, :, None], 3, 2))
    FOLDER.mkdir(parents=True, exist_ok=True)
    pygame.image.save(picture, FOLDER / name)


def main() -> None:
    """Writes all textures."""
    write("grain.png", grain())
    write("cloth.png", np.random.default_rng(3).random((256, 256)) * 6 / 255)


if __name__ == "__main__":
    main()
