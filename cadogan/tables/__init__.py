"""What is stored of the games and told of them: rows of odds, what can be won, one game beside another."""
