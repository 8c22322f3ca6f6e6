"""The hints of lesson 06."""

HINTS = {
    "neighbours": (
        "Which of the six cells around (1, 1) lie on the board, and how do you know it?",
        (
            "Each step of STEPS leads to one cell. It is a neighbour if it lies on the board: both"
            " numbers are at least 1 and at most 2 * size - 1, and they are less than `size` apart."
        ),
        (
            "begin with an empty set\n"
            "for each of the six steps:\n"
            "    add its two numbers to those of the cell\n"
            "    does that lie on the board? then it belongs to the set\n"
            "the set is the answer"
        ),
    ),
    "chain_of": (
        (
            "Which stones do you know to be connected at the beginning? And how can one stone that"
            " you know lead you to others?"
        ),
        (
            "Keep two collections: the chain as far as it is known, and the stones whose neighbours"
            " you have still to look at. A stone that is in the chain already must not be looked at"
            " again, or you go round for ever."
        ),
        (
            "the chain, and the list of what to look at, begin with the stone itself\n"
            "as long as there is something to look at:\n"
            "    take one stone off the list\n"
            "    for each of its neighbours that has a stone and is not yet in the chain:\n"
            "        put it into the chain, and on the list\n"
            "the chain is the answer"
        ),
    ),
    "corners_and_sides": (
        "A corner lies at the end of two sides. How can you tell it from a cell of one side?",
        (
            "For each stone ask the six questions: is x 1, is y 1, is x the last number, is y the"
            " last number, is x - y the largest there is, is y - x? Two answers of yes make a"
            " corner. One makes a side, and it says which."
        ),
        (
            "no corners yet, and an empty set of sides\n"
            "for each stone of the chain:\n"
            "    which of the six sides does it touch?\n"
            "    two of them: one more corner\n"
            "    one of them: that side belongs to the set\n"
            "the number of corners, and the size of the set"
        ),
    ),
    "has_ring": (
        (
            "Think of water that comes in from all edges of the board, and of the chain as a dam."
            " Which cells stay dry if it is a ring?"
        ),
        (
            "Collect all cells without a stone of the chain. From those on the edge of the board"
            " go on to all that are connected with them. What has not been reached lies inside a"
            " ring. One kind of ring this does not find: one that has only its own stones inside."
        ),
        (
            "is there a stone with six neighbours in the chain? then it is a ring\n"
            "the rest: all cells without a stone of the chain\n"
            "wet: nothing yet\n"
            "for each cell of the rest on the edge (fewer than six neighbours), if it is dry:\n"
            "    all cells of the rest that are connected with it are wet\n"
            "is anything of the rest not wet? then it is a ring"
        ),
    ),
    "win_kinds": (
        "Can one stone win in two ways at once? And which stones of its player can matter?",
        (
            "Only the chain of the last stone can have become a ring, bridge or fork. You have all"
            " that is needed: the chain, its corners and sides, and whether it is a ring."
        ),
        (
            "the chain of this stone\n"
            "its corners and its sides\n"
            "begin with an empty set\n"
            "is it a ring? has it two corners or more? has it three sides or more?\n"
            "each time the answer is yes, the name goes into the set"
        ),
    ),
    "straight": (
        "The chain is stuck at its last stone. From which stone should it go on, and which way?",
        (
            "Two loops, one in the other: the stones of the path from the last one back, and for"
            " each of them the turns in their order. The first cell that is on the board and free"
            " is the answer. The remainder after division by 6 brings a direction back into STEPS."
        ),
        (
            "for each stone of the path, beginning with the last one:\n"
            "    for each turn of TURNS, in their order:\n"
            "        the direction: ahead and the turn together, within 0 to 5\n"
            "        the cell one step that way from the stone\n"
            "        is it on the board and not taken? then it is the answer\n"
            "nothing was found: None"
        ),
    ),
    "defence": (
        "How can you find out, with what you have written, whether a stone on some cell would win?",
        (
            "Try each empty cell, in the order of cells_of: what would win_kinds say of the stone"
            " there, together with the others of its player? First for your own stones, then for"
            " theirs. Use a new set with the stone, and leave the old one as it is."
        ),
        (
            "first with your own stones, then with theirs:\n"
            "    for each cell of the board, in order:\n"
            "        is there a stone on it, of whichever player? then go on\n"
            "        would a stone there win, together with these? then it is the answer\n"
            "nothing was found: None"
        ),
    ),
}
