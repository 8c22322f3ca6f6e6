"""The hints of lesson 08."""

HINTS = {
    "my_evaluation": (
        "If you exchange X and O everywhere, what has to happen to the number, and what must not?",
        (
            "Begin with the points of lesson 4: a power of 4 for each window in which only one"
            " player has stones, added or taken off. Then look at the windows that lack a single"
            " stone: in which row is the gap, and is it an odd or an even one, counted from below?"
        ),
        (
            "for each window:\n"
            "    how many stones are the player's, how many the other's?\n"
            "    if both have some, or nobody: go on with the next window\n"
            "    its points, by the number of stones\n"
            "    is one stone missing? then find the gap and its row from below\n"
            "        is that an own row of the window's owner? then more points\n"
            "    add them for the player, take them off for the other\n"
            "bring the sum between -1 and 1"
        ),
    ),
    "my_order": (
        "How can you see on the board, without a single action, on which square somebody wins?",
        (
            "A window that lacks one stone names a square. Whose stones are the others? Collect"
            " the squares of both players in two sets first, and sort the actions afterwards. The"
            " key may be a tuple: tuples are compared part by part."
        ),
        (
            "for each window with one empty square and stones of one player:\n"
            "    put the square into the set of this player\n"
            "sort the actions by three things, one after the other:\n"
            "    is it not in the own set? (False comes before True)\n"
            "    is it not in the other's set?\n"
            "    how far is its column from the middle?"
        ),
    ),
    "share_visits": (
        "How much is there to be shared, once everybody has got the first visit?",
        (
            "With // a division is rounded down, and nothing is lost by the way if you multiply"
            " first. The sum of the shares says how many visits are left over; these go to the"
            " places with the greatest weights, one each."
        ),
        (
            "the rest: the budget without one visit for each\n"
            "for each weight: 1 and its part of the rest, rounded down\n"
            "the places, sorted by their weights, the greatest first\n"
            "to as many of them as there are visits left over: 1 more"
        ),
    ),
    "my_player": (
        "What does your player do if the budget ends before the first ply has been searched?",
        (
            "deepening_search takes a number of visits, an evaluation and an order; what it gives"
            " has a depth. If that is 0, no ply was finished, and the best of your own order is"
            " a better choice than any."
        ),
        (
            "the actions, in your order\n"
            "is there one only, or hardly a visit? then the first of them\n"
            "search with your evaluation, your order and so many visits\n"
            "was a depth finished? then the action that was found, else the first of your order"
        ),
    ),
}
