"""A patience: a game as a value, its rules made from its words, its positions, moves and records."""
