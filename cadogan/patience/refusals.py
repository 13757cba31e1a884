"""Why not: the sentence and the rule with which the game refuses a move.

The same rules that make the moves say why one is not among them; of a legal move nobody asks.
Each word of the vocabulary explains its own moves; this module has what they share, and the moves
from a place to a place."""

from __future__ import annotations

import re

from cadogan import words
from cadogan.cards import CARDS, SUIT_NAMES, SUITS, Card
from cadogan.engine.moves import KINDS
from cadogan.engine.numbers import FACE
from cadogan.engine.permits import OnCard, OnEmpty, Permit, ToFoundation
from cadogan.engine.piles import wish
from cadogan.engine.rules import DEALING, END, OUT, PAUSE, PLAY
from cadogan.patience.position import IllegalMove, Position
from cadogan.patience.prose import without_talon
from cadogan.patience.text import known_places
from cadogan.words import Clause, singular, upper_first
from cadogan.words.citing import EDITION, OF_SUIT, OF_VALUE, TERMS, rule_about, rule_of
from cadogan.words.clause import C
from cadogan.words.english import a_rank, is_plural, joined, lower_first, rank_name
from cadogan.words.series import Series

WHEN = {
    DEALING: "while cards are being dealt",
    PAUSE: "between the rounds of the deal",
    PLAY: "now",
    OUT: "when the pack is out",
    END: "when pack and talon are spent",
}
#: A sentence, and the rule it cites.
Said = tuple[str, str]


def refusal(position: Position, text: str) -> IllegalMove:
    """The refusal of a move that is not legal in this position."""
    sentence, rule = Reasons(position).why(" ".join(text.split()))
    if (
        rule in (EDITION, TERMS, "PLAY") and not position.game.cites
    ):  # a game of one's own has no old text
        rule = ""
    return IllegalMove(sentence, rule)


class Reasons:
    """The reasons for which one position refuses moves."""

    def __init__(self, position: Position) -> None:
        self.p = position
        self.game = position.game
        self.rules, self.s = position.game.rules, position.state
        self.active = self.game.active
        self.number = {p.label: p.number for p in self.rules.places}
        self.phase = position.phase_bit

    def clause(self, kind: type[C], group: str = "") -> C | None:
        """The first of the `clauses`, or None."""
        return next(iter(self.clauses(kind, group)), None)

    def clauses(self, kind: type[C], group: str = "") -> list[C]:
        """The clauses of a kind (that speak of the group, if one is given)."""
        clauses = self.game.clauses_of(kind)
        return [c for c in clauses if not group or group in c.names()]

    def not_now(self, kind: type[Clause], absent: str) -> Said:
        """Why a move of a kind of clause is not allowed: the game has no such clause, or it says so."""
        clause = self.clause(kind)
        if clause is None:
            return absent, EDITION
        return f"This is not allowed now: {self.says(clause)}", rule_of(clause)

    def says(self, clause: Clause) -> str:
        """A clause as a sentence to stand after a colon."""
        return lower_first(self.game.say(clause))

    def maker(self, group: str) -> Clause | None:
        """The clause that makes a group; None for hand and talon."""
        return self.rules.by_name[group].clause

    def wanted(self, b: int) -> int:
        """What a foundation would take, whatever keeps it from taking anything now."""
        return wish(self.rules, self.s, self.rules.places[b].group, b)

    def why(self, text: str) -> Said:
        """Why a move is refused: a sentence and a rule."""
        if self.p.is_won:
            return "The game is won; nothing is left to play.", ""
        word, _, rest = text.partition(" ")
        kind = KINDS.get(word)
        if kind is not None and kind.refuse is not None and (kind.takes_places or not rest):
            return self.held(word) or kind.refuse(self, rest.replace(",", " ").split())
        way, _, count = text.partition(" ")
        move = way if re.fullmatch("[1-9][0-9]{0,2}", count) else text
        for a in self.number:  # a place's own name may have a hyphen
            b = move[len(a) + 1 :]
            if move.startswith(f"{a}-") and b in self.number:
                ids = self.number[a], self.number[b]
                return self.held() or self.from_place_to_place(*ids, int(count or 1))
        if (plain := re.sub(r"\s*(->|[→–—−])\s*|\s+-\s*|-\s+", "-", text)) != text:
            return f"A move has a hyphen alone between its two places: {plain[:60]}.", ""
        for name in move.split("-") if move.count("-") == 1 else ():
            if name not in self.number:
                known = known_places(self.game)
                return f"There is no place {name[:30]!r}; the places are {known}.", ""
        return f"{text[:60]!r} is not a move; {self.examples()}", ""

    def examples(self) -> str:
        """How moves are written, by those that this game has."""
        legal = [move.text for move in self.p.moves()]
        shown = [text for text in legal if "-" in text][:1] or legal[:1]
        if not shown:
            shown = [f"{self.game.places[-1].id}-{self.game.places[0].id}"]
        words_ = dict.fromkeys(text for text in legal if text.isalpha() and text not in shown)
        return f"moves here are such as {joined([*shown, *words_], 'or')}."

    def held(self, word: str = "") -> Said | None:
        """What must be done before anything else; None where nothing must."""
        for claimant in self.rules.claimants:
            if claimant.claims(self.rules, self.s) and (claimed := claimant.claimed(self, word)):
                return claimed
        for special in self.rules.specials:
            if special.compulsory and any(m.kind == special.kind.name for m in self.p.moves()):
                return f"{special.duty}: {self.says(special.clause)}", rule_of(special.clause)
        return None

    def waiting(self) -> Said | None:
        """What must be done before turning or dealing; None where nothing must."""
        if self.s.phase == DEALING:
            return "A card is being dealt: play it or lay it first.", rule_of(
                self.clause(words.deal)
            )
        gaps = self.rules.gaps
        if gaps is not None and gaps.later and gaps.short(self.rules, self.s.copy(), 0):
            clause = gaps.later[0].clause
            return f"Gaps must be filled first: {self.says(clause)}", rule_of(clause)
        return None

    def unfinished(self) -> Said | None:
        """Why cards of several places are not moved while a round is dealt; None when none is."""
        if self.s.phase != DEALING:
            return None
        return "The deal of this round is not complete.", rule_of(self.clause(words.deal))

    def misplaced(self, clause: Clause, ids: list[str], vacant: bool = False) -> Said | None:
        """What is plainly wrong with the places of a move that concerns several; ``vacant`` where
        they need hold no card.
        """
        if not ids:
            several = [*dict.fromkeys([self.game.places[0].id, self.game.places[-1].id])]
            if isinstance(clause, words.take):
                inside = [place.id for place in self.game.places if place.group in clause.gives()]
                several = inside[: min(clause.size, 2)]
            example = " ".join((type(clause).__name__, *several))
            sentence = f"Name the places, such as {example}: {self.says(clause)}"
            return sentence, rule_of(clause)
        for name in ids:
            if name not in self.number:
                return f"There is no place {name[:30]!r}.", ""
            if not self.p.cards[name] and not vacant:
                place = self.game.places[self.number[name]]
                sentence = f"{upper_first(place.name)} is empty: {self.says(clause)}"
                return sentence, rule_of(clause)
        return None

    # --- from a place to a place ---

    def from_place_to_place(self, a: int, b: int, count: int) -> Said:
        """Why this many cards of a do not go to b."""
        return (count > 1 and self.apart(a, b, count)) or self.one_card(a, b, count)

    def apart(self, a: int, b: int, count: int) -> Said | None:
        """Why this many cards of a do not move together at all; None where they may go to b."""
        source, target = self.game.places[a], self.game.places[b]
        pile = self.p.cards[source.id]
        if count > len(pile):
            size = f"{len(pile)} card{'' if len(pile) == 1 else 's'}"
            return f"{upper_first(source.name)} has {size}, not {count}.", ""
        permits = [p for p in self.rules.permits if self.speaks_of(p, source.group, False)]
        several = [p for p in permits if p.parts and p.to.name == target.group]
        if not several:
            way = next((p for p in permits if p.to.name == target.group), None)
            if way is None:
                return self.no_route(a, b)
            whole = any(p.run for p in permits if p.to.name == target.group)
            manner = "all together or not at all" if whole else "one at a time"
            sentence = f"Cards of {words.the(source.group)} go {manner}: {self.says(way.clause)}"
            return sentence, rule_of(way.clause)
        permit, moving = several[0], pile[-count:]
        if any(card is None for card in self.p.seen[source.id][-count:]):
            rule = rule_of(permit.clause)
            return f"Cards that lie face down do not move: {self.says(permit.clause)}", rule
        for below, card in zip(moving, moving[1:]):
            if not permit.linked[below.index] >> card.index & 1:
                sentence = (
                    f"{card.symbol} does not follow {below.symbol}, so they do not move together"
                )
                return f"{sentence}: {self.says(permit.clause)}", rule_of(permit.clause)
        return None

    def blocked(self, a: int) -> Said:
        """Why the card of a place, on which one lies, is not available."""
        place = self.game.places[a]
        clause = self.clause(words.free, place.group)
        card = self.p.cards[place.id][-1]
        if not place.face_down and self.p.is_down(self.s.top[a]):
            return f"The card on {place.name} lies face down.", rule_of(clause)
        group = self.maker(place.group)
        if isinstance(group, words.ornaments):
            return f"{card.symbol} never moves: {self.says(group)}", rule_of(group)
        if isinstance(group, words.foundations):
            changing = self.clause(words.exchange, place.group)
            if changing is not None:
                sentence = f"{card.symbol} stays on its foundation: {self.says(changing)}"
                return sentence, rule_of(changing, group)
            return "Cards played to the foundations stay there.", EDITION
        if isinstance(group, words.places) and group.first_stays:
            sentence = f"{card.symbol} at the head of {place.name} never moves."
            return sentence, rule_of(group, clause)
        if isinstance(group, words.places) and group.single and len(self.p.cards[place.id]) > 1:
            return f"The cards on {place.name} are paired, and cannot be separated.", rule_of(
                self.clause(words.build, place.group), group
            )
        if clause is not None:
            sentence = f"{card.symbol} on {place.name} is blocked: {self.says(clause)}"
            return sentence, rule_of(clause, otherwise=TERMS)
        return f"Cards of {place.name} cannot be moved.", rule_of(group)

    def one_card(self, a: int, b: int, count: int = 1) -> Said:
        """Why the card of a that has ``count`` - 1 cards on it does not go to b with them."""
        source, target = self.game.places[a], self.game.places[b]
        pile = self.p.cards[source.id]
        if a == b:
            return "A card cannot move to where it lies.", ""
        if not pile:
            are = (
                "are" if source.name == f"the {source.group}" and is_plural(source.group) else "is"
            )
            return f"{upper_first(source.name)} {are} empty; there is no card to move.", ""
        dealing = self.s.phase == DEALING
        if source.group == "hand" and not dealing:
            if not any(p.from_hand and p.to.name == target.group for p in self.rules.permits):
                if self.filling(target.group) is not None and not self.p.cards[target.id]:
                    return self.no_route(a, b)
                return "Cards of the pack in hand are not played unseen.", rule_of(
                    self.clause(words.turn), self.clause(words.deal)
                )
        if dealing and source.group == "hand":
            aside = self.clause(words.lay_aside, target.group)
            if aside is not None and aside.to == target.group:
                return f"This card is not laid aside: {self.says(aside)}", rule_of(aside)
            dealt_to = self.game.places[self.s.target] if self.s.target >= 0 else None
            if dealt_to is not None and not any(
                p.to.name == target.group and isinstance(p, ToFoundation)
                for p in self.rules.permits
            ):
                played = self.clause(words.as_dealt, dealt_to.group)
                if dealt_to == target and played is not None:
                    return f"This card is played first: {self.says(played)}", rule_of(played)
                return f"This card goes to {dealt_to.name}.", rule_of(self.clause(words.deal))
        to_group = self.maker(target.group)
        if isinstance(to_group, words.ornaments):
            return f"Nothing is laid on {target.name}: {self.says(to_group)}", rule_of(to_group)
        swap = self.clause(words.swap, source.group)
        if swap is not None and self.p.find(self.swapping(a, b)):
            return self.swapped(a, b, swap)
        permits = [
            p
            for p in self.rules.permits
            if p.to.name == target.group and self.speaks_of(p, source.group, dealing)
        ]
        if not permits:
            return self.no_route(a, b)
        in_force = [p for p in permits if p.phases & self.phase]
        empty = self.s.height[b] <= self.rules.places[b].group.keep
        if not in_force:
            clause = next(
                (p for p in permits if isinstance(p, OnEmpty) == empty), permits[0]
            ).clause
            rule = rule_of(clause, self.clause(words.free, source.group), self.clause(words.deal))
            when = without_talon(self.game, WHEN[self.phase])
            if self.phase == OUT and all(p.phases == END for p in permits):
                when = "while a talon is left"
            return f"Not {when}: {self.says(clause)}", rule
        if self.s.live[a] < 0 and source.group != "hand" and not any(p.run for p in in_force):
            return self.blocked(a)
        matching = [
            p for p in in_force if isinstance(p, ToFoundation) or isinstance(p, OnEmpty) == empty
        ]
        if matching:
            return self.unfit(a, b, matching, count)
        if not empty:
            clause = in_force[0].clause
            sentence = f"{upper_first(target.name)} is not empty: {self.says(clause)}"
            return sentence, rule_of(clause, self.clause(words.free, source.group))
        sentence = f"Nothing from {source.name} may be laid on {target.name}, which is empty"
        filling = self.filling(target.group)
        if filling is None and to_group is None:  # the talon before its first card
            return f"{sentence}: {self.says(permits[0].clause)}", rule_of(permits[0].clause)
        # (Where no clause fills it, that it stays empty is not the author's, whatever the group cites.)
        why = self.says(filling) if filling else "a place once empty stays empty."
        return f"{sentence}: {why}", rule_of(filling)

    def speaks_of(self, permit: Permit, group: str, dealing: bool) -> bool:
        """Whether a permit lets cards of this group move."""
        if permit.from_hand:
            return group == "hand" and (dealing or not permit.phases == DEALING)
        names = [g.name for g in permit.columns]
        if (
            self.rules.turned is not None
            and group == words.talon
            and self.rules.turned.name in names
        ):
            return words.talon in names or bool(self.s.just_turned)
        return group in names

    def filling(self, group: str) -> words.fill | None:
        """The first clause that fills the vacancies of a group."""
        fills = self.game.clauses_of(words.fill)
        return next((c for c in fills if group in words.groups(c.group)), None)

    def no_route(self, a: int, b: int) -> Said:
        """Why a card of a never goes to b: nothing lets cards of the one group go to the other."""
        source, target = self.game.places[a], self.game.places[b]
        group, aim = self.maker(source.group), self.maker(target.group)
        if isinstance(group, (words.ornaments, words.foundations)):
            return self.blocked(a)
        together = self.clause(words.together)
        if together is not None and isinstance(aim, words.foundations):
            if source.group in tuple(together.names()):
                return self.game.say(together), rule_of(together)
            return self.not_yet(source.name, together)
        filling = self.filling(target.group)
        if filling is not None and not self.p.cards[target.id]:
            sentence = f"Nothing from {source.name} may be laid on {target.name}, which is empty"
            return f"{sentence}: {self.says(filling)}", rule_of(filling)
        fills = [
            c
            for c in self.clauses(words.fill, target.group)
            if source.group in c.gives() and target.group in words.groups(c.group)
        ]
        if fills and self.p.cards[target.id]:
            sentence = f"{upper_first(target.name)} is not empty: {self.says(fills[0])}"
            return sentence, rule_of(fills[0])
        routes = [
            p for p in self.rules.permits if p.to.name == target.group and p.phases != DEALING
        ]
        if routes:
            clause = routes[0].clause
            sentence = f"Cards of {source.name} do not go to {target.name}: {self.says(clause)}"
            return sentence, rule_of(
                clause, self.clause(words.free, source.group), self.clause(words.deal)
            )
        swap = self.clause(words.swap, source.group)
        if swap is not None and target.group in words.groups(swap.group):
            return self.swapped(a, b, swap)
        deal, fill = self.clause(words.deal), filling
        ways = ["as they are dealt"] * (deal is not None and target.group in deal.receives())
        ways += ["to fill a gap"] * (fill is not None)
        sentence = f"Nothing is laid on {words.the(target.group)} in this game."
        if ways and isinstance(aim, words.places):
            sentence = f"No card is moved to {words.the(target.group)}; cards come there only {words.joined(ways, 'or')}."
        if aim is None and target.group != "hand":
            return sentence, rule_of(self.clause(words.turn), deal)
        return sentence, rule_of(fill, aim, deal, self.clause(words.free, target.group))

    def swapped(self, a: int, b: int, swap: words.swap) -> Said:
        """How cards of a and b change places instead."""
        group = words.the(self.game.places[b].group)
        sentence = f"Cards of {group} change places, as in {self.swapping(a, b)}: {self.says(swap)}"
        return sentence, rule_of(swap)

    def swapping(self, a: int, b: int) -> str:
        """The text of the move by which cards of a and b change places."""
        return "swap " + " ".join(self.game.places[p].id for p in sorted((a, b)))

    def not_yet(self, place: str, clause: Clause) -> Said:
        """Why cards of pack and talon are not played to the foundations from there."""
        return f"Cards of {place} must first take a place: {self.says(clause)}", rule_of(
            clause, self.clause(words.turn)
        )

    def unfit(self, a: int, b: int, permits: list[Permit], count: int) -> Said:
        """Why the card of a does not fit on b."""
        source, target = self.game.places[a], self.game.places[b]
        permit = permits[0]
        card = self.p.cards[source.id][-count]
        if permit.run and self.s.head[a] >= 0:
            card = CARDS[self.s.head[a] & FACE]
        if isinstance(permit, ToFoundation):
            return self.unfit_for_foundation(card, a, b, permits)
        if isinstance(permit, OnEmpty):
            assert isinstance(permit.clause, words.fill)
            only = permit.clause.only
            if isinstance(only, Series):
                want = permit.wanted(self.rules, self.s, b)
                wanted = f"{self.expected(want)} only" if want else "no card now"
                sentence = f"{upper_first(target.name)} takes {wanted}: {self.says(permit.clause)}"
                return sentence, rule_of(permit.clause)
            other = only not in (0, card.rank)
            seen = other or self.p.seen[source.id][-count]
            may_not = f"may not {'start' if other else 'fill'} {target.name}"
            sentence = f"{card.symbol if seen else 'The next card of the pack'} {may_not}"
            return f"{sentence}: {self.says(permit.clause)}", rule_of(permit.clause)
        return self.unfit_for_card(card, b, permits)

    def unfit_for_foundation(self, card: Card, a: int, b: int, permits: list[Permit]) -> Said:
        """Why a card does not fit foundation b now."""
        foundation, permit = self.game.places[b], permits[0]
        clause = self.maker(foundation.group)
        assert isinstance(clause, words.foundations)
        early = next((p for p in permits if p.from_redeal > self.s.redeals), None)
        if early is not None and self.wanted(b) >> card.index & 1:
            return f"Not yet: {self.says(early.clause)}", rule_of(early.clause)
        if self.s.want[b] >> card.index & 1:
            for word in self.rules.restraints:
                if reason := word.refused(self, permit, card, b):
                    return reason
            if permit.conditional:
                sentence = (
                    f"{card.symbol} may not go to {foundation.name}: {self.says(permit.clause)}"
                )
                return sentence, rule_of(permit.clause)
        return self.covered(a, b, permit) or self.foundation_wants(card, b, clause)

    def unfit_for_card(self, card: Card, b: int, permits: list[Permit]) -> Said:
        """Why a card does not fit the card of b, on which it would lie."""
        place, permit = self.game.places[b], permits[0]
        clause = permit.clause
        assert isinstance(clause, words.build)
        pile = self.p.cards[place.id]
        on, group = pile[-1], self.maker(place.group)
        if isinstance(group, words.places) and group.single and len(pile) > group.first_stays + 1:
            sentence = f"The card on {place.name} is paired already; each card can be paired once."
            saying = self.clause(words.together), clause
            return sentence, self.about(re.compile(r"\bonce\b"), *saying) or rule_of(*saying)
        for c in self.clauses(words.free, place.group):
            if c.which.colour and on.red != (c.which.colour == "red"):
                return f"Nothing is laid on {on.symbol}: {self.says(c)}", rule_of(c)
        if self.s.live[b] < 0 and not clause.on_blocked:
            return self.blocked(b)
        for q in permits:
            if isinstance(q, OnCard) and q.where is not None and q.fits[on.index] >> card.index & 1:
                assert isinstance(q.clause, words.build) and q.clause.where is not None
                sentence = (
                    f"{card.symbol} fits {on.symbol}, but it must lie {q.clause.where.words}."
                )
                return sentence, rule_of(q.clause)
        return clause.refused(card, on), self.of_marriage(clause, card, on)

    def about(self, topic: re.Pattern[str], *clauses: Clause | None) -> str:
        """The sentence, among those that the clauses cite, that speaks of suits or of values; empty
        where none does.
        """
        import cadogan.edition.chapters  # noqa: F401 - with it the old texts are at hand

        return rule_about(topic, (self.game.origin or self.game).slug, *clauses)

    def of_marriage(self, clause: words.build, card: Card, on: Card) -> str:
        """What forbids that one card lie on another: the sentence that says so, else the definition
        of a marriage.
        """
        if on.rank == clause.never_on:
            return self.about(re.compile(rank_name(on.rank)), clause) or rule_of(clause)
        topic = OF_VALUE if clause.suit.fits(on.suit, card.suit) else OF_SUIT
        others = self.clauses(words.build)  # "in the same ways", say some
        return self.about(topic, clause, *others) or (
            TERMS if clause.word == "married" else rule_of(clause)
        )

    def covered(self, a: int, b: int, permit: Permit) -> Said | None:
        """Why nothing goes to foundation b: the card that it waits for lies in sight on a, but
        covered; None where that is not so."""
        source, foundation = self.game.places[a], self.game.places[b]
        clause = self.clause(words.free, source.group)
        want, row = self.wanted(b), self.p.seen[source.id]
        if clause is None or clause.which not in (words.top, words.newest) or not clause.rules:
            return None
        if row[-1] is not None and want >> row[-1].index & 1:
            return None
        next_card = next((c for c in row[-2::-1] if c is not None and want >> c.index & 1), None)
        if next_card is None or not permit.related(a, b):
            return None
        sentence = f"{upper_first(foundation.name)} wants {self.expected(want)} next"
        which = "which" if want.bit_count() == 1 else f"and the {next_card.name}"
        sentence = f"{sentence}, {which} lies covered on {source.name}"
        return f"{sentence}: {self.says(clause)}", rule_of(clause)

    def foundation_wants(self, card: Card, b: int, clause: words.foundations) -> Said:
        """What foundation b waits for, which a card is not."""
        foundation = self.game.places[b]
        want = self.wanted(b)
        faces = [card for f, card in enumerate(CARDS) if want >> f & 1]
        topic = OF_VALUE if card.suit in {c.suit for c in faces} else OF_SUIT
        rule = self.about(topic, clause) or rule_of(clause, self.clause(words.foundations))
        name = upper_first(foundation.name)
        if self.s.height[b] >= self.rules.places[b].length:
            return f"{name} is complete.", rule
        if not faces and clause.series_of(0).suit_given:
            missing = singular(clause.above)
            return f"{name} takes no card yet: the {missing} beside it is missing.", rule
        if not faces:
            group = self.rules.places[b].group
            first = next((p for p in range(group.first, group.end) if self.s.want[p]), b)
            if first == b or self.s.top[first] >= 0 or not group.series.alike:
                return f"{name} takes no card yet: {self.says(clause)}", rule
            begin = self.game.places[first].name
            return f"{name} takes no card yet; the next first card goes to {begin}.", EDITION
        if len({card.rank for card in faces}) > 1:
            if card.suit not in (suits := {c.suit for c in faces}):
                names = joined([SUIT_NAMES[s] for s in SUITS if s in suits], "or")
                return f"{name} takes {names}, not the {card.name}.", rule
            return f"{name} does not take the {card.name} yet: {self.says(clause)}", rule
        return f"{name} wants {self.expected(want)} next, not the {card.name}.", rule

    def expected(self, want: int) -> str:
        """The cards whose faces are the bits of a number, as a phrase."""
        faces = [card for f, card in enumerate(CARDS) if want >> f & 1]
        rank, suits = faces[0].rank, {c.suit for c in faces}
        if len({c.rank for c in faces}) > 1:
            return "another card"
        if len(suits) == len(SUITS):
            return a_rank(rank)
        suit_names = [SUIT_NAMES[s] for s in SUITS if s in suits]
        return f"the {rank_name(rank)} of {joined(suit_names, 'or')}"
