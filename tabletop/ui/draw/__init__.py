"""Pictures made in code: shapes, wood, icons, stones, arrows, plots.

Nothing here knows a scene, a match or a setting.
"""
