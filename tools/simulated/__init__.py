"""A simulated device, correct or faulty on demand: see `tools/device_simulator.py`."""
