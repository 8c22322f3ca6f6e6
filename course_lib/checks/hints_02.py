"""The hints of lesson 02."""

HINTS = {
    "minimax": (
        (
            "What is a final state worth? And if you knew what every state one move further on is"
            " worth, what would the player to move choose?"
        ),
        (
            "MAX takes the largest of the values one move further on, MIN the smallest."
            " Each of these values is found by the same function."
        ),
        (
            "if the game is over: the utility for the first player\n"
            "for each action: the value of the state it leads to\n"
            "then the largest or the smallest of these, depending on whose turn it is"
        ),
    ),
}
