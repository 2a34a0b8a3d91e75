"""Input devices: each becomes a source of the actions in `actions`."""
