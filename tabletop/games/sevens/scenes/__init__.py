"""The scenes of Sevens: matches, playing alone, lesson, booklet, and the pages around them."""
