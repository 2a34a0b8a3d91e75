"""The booklet to look through, and the figures that this table has added."""
