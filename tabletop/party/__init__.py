"""Phones as players, spectators and the host's remote control, served by a process of its own.

`views` is what phones show, `messages` what travels between phone, server process and table. The
server imports nothing of the window; the table starts it only if the setting ``party.on`` is set.
"""
