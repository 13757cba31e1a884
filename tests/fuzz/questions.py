"""What is asked of every game that is accepted, its positions and its boards: each question ends in
a value or in a sentence of ours, and what is told of one thing twice agrees."""

import json
from collections import Counter

import cadogan
from cadogan.board import reasons
from cadogan.engine.moves import KINDS
from cadogan.players.strategies import STRATEGIES
from cadogan.players.unseen import world

#: The pairs of places that are asked about in a position, and the moves whose reasons are.
PAIRS, MOVES = 60, 6
#: What a board is told: the messages that ask it for something, those that take their time among
#: them now and then only.
QUICK = (
    *({"kind": kind} for kind in ("hello", "odds", "save", "home", "undo", "redo", "restart")),
    {"kind": "concerns", "rule": "Rule I"},
    {"kind": "show", "strategy": "greedy", "moves": 3},
    {"kind": "go", "to": 0},
    {"kind": "new", "deal": 7},
)
SLOW = (
    *({"kind": kind} for kind in ("hint", "chance", "verdict", "lost_at")),
    {"kind": "hint", "stop": True},
    {"kind": "show", "strategy": "careful", "moves": 3},
)


class Fault(AssertionError):
    """An input that did what no input may do."""


def of_rules(game):
    """What a game says of itself."""
    for says in (game.tell(), game.aim, *map(game.say, game.active)):
        if not says.strip() or "None" in says:
            raise Fault(f"a game that says nothing: {says!r}")
    for line in reasons.how_to_play(game):
        if not line["says"].endswith((".", ":")):
            raise Fault(f"how to play: {line['says']!r}")


def of_position(position, rng, sentence):
    """What a position says: of its text, of every move, of what is no move, of the cards home."""
    game, rules = position.game, position.game.rules
    texts = [move.text for move in position.moves()]
    again = cadogan.Position.parse(str(position), game)
    if again != position or [move.text for move in again.moves()] != texts:
        raise Fault(f"read again it is another position:\n{position}\n{again}")
    lying = [p for p in rules.places if p.group.home]
    if position.home != sum(position.state.height[p.number] for p in lying):
        raise Fault(f"{position.home} cards are home, and others lie there:\n{position}")
    ids = [place.id for place in game.places]
    legal = set(texts)
    for _ in range(PAIRS):
        a, b = rng.choice(ids), rng.choice(ids)
        kind = rng.choice([*KINDS.values()])
        for text in (f"{a}-{b}", kind.name, f"{kind.name} {a} {b}"):
            refused = position.why_not(text)
            if text in legal and refused is not None:
                raise Fault(f"{text} is legal and refused: {refused}")
            if refused is not None:
                sentence(refused)
            elif position.find(text) is None:
                raise Fault(f"{text} is neither legal nor refused")
    other = world(position, rng.randrange(1000))
    if [move.text for move in other.moves()] == texts:
        for text in rng.sample(texts, min(MOVES, len(texts))):
            here, there = (reasons.why(one, one.find(text)) for one in (position, other))
            if here != there:
                raise Fault(f"{text}: {here!r}, and in another world {there!r}")


def of_session(session, rng, sentence):
    """What a board answers to all that it can be asked."""
    asked = [*QUICK, *(rng.sample(SLOW, 2) if rng.randrange(8) == 0 else ())]
    for message in rng.sample(asked, 5):
        for reply in session.handle(message):
            json.dumps(reply, allow_nan=False)
            if reply["kind"] in ("error", "refused"):
                sentence(reply["sentence"])


def of_odds(game, rng, backends):
    """What is simulated, in every engine, its counts set against one another."""
    strategy = rng.choice([one for one in STRATEGIES.values() if not one.compiled])
    asked = {"n": rng.choice((1, 3)), "seed": rng.randrange(10**6), "limit": rng.choice((30, 100))}
    found = [cadogan.odds.simulate(game, strategy, **asked, backend=one) for one in backends]
    for one in found:
        if one != found[0] or one.ends != found[0].ends:
            raise Fault(f"{strategy.name}, {asked}: {[(one, one.ends) for one in found]}")
        if wrong := one.contradiction:
            raise Fault(f"{strategy.name}, {asked}: {wrong}")
    lying = Counter(end >> 1 for end in found[0].ends)
    if any(home > len(game.rules.pack) for home in lying):
        raise Fault(f"more cards are home than there are: {lying}")
