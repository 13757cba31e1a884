"""Why not: the sentence and the rule with which the game refuses a move.

The same tables that make the moves say why one is not among them; nothing here decides anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cadogan import kernels as k
from cadogan import terms
from cadogan.cards import RANK_NAMES, SUIT_NAMES, SUITS, Card
from cadogan.lowering import Permit
from cadogan.machine import face_card
from cadogan.terms import Clause, singular, upper_first

if TYPE_CHECKING:
    from cadogan.layout import Place
    from cadogan.position import IllegalMove, Position

TERMS = "Explanation of Terms"
PHASES = {k.DEALING: "while the cards are dealt", k.PAUSE: "between the rounds of the deal", k.PLAY: "in play",
          k.OUT: "when the pack is out", k.END: "when pack and talon are spent"}  # fmt: skip


def rule_of(*clauses: Clause | None) -> str:
    """The numbered rules that the first of the clauses to cite any cites, or its first sentence; else the book's own definitions."""
    for clause in clauses:
        if clause is not None and clause.rules:
            numbered = [rule for rule in clause.rules if not rule.paragraph]
            return ", ".join(map(str, numbered or clause.rules[:1]))
    return TERMS


def refusal(position: Position, text: str) -> IllegalMove:
    """The refusal of a move that is not legal in this position."""
    from cadogan.position import IllegalMove

    sentence, rule = _Refusal(position).why(" ".join(text.split()))
    return IllegalMove(sentence, rule)


class _Refusal:
    """The reasons one position has."""

    def __init__(self, position: Position) -> None:
        self.p = position
        self.game = position.game
        self.program = position.game.program
        self.T, self.S = self.program.tables, position.state
        self.active = self.game.active

    def clause(self, kind: type[Clause], group: str = "") -> Clause | None:
        """The first clause of a kind (that speaks of the group, if one is given)."""
        found = [c for c in self.active if isinstance(c, kind)]
        return next((c for c in found if not group or group in tuple(c.names())), None)

    def says(self, clause: Clause) -> str:
        """A clause as a sentence to stand after a colon."""
        return terms.lower_first(self.game.say(clause))

    def why(self, text: str) -> tuple[str, str]:
        """A sentence and a rule."""
        if self.p.is_won:
            return "The game is won; nothing is left to play.", ""
        word, _, rest = text.partition(" ")
        simple = {"turn": self.turn, "deal": self.deal, "fill": self.fill, "again": self.again}
        if word in simple and not rest:
            return self.held() or simple[word]()
        if word in ("take", "swap", "together"):
            return self.held(word) or self.several(word, rest.replace(",", " ").split())
        if word == "slip":
            return self.held() or self.slip()
        if word == "lift":
            return self.held() or self.lift()
        names = text.split("-")
        ids = {q.id for q in self.game.places}
        for cut in range(1, len(names)):
            a, b = "-".join(names[:cut]), "-".join(names[cut:])
            if a in ids and b in ids:
                return self.held() or self.one_card(self.program.place_index(a), self.program.place_index(b))
        from cadogan.readers import known_places

        for name in names if len(names) == 2 else ():
            if name not in ids:
                return f"There is no place {name!r}; the places are {known_places(self.game)}.", ""
        return (
            f"{text!r} is no move; a move is a place and a place, such as {self.example()}, or a word such as turn, deal, fill, again.",
            "",
        )

    def example(self) -> str:
        """A move of this game's own places."""
        first, last = self.game.places[0].id, self.game.places[-1].id
        return f"{last}-{first}"

    def held(self, word: str = "") -> tuple[str, str] | None:
        """A gap must be filled before anything else."""
        hold = self.S[k.S_HOLD]
        swapping = self.clause(terms.swap)
        if isinstance(swapping, terms.swap) and swapping.times > 0 and self.S[k.S_COUNT] and word != "swap":
            return "Half an exchange is made: two other cards must change places first.", rule_of(swapping)
        slipping = self.clause(terms.slip_king)
        if isinstance(slipping, terms.slip_king) and slipping.must and any(m.kind == "slip" for m in self.p.moves()):
            return f"A king must be slipped first: {self.says(slipping)}", rule_of(slipping)
        if hold < 0:
            return None
        clause = self.program.fills[hold // 1024]
        return f"First fill {self.game.places[hold % 1024].name}: {self.says(clause)}", rule_of(clause)

    # --- words ---

    def slip(self) -> tuple[str, str]:
        """Why no king is slipped underneath."""
        clause = self.clause(terms.slip_king)
        if clause is None:
            return "No card is slipped underneath its packet in this game.", TERMS
        return f"This is not allowed now: {self.says(clause)}", rule_of(clause)

    def lift(self) -> tuple[str, str]:
        """Why no card is lifted out of the tableau."""
        clause = self.clause(terms.lift_blocked)
        if clause is None:
            return "No card is lifted out of the tableau in this game.", TERMS
        return f"This is not allowed now: {self.says(clause)}", rule_of(clause)

    def waiting(self) -> tuple[str, str] | None:
        """What stands before turning or dealing."""
        if self.S[k.S_PHASE] == k.DEALING:
            return "A card is being dealt: play it or lay it first.", rule_of(self.clause(terms.deal))
        if k.short_before_next(self.T, self.S, [0] * 4096, 0):
            clause = next(c for c in self.program.fills if c.when == terms.before_next)
            return f"Gaps must be filled first: {self.says(clause)}", rule_of(clause)
        return None

    def turn(self) -> tuple[str, str]:
        """Why no card is turned."""
        clause = self.clause(terms.turn)
        if clause is None:
            return "No card is turned in this game; there is no talon.", rule_of(self.clause(terms.deal))
        if self.S[k.S_PHASE] == k.PAUSE:
            return "The deal is not finished; deal the next round.", rule_of(self.clause(terms.deal))
        waiting = self.waiting()
        if not waiting and isinstance(clause, terms.turn) and clause.to and self.S[k.a_height(self.T) + self.T[k.T_HAND]]:
            return "A set is left; a card is turned only when none is.", rule_of(clause)
        return waiting or ("The pack in hand is out; no card is left to turn.", rule_of(clause))

    def deal(self) -> tuple[str, str]:
        """Why no round is dealt."""
        waiting = self.waiting()
        return waiting or ("The whole deal is made; no round is left to deal.", rule_of(self.clause(terms.deal)))

    def fill(self) -> tuple[str, str]:
        """Why nothing is filled."""
        clause = next((c for c in self.program.fills if c.when == terms.before_next), None) or self.clause(terms.fill)
        if clause is None:
            return "Nothing is refilled in this game: a place once empty stays empty.", TERMS
        return "There is no gap that could be filled now.", rule_of(clause)

    def again(self) -> tuple[str, str]:
        """Why there is no re-deal."""
        clause = self.clause(terms.again)
        if clause is None:
            return "There is no re-deal in this game.", "PLAY"
        assert isinstance(clause, terms.again)
        if self.S[k.S_PHASE] != k.PLAY:
            return "The deal is not finished; a re-deal comes after it.", rule_of(clause)
        if self.S[k.a_height(self.T) + self.T[k.T_HAND]]:
            return "The pack in hand is not out; a re-deal comes when it is.", rule_of(clause)
        if 0 <= clause.n <= self.S[k.S_AGAINS]:
            return f"All re-deals are used: {self.says(clause)}", rule_of(clause)
        if clause.placing and self.S[k.a_height(self.T) + self.T[k.T_TALON]]:
            return f"Nothing was placed in this pass: {self.says(clause)}", rule_of(clause)
        return f"There is nothing to deal again: {self.says(clause)}", rule_of(clause)

    # --- several places ---

    def several(self, word: str, ids: list[str]) -> tuple[str, str]:
        """Why a set is not taken, an exchange not made, a pair not played."""
        kind: type[Clause] = {"take": terms.take, "swap": terms.swap, "together": terms.together}[word]
        clause = self.clause(kind)
        if clause is None:
            said = {
                "take": "Cards are not taken up in sets",
                "swap": "Cards do not change places",
                "together": "Cards are not played in pairs",
            }
            return f"{said[word]} in this game.", TERMS
        if not ids:
            return (
                f"Name the places, such as {word} {self.game.places[0].id} {self.game.places[-1].id}: {self.says(clause)}",
                rule_of(clause),
            )
        indices = [self.program.place_index(i) for i in ids]
        for name, i in zip(ids, indices):
            if i < 0:
                return f"There is no place {name!r}.", ""
            vacancy_will_do = isinstance(clause, terms.swap) and (clause.strays or clause.or_empty) and any(map(self.p.cards.get, ids))
            if not self.p.cards[name] and not vacancy_will_do:
                return f"{upper_first(self.game.places[i].name)} is empty.", rule_of(clause)
            if word == "take" and self.S[k.a_live(self.T) + i] < 0:
                return self.blocked(i)
        if self.S[k.S_PHASE] == k.DEALING:
            return "The deal of this round is not complete.", rule_of(self.clause(terms.deal))
        shown = [self.p.cards[i][-1] for i in ids if self.p.cards[i]]
        if isinstance(clause, terms.take) and len(set(ids)) < len(ids):
            free = self.clause(terms.free, self.game.places[indices[0]].group)
            return f"A place is named twice: {self.says(free or clause)}", rule_of(free, clause)
        if word == "take" and isinstance(clause, terms.take):
            sums = " and ".join(c.symbol for c in shown)
            total = sum(c.rank for c in shown if clause.size == 2 or c.rank <= 10)
            wrong = crowned_wrongly(shown) if clause.size == 4 else ""
            if wrong:
                return f"{sums} are no such set: {wrong}. {self.game.say(clause)}", rule_of(clause)
            if clause.where is not None and len(indices) == 2 and total == clause.total:
                return f"{sums} make {total}, but do not lie {clause.where.words}.", rule_of(clause)
            if clause.total:
                return f"{sums} are no such set (they make {total}): {self.says(clause)}", rule_of(clause)
            return f"{sums} are no such set: {self.says(clause)}", rule_of(clause)
        if isinstance(clause, terms.together):
            return self.no_pair(ids, clause)
        if word == "swap" and isinstance(clause, terms.swap) and clause.times > 0:
            return self.no_exchange(ids, clause)
        if word == "swap" and (len(ids) != 2 or ids[0] == ids[1]):
            return "Two different places are wanted, such as swap a1 a2.", rule_of(clause)
        return f"This is not allowed now: {self.says(clause)}", rule_of(clause)

    def no_pair(self, ids: list[str], clause: terms.together) -> tuple[str, str]:
        """Why two cards are not played at one moment."""
        here = [self.game.places[self.program.place_index(i)] for i in ids]
        for place in here:
            if self.program.groups[place.group].clause is None:
                return self.not_yet(place, clause)
        one_of_each = len(ids) == 1 or sorted(p.group for p in here) == sorted(clause.names())
        shown = self.p.cards[ids[0]] if len(ids) == 1 else [self.p.cards[i][-1] for i in ids]
        homes = [i for i, p in enumerate(self.game.places) if isinstance(self.program.groups[p.group].clause, terms.foundations)]
        for card in shown if one_of_each else ():
            if not any((self.S[k.a_want(self.T) + i] >> card.index) & 1 for i in homes):
                like = (i for i in homes if any(c.suit == card.suit for c in self.p.cards[self.game.places[i].id]))
                home = self.program.groups[self.game.places[next(like, homes[0])].group].clause
                assert home is not None
                return f"No foundation wants {card.symbol} next: {self.says(home)}", rule_of(home)
        return f"This is not allowed now: {self.says(clause)}", rule_of(clause)

    def not_yet(self, here: Place, clause: Clause) -> tuple[str, str]:
        """Cards of pack and talon are not played to the foundations from there."""
        return f"Cards of {here.name} must first take a place: {self.says(clause)}", rule_of(self.clause(terms.turn), clause)

    def no_exchange(self, ids: list[str], clause: terms.swap) -> tuple[str, str]:
        """Why two cards do not change places in an exchange of two with two."""
        rule = rule_of(clause)
        if self.S[k.S_GRACES] <= 0:
            return "The exchange has been made; there is no other.", rule
        if any(m.kind == "take" for m in self.p.moves()):
            return f"A set still stands: {self.says(clause)}", rule
        if len(ids) != 2 or ids[0] == ids[1]:
            return "An exchange is made in two moves, each of two places, such as swap s1 s2.", rule
        if self.S[k.S_COUNT]:
            return f"The second two must be other cards than the first{', and leave a set standing' if clause.make else ''}.", rule
        return "No second exchange could then leave a set standing.", rule

    # --- one card from a place to a place ---

    def blocked(self, a: int) -> tuple[str, str]:
        """Why the card of a place is not available."""
        place = self.game.places[a]
        clause = next((c for c in self.active if isinstance(c, terms.free) and place.group in terms.groups(c.group)), None)
        card = self.p.cards[place.id][-1] if self.p.cards[place.id] else None
        if card is not None and self.S[k.a_down(self.T) + self.S[k.a_top(self.T) + a]]:
            return f"The card on {place.name} lies face down.", rule_of(clause)
        group = self.program.groups[place.group].clause
        if isinstance(group, terms.ornaments):
            return f"{card.symbol if card else place.name} stands still: {self.says(group)}", rule_of(group)
        if isinstance(group, terms.foundations):
            changing = self.clause(terms.exchange, place.group)
            if changing is not None:
                return f"{card.symbol if card else 'A card'} stays on its foundation: {self.says(changing)}", rule_of(
                    changing, group
                )
            return "Cards played to the foundations stay there.", rule_of(group)
        if isinstance(group, terms.places) and group.headed:
            return f"{card.symbol if card else 'The card'} at the head of {place.name} never moves.", rule_of(group, clause)
        if isinstance(group, terms.places) and group.single and len(self.p.cards[place.id]) > 1:
            return f"The cards on {place.name} are paired, and cannot be separated.", rule_of(self.clause(terms.build, place.group), group)
        if clause is not None:
            return f"{card.symbol if card else 'The card'} on {place.name} is blocked: {self.says(clause)}", rule_of(clause)
        return f"Cards of {place.name} cannot be moved.", rule_of(group)

    def one_card(self, a: int, b: int) -> tuple[str, str]:
        """Why the card of a does not go to b."""
        here, there = self.game.places[a], self.game.places[b]
        pile = self.p.cards[here.id]
        if a == b:
            return "A card cannot move to where it lies.", ""
        if not pile:
            return f"{upper_first(here.name)} is empty; there is no card to move.", ""
        dealing = self.S[k.S_PHASE] == k.DEALING
        if here.group == "hand" and not dealing:
            if not any("hand" in p.sources and p.to == there.group for p in self.program.permits):
                if self.filling(there.group) is not None and not self.p.cards[there.id]:
                    return self.no_route(a, b)
                return "The pack in hand is not played from unseen.", rule_of(self.clause(terms.turn), self.clause(terms.deal))
        if dealing and here.group == "hand":
            aside = self.clause(terms.lay_aside, there.group)
            if isinstance(aside, terms.lay_aside) and aside.to == there.group:
                return f"This card is not laid aside: {self.says(aside)}", rule_of(aside)
            target = self.game.places[self.S[k.S_TARGET]] if self.S[k.S_TARGET] >= 0 else None
            if there.group not in {p.to for p in self.program.permits if p.mode == k.TO_FOUNDATION} and target is not None:
                return f"This card falls to {target.name}.", rule_of(self.clause(terms.deal))
        to_group = self.program.groups[there.group].clause
        if isinstance(to_group, terms.ornaments):
            return f"Nothing is laid on {there.name}: {self.says(to_group)}", rule_of(to_group)
        permits = [p for p in self.program.permits if p.to == there.group and self.speaks_of(p, here.group, dealing)]
        if not permits:
            return self.no_route(a, b)
        bit = k.phase_bit(self.T, self.S)
        in_force = [p for p in permits if p.phases & bit]
        empty = self.S[k.a_height(self.T) + b] <= self.T[self.T[k.T_PLACE] + k.P_WIDTH * b + k.P_KEEP]
        if not in_force:
            clause = next((p for p in permits if (p.mode == k.ON_EMPTY) == empty), permits[0]).clause
            rule = rule_of(clause, self.clause(terms.free, here.group), self.clause(terms.deal))
            return f"Not {PHASES[bit]}: {self.says(clause)}", rule
        moving = any(p.run for p in in_force)
        if self.S[k.a_live(self.T) + a] < 0 and not moving and here.group != "hand":
            return self.blocked(a)
        matching = [p for p in in_force if p.mode == k.TO_FOUNDATION or (p.mode == k.ON_EMPTY) == empty]
        if not matching:
            if empty:
                said = f"Nothing from {here.name} may be laid on {there.name}, which is empty"
                filling = self.filling(there.group)
                if filling is None and to_group is None:  # the talon before its first card
                    return f"{said}: {self.says(permits[0].clause)}", rule_of(permits[0].clause)
                why = self.says(filling) if filling else "a place once empty stays empty."
                return f"{said}: {why}", rule_of(filling, to_group)
            return self.no_route(a, b)
        return self.unfit(a, b, matching)

    def speaks_of(self, permit: Permit, group: str, dealing: bool) -> bool:
        """Whether a permit lets cards of this group move."""
        if permit.condition in (k.DEALT, k.ASIDE):
            return dealing and group == "hand"
        if group == "talon" and terms.turned in permit.sources:
            return terms.talon in permit.sources or bool(self.S[k.S_FRESH])
        return group in permit.sources

    def filling(self, group: str) -> Clause | None:
        """The first clause that fills the vacancies of a group."""
        return next((c for c in self.active if isinstance(c, terms.fill) and group in terms.groups(c.group)), None)

    def no_route(self, a: int, b: int) -> tuple[str, str]:
        """Nothing lets cards of one group go to the other."""
        here, there = self.game.places[a], self.game.places[b]
        group = self.program.groups[here.group].clause
        if isinstance(group, (terms.ornaments, terms.foundations)):
            return self.blocked(a)
        together = self.clause(terms.together)
        if together is not None and isinstance(self.program.groups[there.group].clause, terms.foundations):
            if here.group in tuple(together.names()):
                return self.game.say(together), rule_of(together)
            return self.not_yet(here, together)
        filling = self.filling(there.group)
        if filling is not None and not self.p.cards[there.id]:
            said = f"Nothing from {here.name} may be laid on {there.name}, which is empty"
            return f"{said}: {self.says(filling)}", rule_of(filling)
        routes = [p for p in self.program.permits if p.to == there.group and p.condition != k.DEALT]
        if routes:
            clause = routes[0].clause
            return f"Cards of {here.name} do not go to {there.name}: {self.says(clause)}", rule_of(
                clause, self.clause(terms.free, here.group), self.clause(terms.deal)
            )
        kind = terms.deal if there.group == "hand" else terms.turn if self.program.groups[there.group].clause is None else terms.free
        maker = self.clause(kind) if kind is not terms.free else self.clause(kind, there.group)
        about = (maker, self.clause(terms.fill, there.group), self.program.groups[there.group].clause, self.clause(terms.deal))
        return f"Nothing is laid on {terms.the(there.group)} in this game.", rule_of(*about)

    def unfit(self, a: int, b: int, permits: list[Permit]) -> tuple[str, str]:
        """The card does not fit there."""
        here, there = self.game.places[a], self.game.places[b]
        permit = permits[0]
        card = self.p.cards[here.id][-1]
        if permit.run:
            head = self.S[k.a_run(self.T) + a]
            card = face_card(head) if head >= 0 else card
        pile = self.p.cards[there.id]
        if permit.mode == k.TO_FOUNDATION:
            clause = self.program.groups[there.group].clause
            assert isinstance(clause, terms.foundations)
            if (self.S[k.a_want(self.T) + b] >> card.index) & 1:
                order = self.clause(terms.strictly_in_turn)
                if order is not None and self.S[k.S_STAGE] and k.phase_bit(self.T, self.S) == k.PLAY:
                    return self.game.say(order), rule_of(order)
                conditional = permit.condition in (k.IN_USE, k.IN_TURN, k.REST_HOME)
                if permit.where is not None or conditional or getattr(permit.clause, "yields_to", None):
                    return f"{card.symbol} may not go to {there.name}: {self.says(permit.clause)}", rule_of(permit.clause)
            early = next((p for p in permits if p.after > self.S[k.S_AGAINS]), None)
            if early is not None and (k.want(self.T, self.S, b) >> card.index) & 1:
                return f"Not yet: {self.says(early.clause)}", rule_of(early.clause)
            return self.covered(a, b, permit) or self.foundation_wants(card, b, clause)
        if permit.mode == k.ON_EMPTY and isinstance(permit.clause, terms.fill):
            if permit.clause.only and card.rank != permit.clause.only:
                return f"{card.symbol} may not start {there.name}: {self.says(permit.clause)}", rule_of(permit.clause)
            what = card.symbol if self.p.seen[here.id][-1] else "The next card of the pack"
            return f"{what} may not fill {there.name}: {self.says(permit.clause)}", rule_of(permit.clause)
        assert permit.line is not None and permit.suit is not None and pile
        on = pile[-1]
        group = self.program.groups[there.group].clause
        if isinstance(group, terms.places) and group.single and len(pile) > group.headed + 1:
            return f"The card on {there.name} is paired already; each card can be paired once.", rule_of(permit.clause)
        for c in (c for c in self.active if isinstance(c, terms.free) and there.group in terms.groups(c.group)):
            if c.which in (terms.red_only, terms.black_only) and on.red != (c.which is terms.red_only):
                return f"Nothing is laid on {on.symbol}: {self.says(c)}", rule_of(c)
        if self.S[k.a_live(self.T) + b] < 0 and not (isinstance(permit.clause, terms.build) and permit.clause.on_blocked):
            return self.blocked(b)
        for q in permits:
            if q.line and q.suit and q.where is not None and q.line.fits(on.rank, card.rank) and q.suit.fits(on.suit, card.suit):
                return f"{card.symbol} fits {on.symbol}, but it must lie {q.where.words}.", rule_of(q.clause)
        if isinstance(permit.clause, terms.build) and on.rank == permit.clause.never_on:
            return f"Nothing may be laid on {on.symbol}: a {terms.rank_name(on.rank)} stays single.", rule_of(permit.clause)
        if not permit.suit.fits(on.suit, card.suit):
            verb = "marry" if permit.suit is terms.in_suit else "lie on"
            return f"{card.symbol} may not {verb} {on.symbol}: {permit.suit.words} only.", rule_of(permit.clause)
        return f"{card.symbol} may not lie on {on.symbol}: {permit.line.tell()} only.", rule_of(permit.clause)

    def covered(self, a: int, b: int, permit: Permit) -> tuple[str, str] | None:
        """The card that the foundation waits for lies in that place, in sight, but is covered."""
        here, there = self.game.places[a], self.game.places[b]
        clause = self.clause(terms.free, here.group)
        want, row = k.want(self.T, self.S, b), self.p.seen[here.id]
        if not isinstance(clause, terms.free) or clause.which not in (terms.top, terms.newest) or not clause.rules:
            return None
        if row[-1] is not None and (want >> row[-1].index) & 1:
            return None
        wanted = next((c for c in row[-2::-1] if c is not None and (want >> c.index) & 1), None)
        if wanted is None or (permit.where is not None and not permit.where.holds(here, there)):
            return None
        said = f"{upper_first(there.name)} wants the {wanted.name} next, which lies covered on {here.name}"
        return f"{said}: {self.says(clause)}", rule_of(clause)

    def foundation_wants(self, card: Card, b: int, clause: terms.foundations) -> tuple[str, str]:
        """What a foundation waits for."""
        there = self.game.places[b]
        want = k.want(self.T, self.S, b)
        rule = rule_of(clause, self.clause(terms.foundations))
        length = self.T[self.T[k.T_SERIES] + self.T[self.T[k.T_PLACE] + k.P_WIDTH * b + k.P_SERIES] + 1]
        if self.S[k.a_height(self.T) + b] >= length:
            return f"{upper_first(there.name)} is complete.", rule
        faces = [Card(f) for f in range(52) if (want >> f) & 1]
        if not faces and clause.under and clause.series_of(0).kind == 3:
            return f"{upper_first(there.name)} takes no card yet: the {singular(clause.under)} beside it is wanting.", rule
        if not faces:
            return f"{upper_first(there.name)} takes no card yet; its first card goes to another {singular(clause.name)}.", rule
        fits = (self.S[k.a_want(self.T) + b] >> card.index) & 1
        first = self.clause(terms.spaces_first, there.group)
        if isinstance(first, terms.spaces_first) and self.p.cards[there.id] and fits:
            if not self.S[k.S_STAGE] or (first.strictly and k.some_start(self.T, self.S)):
                return f"No {singular(clause.name)} is continued while an available card can still open an empty one.", rule_of(first)
            return f"{card.symbol} would fill an empty space of the {clause.name}, which comes first.", rule_of(first)
        if len(faces) == 1:
            wanted = f"the {faces[0].name}"
        elif len({c.rank for c in faces}) == 1:
            suits = {c.suit for c in faces}
            rank = RANK_NAMES[faces[0].rank - 1]
            if len(suits) == 4:
                wanted = f"{'an' if rank[0] in 'ae' else 'a'} {rank}"
            else:
                wanted = f"the {rank} of " + " or ".join(SUIT_NAMES[s] for s in SUITS if s in suits)
        else:
            wanted = "another card"
        return f"{upper_first(there.name)} wants {wanted} next, not the {card.name}.", rule


def crowned_wrongly(shown: list[Card]) -> str:
    """What is wrong with a crowned triple before its sum is looked at; empty where nothing is."""
    pips = [c for c in shown if c.rank <= 10]
    if len(pips) == len(shown):
        return "no court card crowns them"
    if len(shown) - len(pips) > 1:
        return "court cards only crown a set, and never count in its sum"
    if len({c.rank for c in pips}) < len(pips):
        return "two of them are of the same value"
    return "" if len(pips) == 3 else "three cards and a court card are wanted"
