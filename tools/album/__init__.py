"""The album: every scene and state of the program as pictures, and what is wrong with them."""
