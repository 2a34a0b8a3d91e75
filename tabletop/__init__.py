"""Five little-known board games round one screen."""

__version__ = "1.0.0"
