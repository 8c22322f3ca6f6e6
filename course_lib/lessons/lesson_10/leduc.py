"""Leduc poker, handed out by lesson 10: two rounds of betting, and a card for both on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from course_lib.game import CHANCE, Action, Chances, FewActions, Player, State
from course_lib.games.kuhn_poker import BET, CALL, CARDS, CHECK, FOLD, HIDDEN

RAISE = "raise"
CHIPS = (2, 4)
"""What a bet and a raise cost in the first round, and in the second."""

_SAYS = {
    (): (CHECK, BET),
    (CHECK,): (CHECK, BET),
    (BET,): (FOLD, CALL, RAISE),
    (CHECK, BET): (FOLD, CALL, RAISE),
    (BET, RAISE): (FOLD, CALL),
    (CHECK, BET, RAISE): (FOLD, CALL),
}
"""What may be said after these words of a round; after any others the round is over."""


class LeducState(NamedTuple):
    """The cards of X, of O and on the table, as far as they are dealt; what was said, by rounds."""

    cards: tuple[str, ...] = ()
    rounds: tuple[tuple[str, ...], ...] = ((),)


@dataclass(frozen=True, repr=False)
class LeducPoker(FewActions):
    """Two jacks, two queens, two kings, and a chip from each player.

    Each player is dealt a card and sees that one alone; they bet as in Kuhn poker, but 2 chips, and
    a bet may be raised once by as many. Then a card is laid open on the table, X speaks first
    again, and bets are 4 chips. A card that makes a pair with the table's wins, otherwise the
    higher one; two equal cards share.

    >>> game = LeducPoker()
    >>> state = game.play("J K bet call J check")
    >>> game.render(game.view(state, "O"))
    'X: ?, O: K; bet, call; J on the table; check; O to move'
    >>> game.utility(game.play("J K bet call J bet raise call"), "X")
    11
    """

    players: ClassVar[tuple[Player, ...]] = ("X", "O")
    initial = LeducState()
    all_actions = (*CARDS, CHECK, BET, FOLD, CALL, RAISE)
    utility_range = (-13.0, 13.0)

    def to_move(self, state: State) -> Player:
        """Nobody while a card is dealt; X begins each round."""
        if len(state.cards) < len(state.rounds) + 1:
            return CHANCE
        return self.players[len(state.rounds[-1]) % 2]

    def actions(self, state: State) -> tuple[Action, ...]:
        """The cards that are left, or what the player to move may say."""
        if len(state.cards) < len(state.rounds) + 1:
            return tuple(card for card in CARDS if state.cards.count(card) < 2)
        return _SAYS.get(state.rounds[-1], ())

    def chance(self, state: State) -> Chances:
        """The cards that are left: of a card that nobody holds there are two."""
        dealt = state.cards
        if len(dealt) == len(state.rounds) + 1:
            return ()
        return tuple(
            (card, (2 - dealt.count(card)) / (6 - len(dealt))) for card in self.actions(state)
        )

    def result(self, state: State, action: Action) -> State:
        """The state after this card has been dealt, or this word has been said."""
        cards, rounds = state
        legal = self.legal(state, action)
        if len(cards) < len(rounds) + 1:
            return LeducState((*cards, legal), rounds)
        said = (*rounds[-1], legal)
        goes_on = len(rounds) == 1 and legal != FOLD and said not in _SAYS
        return LeducState(cards, (*rounds[:-1], said, *([()] if goes_on else [])))

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has folded, or the cards are shown after the second round."""
        return state.rounds[-1] not in _SAYS

    def utility(self, state: State, player: Player) -> float:
        """How many chips this player has won, or lost if that is below 0."""
        if not self.is_terminal(state):
            raise self.not_final(state)
        folded = state.rounds[-1][-1] == FOLD
        paid = 1 - folded * CHIPS[len(state.rounds) - 1]  # the last bet was not called
        for chips, said in zip(CHIPS, state.rounds, strict=False):
            paid += chips * (said.count(BET) + said.count(RAISE))
        winner = self.winner(state)
        return 0 if winner is None else paid if player == winner else -paid

    def winner(self, state: State) -> Player | None:
        """Who did not fold, made a pair or has the higher card; `None` if it is shared."""
        if not self.is_terminal(state):
            return None
        said = state.rounds[-1]
        if said[-1] == FOLD:
            return self.players[len(said) % 2]
        x, o, table = state.cards
        worth = {card: (card == table, CARDS.index(card)) for card in (x, o)}
        return None if x == o else self.players[0 if worth[x] > worth[o] else 1]

    def view(self, state: State, player: Player) -> State:
        """The state as this player sees it while they bet: the other's card is `"?"`."""
        seat = self.players.index(player)
        cards = (HIDDEN if at == 1 - seat else card for at, card in enumerate(state.cards))
        return LeducState(tuple(cards), state.rounds)

    def render(self, state: State) -> str:
        """A line such as `X: Q, O: ?; check, bet; X to move`."""
        cards, rounds = (*state.cards, "-", "-")[:2], state.rounds
        parts = [", ".join(f"{who}: {card}" for who, card in zip(self.players, cards, strict=True))]
        for said, table in zip(rounds, ("", *state.cards[2:]), strict=False):
            parts += [f"{table} on the table"] if table else []
            parts += [", ".join(said)] if said else []
        return "; ".join(
            [*parts, "over" if self.is_terminal(state) else f"{self.to_move(state)} to move"]
        )
