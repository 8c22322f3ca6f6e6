"""Kuhn poker: three cards, one bet, and a card that the other player can't see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from course_lib.game import CHANCE, Action, Chances, FewActions, Player, State

CARDS = ("J", "Q", "K")
"""From the lowest to the highest."""

HIDDEN, NO_CARD = "?", "-"
"""How a card that a player can't see is shown, and one that has not been dealt."""

CHECK, BET, FOLD, CALL = "check", "bet", "fold", "call"

_SHOWDOWN = ((CHECK, CHECK), (BET, CALL), (CHECK, BET, CALL))
_FOLDED = ((BET, FOLD), (CHECK, BET, FOLD))


class KuhnState(NamedTuple):
    """A position: the cards of X and of O, as far as they are dealt, and what was said so far."""

    cards: tuple[str, ...] = ()
    bets: tuple[str, ...] = ()


@dataclass(frozen=True, repr=False)
class KuhnPoker(FewActions):
    """The smallest poker there is: a jack, a queen, a king, and a chip from each player.

    Each player is dealt a card and sees that one alone. X checks or bets a second chip. After a
    bet the other one folds, or calls and pays a chip as well; after a check, O may check or bet.
    Who folds loses the first chip; otherwise the cards are shown, and the higher one wins all.
    So a game is worth 1 or 2 chips.

    The actions are the words `"check"` and `"bet"`, after a bet `"fold"` and `"call"`, in this
    order; where cards are dealt, the cards that are left: `"J"`, `"Q"`, `"K"`.
    `view(state, player)` is the state with the other's card as `"?"`, unless it was shown.

    >>> game = KuhnPoker()
    >>> state = game.play("K Q check bet")
    >>> game.render(state)
    'X: K, O: Q; check, bet; X to move'
    >>> game.render(game.view(state, "O"))
    'X: ?, O: Q; check, bet; X to move'
    >>> game.utility(game.result(state, "call"), "X")
    2
    """

    # --- the rules ---------------------------------------------------------------------------

    players: ClassVar[tuple[Player, ...]] = ("X", "O")
    initial = KuhnState()
    all_actions = (*CARDS, CHECK, BET, FOLD, CALL)
    utility_range = (-2.0, 2.0)

    def to_move(self, state: State) -> Player:
        """Nobody while cards are dealt; then X, O, X."""
        if len(state.cards) < len(self.players):
            return CHANCE
        return self.players[len(state.bets) % 2]

    def actions(self, state: State) -> tuple[Action, ...]:
        """The cards that are left, or what the player to move may say."""
        if len(state.cards) < len(self.players):
            return tuple(card for card in CARDS if card not in state.cards)
        if self.is_terminal(state):
            return ()
        return (FOLD, CALL) if BET in state.bets else (CHECK, BET)

    def chance(self, state: State) -> Chances:
        """The cards that are left, equally likely, until both players have one."""
        if len(state.cards) == len(self.players):
            return ()
        left = self.actions(state)
        return tuple((card, 1 / len(left)) for card in left)

    def view(self, state: State, player: Player) -> State:
        """The state as this player sees it: the other's card is `"?"`, unless it was shown."""
        if player not in self.players:
            raise self.no_such_player(player)
        if state.bets in _SHOWDOWN:
            return state
        seat = self.players.index(player)
        cards = (card if at == seat else HIDDEN for at, card in enumerate(state.cards))
        return KuhnState(tuple(cards), state.bets)

    def result(self, state: State, action: Action) -> State:
        """The state after this card has been dealt, or this word has been said."""
        legal = self.legal(state, action)
        if len(state.cards) < len(self.players):
            return KuhnState((*state.cards, legal), ())
        return KuhnState(state.cards, (*state.bets, legal))

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has folded, or the cards are shown."""
        return state.bets in _SHOWDOWN + _FOLDED

    def utility(self, state: State, player: Player) -> float:
        """How many chips this player has won, or lost if that is below 0."""
        if not self.is_terminal(state):
            raise self.not_final(state)
        if player not in self.players:
            raise self.no_such_player(player)
        return self._chips(state) * (1 if player == self.winner(state) else -1)

    def winner(self, state: State) -> Player | None:
        """The player with the higher card, or the one who did not fold; `None` before the end."""
        if state.bets in _FOLDED:
            return self.players[len(state.bets) % 2]
        if state.bets in _SHOWDOWN:
            if HIDDEN in state.cards:
                raise ValueError(
                    f"who wins depends on the card that is hidden in {state.cards}: try each card"
                    " that it may be"
                )
            first, second = map(CARDS.index, state.cards)
            return self.players[0 if first > second else 1]
        return None

    # --- texts and names ---------------------------------------------------------------------

    def render(self, state: State) -> str:
        """A line such as `X: K, O: Q; check, bet; X to move`."""
        cards = (*state.cards, NO_CARD, NO_CARD)
        parts = [
            ", ".join(
                f"{player}: {card}" for player, card in zip(self.players, cards, strict=False)
            )
        ]
        parts += [", ".join(state.bets)] if state.bets else []
        if self.is_terminal(state):
            chips = "1 chip" if self._chips(state) == 1 else "2 chips"
            parts.append(f"{self.winner(state)} has won {chips}")
        elif len(state.cards) < len(self.players):
            parts.append(f"{self.players[len(state.cards)]} is dealt a card")
        else:
            parts.append(f"{self.to_move(state)} to move")
        return "; ".join(parts)

    def parse(self, text: str) -> State:
        """The state that such a line shows, with both cards face up."""
        line = text.strip()
        cards, *said = line.split(";")
        words = [part.split(":")[-1].strip() for part in cards.split(",")]
        if len(said) > 1:
            words += [word.strip() for word in said[0].split(",")]
        state = self.initial
        try:
            for word in words:
                state = state if word == NO_CARD else self.result(state, word)
        except ValueError as error:
            raise ValueError(f"{line!r} shows no state: {error}") from None
        if self.render(state) != line:
            raise ValueError(
                f"{line!r} shows no state, or contradicts itself: write it like"
                f" {self.render(state)!r}"
            )
        return state

    # --- helpers -----------------------------------------------------------------------------

    def _chips(self, state: State) -> int:
        """What the winner gains: the other's first chip, and a second one if a bet was called."""
        return 2 if CALL in state.bets else 1
