"""Who plays: strategies, simulation, intervals, the table of odds."""
