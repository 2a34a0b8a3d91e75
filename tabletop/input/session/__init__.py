"""The file format of a recorded session, and the recorder that writes it.

Replaying is in `tabletop.app.session_replay`.
"""
