"""deal: the deal, a script of steps with pauses.

Each step of a deal is a word of its own, in a module of its own: what it says, what it writes into
the script, and what is done there. The script is a row of entries, each with what is done (a
`Doing`) and the place it is done to; the engine goes along it until the player must decide. Most
steps lay cards and need no more than `Script.lay`, which writes a `Lay`."""
