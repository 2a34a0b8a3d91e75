"""Builds the artefacts of a release and plays with each of them; `tools/release.py` runs it.

How the program is installed as a kiosk is in `tools/kiosk`.
"""
