"""The hints of lesson 01."""

HINTS = {
    "player": (
        "How many marks has X, and how many has O, whenever it is X's turn?",
        "X begins, so X's turn has come whenever both have put equally many marks.",
        "Go through all rows, count the X and the O in each, and compare the two sums at the end.",
    ),
    "actions": (
        "Which squares can nobody take any more?",
        "Collect the pair (row, column) of every square that is still EMPTY, in a set.",
        (
            "for each row number:\n    for each column number:\n        if the square is free:"
            " add the pair"
        ),
    ),
    "result": (
        "If you write into the board that you were given, what does your caller see?",
        "Refuse what is not legal, copy every row, write the mark into the copy, give it back.",
        (
            "if the square is not on the board, or is taken: raise an exception\n"
            "make a new list of new rows\nput the mark of the player to move\n"
            "give the new list back"
        ),
    ),
    "winner": (
        "How many lines of three are there? Write them all down.",
        (
            "Eight lines: three rows, three columns, two diagonals. On one of them all marks are"
            " equal, and not EMPTY."
        ),
        (
            "for each of the eight lines:\n    if its three squares hold one mark, and not EMPTY:"
            " that is the winner\nafter the loop: nobody"
        ),
    ),
    "terminal": (
        "In which two ways can the game end?",
        "It is over when somebody has won, or when no square is free.",
        "ask winner first\nthen look through all rows for a free square",
    ),
    "utility": (
        "Who is happy with a 1, and who with a -1?",
        "Ask winner, and turn its answer into a number, always from X's point of view.",
        "three cases: X has won, O has won, nobody has",
    ),
    "get_winner": (
        "A line can begin on any square. In how many directions must you follow it from there?",
        (
            "Four are enough: to the right, down, and down on either side. The other four lead"
            " along the same lines backwards. Before you look at a square, be sure that it lies on"
            " the board: Python takes -1 for the last one."
        ),
        (
            "for each square that is not EMPTY:\n    for each of the four steps (down, right):\n"
            "        walk on as long as the squares lie on the board and hold the same mark\n"
            "        if that was far enough: this mark has won\nafter all loops: nobody"
        ),
    ),
}
