"""A running match: the session (its model), the board, and the features around it.

`scene.py` holds the features in their order. What is drawn without knowing a match lives in
`ui.board`, and pages before and after a match in `scenes.setup`, `scenes.result` and
`scenes.review`.
"""
