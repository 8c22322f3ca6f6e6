"""The hints of lesson 04."""

HINTS = {
    "drop_actions": (
        "A stone falls down its column. On which square does it stop, and which row is that?",
        (
            "Go through the columns one by one. In each look at the rows from the bottom to the"
            " top, and stop at the first square that is empty. A full column has none."
        ),
        (
            "begin with an empty list\n"
            "for each column, from the left; len(board[0]) says how many there are:\n"
            "    for each row, from the last one up to row 0:\n"
            "        is the square empty? then it is the one; go on with the next column\n"
            "the list is the answer"
        ),
    ),
    "line_through": (
        (
            "A line of four goes through the last stone. How many of its stones may lie on the one"
            " side of it, and how many on the other?"
        ),
        (
            "For each of the four directions walk away from the stone as long as the marks are"
            " equal, first one way, then the opposite way, and count. Before you look at a square,"
            " ask whether it is on the board: Python takes row -1 for the last one."
        ),
        (
            "for each of the four directions, as a step down and a step right:\n"
            "    begin to count with the stone itself\n"
            "    for the direction and for its opposite:\n"
            "        go one step from the stone\n"
            "        while that square is on the board and has the same mark:\n"
            "            count it and go one step further\n"
            "    is that enough, or just right if it has to be exact? then there is a line\n"
            "if no direction had one, there is none"
        ),
    ),
    "outcome": (
        "Can a full board have a winner? Then which of the two questions comes first?",
        (
            "Only the player whose stone came last can have a new line. If there is none, it is"
            " a draw when no square is empty, and otherwise the game goes on."
        ),
        (
            "has the stone on this square a line of that length? then its mark is the answer\n"
            "is any square of any row still empty? then the game goes on\n"
            "otherwise it is a draw"
        ),
    ),
    "evaluate_lines": (
        "Who can still make four in a window that holds two X and an O? What should it count?",
        (
            "Of the marks in a window count how many belong to the player and how many to the"
            " other. Only where one of the two numbers is zero and the other is not, something is"
            " added or taken off. The rule at the end keeps the number between -1 and 1."
        ),
        (
            "begin with 0 points\n"
            "for each window of this game:\n"
            "    how many of its squares are the player's, how many are empty, and how many the"
            " other's?\n"
            "    only the player's: add 4 to the power of one less than their number\n"
            "    only the other's: take as much off\n"
            "the points, divided by 100 more than their size without the sign"
        ),
    ),
    "near_stones": (
        "How far apart are (2, 3) and (4, 4), if a step may also be diagonal?",
        (
            "Do not build the squares around each stone: some would be taken, outside or there"
            " twice. Go through game.actions, and keep those that have a stone near enough."
        ),
        (
            "collect the squares of all stones; place p of the board is in row p // columns\n"
            "no stone at all? then the list has the middle square alone\n"
            "for each action of the game, in its order:\n"
            "    is there a stone not more than `distance` rows and columns away? keep the action"
        ),
    ),
    "deepening": (
        "When a search runs out of visits, what do you know that it can't spoil any more?",
        (
            "Search one ply deep, then two, then three. Keep what the last finished search said,"
            " and how many visits are left. The first one that does not finish ends it all."
        ),
        (
            "until something better is known: the first legal action, found at depth 0\n"
            "for each depth, from 1 to the deepest that is allowed:\n"
            "    search with the visits that are left\n"
            "    has it not finished? then stop here\n"
            "    remember its action and its depth, and take its visits off\n"
            "both together are the answer"
        ),
    ),
    "puzzle_moves": (
        "Which stones leave the other side one single square to answer on?",
        (
            "Look for windows of five with three stones of yours and two empty squares: a stone on"
            " either of the two is a four. Answer it for the other side, and look again. You look"
            " for a stone that makes two fours at once."
        ),
        (
            "write down every four that there is now\n"
            "for each of them:\n"
            "    put the stone, and the only answer to it\n"
            "    does the answer make a four for the other side? then you have to stop that first\n"
            "    are there two squares on which you would have five? then you have won\n"
            "    otherwise begin again with the fours that there are now"
        ),
    ),
}
