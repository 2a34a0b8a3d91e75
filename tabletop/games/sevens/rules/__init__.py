"""The rules: pieces, pictures, scores and the match. No screen, no clock."""
