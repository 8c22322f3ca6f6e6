"""The cases of `my_player`: single moves, and games against a random player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from course_lib.checks.answer import Answer, Position
from course_lib.checks.cases import Case, Exercise, Group, Objection
from course_lib.checks.cases_02_states import call_of
from course_lib.checks.cases_08_match import STOP, fair, match_cases
from course_lib.checks.lending import lent
from course_lib.checks.references_08 import my_evaluation, my_order, my_player
from course_lib.checks.states_08 import Seen, any_state, states
from course_lib.games import ConnectFour, KInARow
from course_lib.search import alphabeta_search

Good = Callable[[Seen, Any], bool]
"""Whether an action is right in this state."""


def move_case(seen: Seen, budget: int, good: Good | None, why: str, mistake: str) -> Case:
    """The question for a move; a legal one for which `good` does not hold is objected to."""
    game, state = seen
    return Case(
        (game, Position(game, state), budget),
        "a legal action",
        call_of("my_player", game, state, budget),
        100 * seen.stones + budget,
        partial(_moved, seen, good, why, mistake),
        budget=STOP,
    )


def _moved(  # noqa: PLR0917 - what is partly filled in takes no names
    seen: Seen, good: Good | None, why: str, mistake: str, case: Case, answer: Answer
) -> Objection | None:
    """Nothing for a legal and good action within the budget."""
    objection = fair(seen, case, answer)
    if objection is not None or good is None or good(seen, answer.value):
        return objection
    name = seen.game.action_name(answer.value)
    return Objection(f"{case.shown} gave {answer.value!r} ({name}): {why}", mistake, "", name)


def groups_of(games: Sequence[KInARow], small: KInARow, seed: int) -> tuple[Group, ...]:
    """What is asked about states of random games of these sizes, and a match on a small board."""
    return (
        Group("a legal action within the budget", tuple(_any_state(games, seed))),
        Group("a win is taken", tuple(_wins(games, seed))),
        Group("a win of the other is stopped", tuple(_blocks(games, seed))),
        Group("the other is not helped to a win", tuple(_supports(games, seed))),
        Group("a random player is beaten", match_cases(small, seed, 40)),
        Group("with more visits it looks further", tuple(_forced(small, seed)), weight=0.5),
    )


def _any_state(games: Sequence[KInARow], seed: int) -> Iterator[Case]:
    for game in games:
        for number, seen in enumerate(states(game, seed, any_state, 8, 5)):
            budget = (1, 2, 5, 10, 30, 100, 200, 400)[number]
            yield move_case(seen, budget, None, "", "")


def _wins(games: Sequence[KInARow], seed: int) -> Iterator[Case]:
    for game in games:
        for seen in states(game, seed, one_win, 4):
            why = f"{', '.join(map(repr, seen.wins))} wins at once"
            yield move_case(seen, 100, _is_win, why, "a win at hand is not taken")


def _blocks(games: Sequence[KInARow], seed: int) -> Iterator[Case]:
    for game in games:
        for seen in states(game, seed, one_block, 4):
            why = f"the other wins at once unless you take {', '.join(map(repr, seen.blocks))}"
            yield move_case(seen, 100, _is_harmless, why, "a win of the other is not stopped")


def _supports(games: Sequence[KInARow], seed: int) -> Iterator[Case]:
    for game in games:
        for seen in states(game, seed, some_support, 6):
            name = "a stone is put below a square where the other wins"
            yield move_case(seen, 100, _is_harmless, "then the other wins at once, above it", name)


def _forced(game: KInARow, seed: int) -> Iterator[Case]:
    for seen in states(game, seed, hidden_force, 4, 1):
        [force] = seen.forces
        why = f"{force!r} wins whatever the other does, and a search of three plies sees it"
        yield move_case(seen, 1_500, _is_forcing, why, "more visits do not help it to see further")


def one_win(seen: Seen) -> bool:
    """Whether one action wins at once."""
    return len(seen.wins) == 1


def one_block(seen: Seen) -> bool:
    """Whether the other would win, and one action stops it for good."""
    return not seen.wins and len(seen.blocks) == 1 and seen.harmless == seen.blocks


def some_support(seen: Seen) -> bool:
    """Whether some stones, and not all, would lie below a square where the other wins."""
    quiet = not seen.wins and not seen.blocks
    return quiet and 0 < len(seen.harmless) < len(seen.game.actions(seen.state))


def hidden_force(seen: Seen) -> bool:
    """Whether one action forces a win by two threats, and two plies with an estimate miss it."""
    if seen.stones > 15 or seen.wins or seen.blocks or len(seen.forces) != 1:
        return False
    found = alphabeta_search(*seen, depth=2, evaluate=my_evaluation, order=my_order)
    plain = alphabeta_search(*seen, depth=2, evaluate=lent("evaluate_lines"), order=my_order)
    return not {found[1], plain[1]} & seen.forces


@cache
def is_lost(seen: Seen) -> bool:
    """Whether the other wins soon, whatever is done: then no move is better than another."""
    return alphabeta_search(*seen, depth=6, order=my_order)[0] == -1


def _is_win(seen: Seen, action: Any) -> bool:
    return action in seen.wins


def _is_harmless(seen: Seen, action: Any) -> bool:
    """Whether the other can't win at once after this, or wins whatever is done."""
    return action in seen.harmless or is_lost(seen)


def _is_forcing(seen: Seen, action: Any) -> bool:
    return action in seen.forces


GAMES = (ConnectFour(), ConnectFour(5, 6, 4))
SMALL = ConnectFour(4, 5, 4)

MY_PLAYER = Exercise(
    "my_player", "08", lambda: groups_of(GAMES, SMALL, 3), reference=my_player, seconds=15
)
