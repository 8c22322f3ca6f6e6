"""The hints of lesson 03."""

HINTS = {
    "by_hand": (
        "Before you look at a leaf: how much is MAX sure of by now, and how much does MIN allow?",
        (
            "Write alpha and beta beside each node and take them along on the way down. Where MAX"
            " moves, what comes back can raise alpha; where MIN moves, it can lower beta. When"
            " alpha has reached beta, the other children of that node are left out."
        ),
        (
            "take alpha and beta from the node above\n"
            "for each child, from the left:\n"
            "    find its value with this same table\n"
            "    raise alpha (MAX) or lower beta (MIN) if it is better than that\n"
            "    has alpha reached beta? then strike out what is further right here\n"
            "the best value goes back up; alpha and beta stay behind"
        ),
    ),
    "alphabeta": (
        (
            "Take your minimax. Where MAX moves and the best value so far is 6: what must an"
            " action be worth to be of interest? And who, further up, may have something better?"
        ),
        (
            "Every call hands its own alpha and beta on to the calls for its children. Where MAX"
            " moves, a better value raises alpha; where MIN moves, it lowers beta. As soon as they"
            " meet, the loop can end, after the value has been kept."
        ),
        (
            "if the game is over: the utility for the first player\n"
            "where MAX moves, begin with something smaller than every value\n"
            "for each action:\n"
            "    the value of the state it leads to, asked with alpha and beta as they are now\n"
            "    keep it if it is the largest so far, and let it raise alpha\n"
            "    if alpha has reached beta, end the loop\n"
            "where MIN moves, the same upside down: the smallest, and beta"
        ),
    ),
    "least_leaves": (
        "To show that MAX gets at least the value, for whom is one action at each node enough?",
        (
            "Two proofs are needed: MAX gets at least this, and MIN allows no more. In each of"
            " them one player tries a single action at every node, and the other tries all."
            " One leaf belongs to both."
        ),
        (
            "on how many of the levels does a player choose among all actions, in each proof?\n"
            "branching to the power of that many, for the one proof and for the other\n"
            "together, and the leaf that was counted twice only once"
        ),
    ),
    "limited_alphabeta": (
        "Which two reasons are there to stop here, and which of them has to be asked about first?",
        (
            "It is alphabeta with one more question at its start, and one ply less for the children"
            " each time. A final state needs no estimate, at whatever depth it comes."
        ),
        (
            "if the game is over: the utility for the first player\n"
            "if no plies are left: the estimate for the first player\n"
            "then the loop of alphabeta; the children get everything as before, and a ply less"
        ),
    ),
    "best_actions": (
        (
            "A search was told that you already have 5, and it comes back with 5."
            " Is that the value, or only a promise that it is not more?"
        ),
        (
            "For a tie you need the true value of every action, so each is searched with a window"
            " in which nothing is decided beforehand. The move itself is the first of the plies."
        ),
        (
            "for each action: the value of the state it leads to, with the whole window\n"
            "which of these values does the player to move want, the largest or the smallest?\n"
            "for each action, in order: does it have that value? then it is in the list"
        ),
    ),
    "lying_state": (
        (
            "When does a number in the table mean something else than the value? And what has to"
            " happen before that number is used?"
        ),
        (
            "Let the machine look for it: go through the positions of the game, and compare what"
            " the careless search says with what your alphabeta says. Mind for whom each value is."
        ),
        (
            "begin with the empty board in a list of positions to look at\n"
            "for each of them that is not over and was not met before:\n"
            "    ask the careless search, and ask your own; are the two different?\n"
            "    then write the position down\n"
            "    add all that can follow it to the list"
        ),
    ),
}
