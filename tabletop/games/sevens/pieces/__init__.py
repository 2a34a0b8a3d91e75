"""Where loose pieces are, go and snap to: exact geometry, without physics."""
