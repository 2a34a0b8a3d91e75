"""The scene of a running match, and the features that only it has.

`scene.py` holds the features in their order: agreements, pause, dice, changes of seats, projector,
results. Parts that attract mode, lessons and the review use too (session, board, move input,
notices, hints) are in `scenes.play`. Pages before and after a match are in `scenes.setup`,
`scenes.result` and `scenes.review`.
"""
