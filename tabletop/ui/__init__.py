"""The drawing kit: canvas, frame, art, words, widgets, scenes. The only home of pygame drawing."""
