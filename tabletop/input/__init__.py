"""Devices into actions: fingers, mouse and keys all become the few things of `actions`."""
