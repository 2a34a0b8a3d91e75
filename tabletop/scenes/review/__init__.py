"""Looking back at a finished match: its analysis, the chart of chances, the turning points."""
