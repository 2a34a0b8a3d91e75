"""What lives here.

A session as a file: its format, and the recorder that writes it while people play. Replaying it is
`tabletop.app.session_replay`.
"""
