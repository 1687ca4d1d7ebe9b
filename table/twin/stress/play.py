"""Two players of Stress round one felt: what each begins when the hand is free, and what the tablet makes them do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from table.cards import Card, card
from table.desk import Desk
from table.games.stress.state import State
from table.rulings import ClauseId, Ruling, Taken
from table.seats import Seat
from table.twin.clock import TwinClock, ms
from table.twin.presses import Presses
from table.twin.stress import faults, moves, telling
from table.twin.stress.faults import Fault
from table.twin.stress.felt import PILE, Felt, pile_zone, stock_zone
from table.twin.stress.moves import Move
from table.twin.stress.person import PACE_MS, Person
from table.twin.stress.race import LEAST_MS, Stress

LATE = 90
"""From this move on nobody errs any more, and who has fewer cards is the faster: every game must end."""

HEEDS_MS = (350.0, 750.0)
"""How long somebody takes to do what the tablet says."""

UNHEARD_NS = 7_000_000_000
"""After so long players go on without the referee's word, or tell it what it must have missed."""

UNNOTICED_NS = 1_500_000_000
"""A pair that nobody has slapped at for so long is played on."""

CALM_NS = 700_000_000
"""Nobody slaps for no reason so soon after a card: it could be taken for a slap at that one."""

SLAPS, CALLS = 0.25, 0.1
"""Of all faults, how many are a slap, and a call, with no equal tops."""

AGAIN, AGAIN_MS = 0.15, (70.0, 250.0)
"""How often somebody comes down on the button a second time, and how soon."""


@dataclass(slots=True)
class Counts:
    """How the game went."""

    moves: int = 0
    stresses: int = 0
    helped: list[str] = field(default_factory=list)
    """Lines that the table had to be told because it had missed what was done."""


class Play:
    """Begins every movement. The same seed gives the same game, as long as the table hears it alike."""

    def __init__(
        self,
        desk: Desk,
        felt: Felt,
        persons: list[Person],
        presses: Presses,
        clock: TwinClock,
        *,
        seed: int,
        errs: float,
    ) -> None:
        self._desk, self._felt, self._persons = desk, felt, persons
        self._presses, self._clock, self._errs = presses, clock, errs
        self._chance = random.Random(f"{seed}/play")
        self.counts = Counts()
        self.expected: list[tuple[ClauseId, Seat]] = []
        """What the referee has to rule, so far: the clause, and against whom."""
        self.moved_ns = clock.now_ns()
        """When somebody last did something."""
        self._stress: Stress | None = None
        self._fault: Fault | None = None
        self._heeds_ns: dict[tuple[int, str], int] = {}
        self._landed_ns = self._taken_ns = clock.now_ns()
        self._turning = 0
        """How many cards are still on their way that are turned at the same moment."""

    @property
    def state(self) -> State:
        """What the tablet shows."""
        state: State = self._desk.referee.state
        return state

    @property
    def is_settled(self) -> bool:
        """Whether nothing is going on."""
        return self._stress is None and self._fault is None and all(person.is_idle for person in self._persons)

    def move(self) -> None:
        """Everybody's hand, up to this frame."""
        for person in self._persons:
            if person.movement is not None:
                self.moved_ns = self._clock.now_ns()
            person.move()

    def begin(self) -> None:
        """Whatever is due: an answer to a stress, what the tablet says, the next card."""
        self._answer()
        self._look_for_stress_settled()
        self._look_for_fault_settled()
        for person in self._persons:
            if person.movement is None:
                self._begin(person)
        if all(person.is_idle for person in self._persons):
            self._turn_together()

    def _answer(self) -> None:
        """Says what lies there where the table asks: whoever has it before the eyes taps it in after a moment."""
        for question in self._desk.questions:
            if not self._heeds(self._persons[0], f"question {question.number}"):
                continue
            self._help(telling.answer(self._felt, self.state, question.doubt, question.zone))
            if question in self._desk.questions:
                self._tell(f"# question {question.number}: no")

    def heard(self, rulings: tuple[Ruling, ...]) -> None:
        """What the referee has just said."""
        fault = self._fault
        for ruling in rulings:
            if fault is not None and ruling.clause == fault.clause and ruling.seat == fault.person.seat:
                fault.called_ns = fault.called_ns or self._clock.now_ns()

    # One player.

    def _begin(self, person: Person) -> None:
        now_ns, stress = self._clock.now_ns(), self._stress
        if stress is not None and stress.calls_off(person.number, now_ns):
            self._slap(person, stress)
        elif person.hand.held is not None:
            person.movement = person.hand.put_back()
        elif stress is None and not self._obeys(person) and not self._waits and now_ns >= person.next_ns:
            self._next_card(person)

    @property
    def _waits(self) -> bool:
        """Whether nobody may lay: something is being settled, cards are to be turned, or somebody is out."""
        state = self.state
        is_out = any(self._felt.is_out(person.number) for person in self._persons)
        is_turning = bool(state.to_flip) and not state.is_opening
        return state.is_over or state.is_being_taken or is_turning or is_out or self._fault is not None

    def _next_card(self, person: Person) -> None:
        others = (other.hand.target for other in self._persons if other is not person)
        avoided = {target for target in others if target is not None}
        if self.state.is_opening:
            move = self._opening_move(person)
        else:
            move = moves.chosen(self._felt, self.state.setup, person.number, person.chance, avoided)
        if move is not None and not self._does_wrong(person):
            self._carry(person, move)

    def _opening_move(self, person: Person) -> Move | None:
        """Lays out the row; puts equal cards together; fills up again (S1.2, S1.3)."""
        filling = moves.fill(self._felt, person.number)
        merging = moves.merges(self._felt, person.number)
        return filling or (merging[0] if merging and self._felt.stocks[person.number] else None)

    @property
    def _rows_are_laid_out(self) -> bool:
        return all(
            not moves.gaps(self._felt, person.number) and not moves.merges(self._felt, person.number)
            for person in self._persons
        )

    def _carry(self, person: Person, move: Move) -> None:
        now_ns, hand = self._clock.now_ns(), person.hand
        person.next_ns = now_ns + ms(person.chance.uniform(*PACE_MS))
        person.movement = hand.carry(
            move.source,
            move.target,
            count=move.count,
            landed=lambda at_ns: self._landed(person, move, at_ns),
            breaks_off=lambda: self._calls_off(person, move),
        )

    def _calls_off(self, person: Person, move: Move) -> bool:
        """A stress calls off everything; a card that does not fit any more is not laid."""
        if self._stress is not None:
            return self._stress.calls_off(person.number, self._clock.now_ns())
        is_lay = not move.is_turned and move.target.startswith(PILE) and move.planted is None
        held = person.hand.held
        if not is_lay or held is None:
            return False
        top = self._felt.top(move.target)
        return top is None or not moves.fits(self.state.setup, card(held.cards[-1].label), top)

    def _landed(self, person: Person, move: Move, at_ns: int) -> None:
        self.counts.moves += 1
        fault = self._fault
        if fault is not None and fault.person is person:
            self._went_wrong(fault, move, at_ns)
        if not move.target.startswith(PILE):
            return
        self._landed_ns = at_ns
        self._turning -= move.is_turned
        if self._stress is not None:
            self._stress.covered_ns = self._stress.covered_ns or at_ns
        elif fault is None and not self._turning and moves.is_stress(self._felt):
            self.counts.stresses += 1
            self._stress = Stress.arisen(at_ns, self._felt.players, self._chance, self._favoured)

    def _went_wrong(self, fault: Fault, move: Move, at_ns: int) -> None:
        """A wrong card has come to lie, or is back where it came from."""
        if fault.landed_ns is None:
            fault.landed_ns = at_ns
            self.expected.append((fault.clause, fault.person.seat))
            return
        fault.put_right_ns = at_ns
        if fault.clause == faults.S2_4:
            self._tell(f"{fault.person.seat}: takeback {self._felt.stocks[fault.person.number][-1]}")

    @property
    def _favoured(self) -> int | None:
        """Late in the game, who has fewer cards."""
        if self.counts.moves < LATE:
            return None
        left = {
            p.number: len(self._felt.stocks[p.number]) + sum(map(len, self._felt.row(p.number))) for p in self._persons
        }
        return min(left, key=lambda player: left[player])

    # Stress.

    def _slap(self, person: Person, stress: Stress) -> None:
        at_ns = stress.slap(person.number, self._clock.now_ns())
        if at_ns is None:
            return
        self._press(person, at_ns)
        person.movement = person.hand.slap(at_ns)

    def _press(self, person: Person, at_ns: int) -> None:
        name = f"slap.{person.number + 1}"
        until_ns = self._presses.press(name, at_ns, person.chance)
        if person.chance.random() < AGAIN:
            self._presses.press(name, until_ns + ms(person.chance.uniform(*AGAIN_MS)), person.chance)

    def _look_for_stress_settled(self) -> None:
        stress, now_ns = self._stress, self._clock.now_ns()
        if stress is None:
            return
        unheard = now_ns - stress.since_ns > 2 * UNHEARD_NS
        if stress.slaps_ns and (self.state.is_being_taken or unheard):
            clause, takers = stress.takers(self._felt.players)
            self.expected += [(ClauseId(clause), self._persons[player].seat) for player in takers]
            self._stress = None
        elif not stress.slaps_ns and (not stress.planned_ns or now_ns - stress.since_ns > UNNOTICED_NS):
            self._stress = None

    # What the tablet says.

    def _obeys(self, person: Person) -> bool:
        """Whether the tablet makes this player do something now, or wait for the right moment."""
        due = self.state.place(person.seat).due
        if due is Taken.CARD:
            giver = self.state.giver(self.state.number(person.seat))
            if giver is not None and self._felt.stocks[giver] and self._heeds(person, "card"):
                self._felt.give(giver, person.number)
                self._tell(f"{person.seat}: takes card")
            return True
        if due is not None:
            self._take_up(person, due)
            return True
        fault = self._fault
        if fault is None or fault.person is not person or fault.move is None or not self._may_put_right(fault):
            return False
        if self._heeds(person, "back"):
            self._carry(person, faults.back(fault.move))
        return True

    def _may_put_right(self, fault: Fault) -> bool:
        if fault.move is None or fault.landed_ns is None or fault.is_put_right:
            return False
        return fault.called_ns is not None or self._clock.now_ns() - fault.landed_ns > UNHEARD_NS

    def _take_up(self, person: Person, due: Taken) -> None:
        players = range(self._felt.players) if due is Taken.BOTH else (person.number,)
        piles = [pile for pile in map(pile_zone, players) if self._felt.top(pile) is not None]
        if piles and self._heeds(person, "takes"):
            person.movement = person.hand.take_up(piles)
            self._taken_ns = self._clock.now_ns()
        elif not piles and self._clock.now_ns() - self._taken_ns > UNHEARD_NS:
            self._taken_ns = self._clock.now_ns()
            self._help(f"{person.seat}: takes {'both' if due is Taken.BOTH else 'own'}")

    def _heeds(self, person: Person, what: str) -> bool:
        """Whether the time has come to do what the tablet asks; the first time it is asked it has not."""
        now_ns, key = self._clock.now_ns(), (person.number, what)
        if now_ns < self._heeds_ns.setdefault(key, now_ns + ms(person.chance.uniform(*HEEDS_MS))):
            return False
        del self._heeds_ns[key]
        return True

    def _turn_together(self) -> None:
        """All turn a card at the same moment: at the start, after a stress, and when nobody can lay."""
        state, first, now_ns = self.state, self._persons[0], self._clock.now_ns()
        if self._stress or self._fault or state.is_over or any(place.due for place in state.places):
            return
        if not self._are_tops_known and (now_ns - self._landed_ns < UNHEARD_NS or self._tells_what_was_turned()):
            return  # who has turned a card does not turn another one because the tablet has not caught up
        able = [person for person in self._persons if person.seat in state.to_flip and self._felt.stocks[person.number]]
        if not able or (state.is_opening and not self._rows_are_laid_out) or not self._heeds(first, "flip"):
            return
        self._turning = len(able)
        for person in able:
            move = Move(source=stock_zone(person.number), target=pile_zone(person.number), is_turned=True)
            self._carry(person, move)

    def _tells_what_was_turned(self) -> bool:
        """Whether somebody who is still asked for a card has turned one: the tablet is told which."""
        for seat in self.state.to_flip:
            card = telling.unknown_card(self._felt, self.state, self.state.number(seat))
            if card is not None:
                if not self._desk.questions and self._heeds(self._persons[0], f"turned {seat}"):
                    self._help(f"{seat}: flip {card}")
                return True
        return False

    # Faults.

    def _does_wrong(self, person: Person) -> bool:
        """Whether this player does something wrong now, on purpose and so that it can be seen."""
        if (
            self.counts.moves >= LATE
            or self.state.is_opening
            or not self._is_calm
            or self._chance.random() >= self._errs
        ):
            return False
        kind, now_ns = self._chance.random(), self._clock.now_ns()
        if kind < SLAPS + CALLS:
            if now_ns - self._landed_ns < CALM_NS:
                return False
            self._fault = Fault(person, faults.S3_4, now_ns, landed_ns=now_ns)
            self.expected.append((faults.S3_4, person.seat))
            if kind < CALLS:
                self._tell(f"{person.seat}: say stress")
            else:
                at_ns = now_ns + ms(2 * LEAST_MS)
                self._press(person, at_ns)
                person.movement = person.hand.slap(at_ns)
            return True
        move = faults.one_of(faults.wrong_moves(self._felt, self.state.setup, person.number), self._chance)
        if move is None or move.planted is None:
            return False
        self._fault = Fault(person, move.planted, now_ns, move)
        self._carry(person, move)
        return True

    @property
    def _is_calm(self) -> bool:
        """Whether every hand is free and the tablet shows the cards as they lie."""
        state = self.state
        if (
            not self.is_settled
            or state.loose
            or any(place.due for place in state.places)
            or moves.is_stress(self._felt)
        ):
            return False
        rows = (_rows_alike(self._felt.row(person.number), state.place(person.seat).row) for person in self._persons)
        return self._are_tops_known and not any(pile.is_empty for pile in state.piles) and all(rows)

    @property
    def _are_tops_known(self) -> bool:
        """Whether the tablet shows the play piles' tops as they are."""
        piles = self.state.piles
        return all(self._felt.top(pile_zone(person.number)) == piles[person.number].top for person in self._persons)

    def _look_for_fault_settled(self) -> None:
        fault, now_ns = self._fault, self._clock.now_ns()
        if fault is None or fault.landed_ns is None or not fault.person.is_idle:
            return
        is_unheard = now_ns - max(fault.landed_ns, fault.put_right_ns) > UNHEARD_NS
        is_done = fault.called_ns is not None if fault.move is None else fault.is_put_right and not self.state.loose
        if is_done or (is_unheard and (fault.move is None or fault.is_put_right)):
            self._fault = None

    def _help(self, line: str) -> None:
        """Tells what the camera should have told."""
        self.counts.helped.append(line)
        self._tell(line)

    def _tell(self, line: str) -> None:
        self._desk.tell(line, self._clock.now_ns())


def _rows_alike(truly: Sequence[tuple[Card, ...]], believed: Sequence[tuple[Card, ...]]) -> bool:
    """Whether the same piles lie in both rows, wherever in them."""
    return {frozenset(cards) for cards in truly if cards} == {frozenset(cards) for cards in believed if cards}
