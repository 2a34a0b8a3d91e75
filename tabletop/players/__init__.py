"""The players at the seats, and the engine process in which computer players think."""
