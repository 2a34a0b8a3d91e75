"""For builders: a sketch for a button box and dice reader, and what compiles it."""
