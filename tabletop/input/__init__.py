"""Input devices: each is a source of the actions in `actions.py`. `hub.py` polls all sources.

Scenes get actions only; what an action does is up to them.
"""
