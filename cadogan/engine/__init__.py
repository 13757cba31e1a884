"""The engine: what the words of a game do in play.

It is ordinary Python over two things: ``rules``, all that is known of a game before play
(`cadogan.engine.rules`), and ``s``, the state of one position (`cadogan.compiler.layout`). It can be
run as it stands. `cadogan.compiler.specialise` makes of it, for each game, a program of its own in
which nothing is left of what is known beforehand; `cadogan.compiler.wasm` turns that program into
WebAssembly, and `cadogan.compiler.run` runs either.

A card is ``64 * copy + face`` (`numbers`). The piles are linked lists: the uppermost card of each
place, and for each card the one under it. What is available is kept as bit sets of faces, a word
for each group of places and each copy of the pack; what a foundation wants is such a word, too. A
legal move is a bit in which the two agree."""
