"""The lesson of a board game, its tasks and the rules page. The texts live with their game."""
