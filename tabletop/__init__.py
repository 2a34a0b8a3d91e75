"""Five little-known board games round one screen."""

__version__ = "0.1.0"
