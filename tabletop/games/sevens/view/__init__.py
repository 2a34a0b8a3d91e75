"""The wooden board on the screen: how pieces look, and how hands move them."""
