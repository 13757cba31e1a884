"""Drawing: cards, and plates made from the places of a game."""
