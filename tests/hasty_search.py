"""A solver that is almost right: it stops early at the wrong kind of position.

This is how the musketeers were once proven to win. `hasty_value` ends the search of every position
as soon as a value of 1 turns up. Where the first player chooses that is right: nothing is better.
Where the *other* one chooses it is wrong, because one reply that suits the first player says
nothing about the replies that do not.
"""

TURNED_AROUND = """
. G . .
. . M G
M M . G
"""
"""A start of Three Musketeers that the guards win, though `hasty_value` says the musketeers do."""


def hasty_value(game, state, *, only_the_first=False):
    """What the almost right search takes for the value, for the first player.

    `only_the_first` mends it: then a 1 ends the search only where the first player chooses.
    """
    first, known = game.players[0], {}

    def value(state):
        if game.is_terminal(state):
            return game.utility(state, first)
        if state in known:
            return known[state]
        chooses = game.to_move(state) == first
        found = []
        for action in game.actions(state):
            found.append(value(game.result(state, action)))
            if found[-1] == 1 and (chooses or not only_the_first):
                break
        # This is what is wrong: a 1 that ended the loop counts, whoever is to move.
        hasty = found[-1] == 1 and not only_the_first
        known[state] = 1 if hasty else max(found) if chooses else min(found)
        return known[state]

    return value(state)
