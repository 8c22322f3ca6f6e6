"""The hints of lesson 05."""

HINTS = {
    "random_playout": (
        "When is the game over, and for whom is its end to be counted?",
        (
            "As long as the game is not over, draw one of the legal actions and go to the state"
            " after it. rng.choice draws from anything that has an order. Only then ask what the"
            " end is worth, to the first player."
        ),
        (
            "as long as the state is not final:\n"
            "    draw one of its actions with rng\n"
            "    the state after that action is the new state\n"
            "the utility of the last state, for game.players[0]"
        ),
    ),
    "ucb1": (
        "What should the bound of an action be that was never tried, if it is to come first?",
        (
            "The bonus is c times a square root. Under the root stands a fraction: the logarithm"
            " of the parent's visits above, the action's own visits below. Before that, ask"
            " whether there are visits at all."
        ),
        (
            "without visits: infinity\n"
            "else: the mean, plus c times the square root of\n"
            "    the natural logarithm of the parent's visits, divided by the visits"
        ),
    ),
    "select": (
        "At which nodes must the walk end? There are two kinds, and both have no way to go on.",
        (
            "Keep a list of the nodes on the way, the first one being the node that was handed"
            " in. Go on while the last has no untried actions and has children; go to the child"
            " with the greatest ucb1. The parent's visits are those of the node where you stand."
        ),
        (
            "the way begins with the node itself\n"
            "while the last node has no untried actions, and has children:\n"
            "    work out ucb1 of each child: its mean is its total by its visits\n"
            "    the child with the greatest becomes the last node of the way\n"
            "the way"
        ),
    ),
    "expand": (
        "Who chose the new child, and in which of the two states is that player to move?",
        (
            "A node without untried actions is final, because select stops nowhere else: it comes"
            " back as it is. Otherwise one action leaves the list of the untried, and becomes a"
            " key in the dictionary of the children. new_node makes the rest."
        ),
        (
            "without untried actions: the node itself\n"
            "draw one of the untried actions with rng, and take it out of the list\n"
            "the state after it, and who moved: who is to move in the node's own state\n"
            "make the new node, put it among the children, and give it back"
        ),
    ),
    "backup": (
        "A game was lost for X. Which numbers does that change in a node that counts for O?",
        (
            "Every node of the path gets one visit more. What is added to its total depends on"
            " whether it counts for the first player: the value is meant for that player, and"
            " the other one sees it with the other sign."
        ),
        (
            "for each node of the path:\n"
            "    one visit more\n"
            "    does it count for the first player? then add the value, else take it away"
        ),
    ),
    "mcts": (
        "Which of the four steps needs to know what the one before it found?",
        (
            "Each simulation walks from the root to a node, adds a child there, plays a random"
            " game from the child and counts it on the whole way, the child included. A final"
            " node adds no child: then the way is as it was."
        ),
        (
            "a new root, that counts for the player to move\n"
            "so many times:\n"
            "    the way from the root down\n"
            "    expand the last node of the way\n"
            "    if that gave another node, it is the end of the way now\n"
            "    a random game from the end of the way\n"
            "    count it on the whole way\n"
            "the action of the root's child with most visits, and the root"
        ),
    ),
    "settled": (
        "When is it enough to know one child, and when do you have to know them all?",
        (
            "It is minimax with a third answer, None. Whoever moves needs one child that is a"
            " sure win. Otherwise something better may be hidden, in a child of which nothing is"
            " certain or in an untried action, until everything is known."
        ),
        (
            "in a final state: the utility for the first player\n"
            "what is certain about each child, by this same function\n"
            "is there a sure win for the player to move among it? then that\n"
            "are there untried actions, or is there a None among it? then None\n"
            "else the best of it for the player to move"
        ),
    ),
}
