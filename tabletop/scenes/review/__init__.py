"""What lives here.

Looking back at a finished match: its analysis, the chart of chances and the turning points.
"""
