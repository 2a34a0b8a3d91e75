"""The screens: menu, seats, match, result, pause, rules."""
