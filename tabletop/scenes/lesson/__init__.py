"""What lives here.

Learning a game: the lesson of a board game, its tasks and the scene that lets a learner play them,
and the rules page. The texts of a lesson live with its game.
"""
