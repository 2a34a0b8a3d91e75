"""A device that behaves, or misbehaves on demand: see `tools/device_simulator.py`."""
