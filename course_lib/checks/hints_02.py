"""The hints of lesson 02."""

HINTS = {
    "minimax_value": (
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
    "best_action": (
        "You know what every state is worth. Which state would MIN like to be in after moving?",
        (
            "Compare the actions by the value of the state that each leads to. MAX wants the"
            " largest of these values, MIN the smallest."
        ),
        (
            "no action when the game is over\n"
            "for each action: the value of the state it leads to\n"
            "    better than the best so far, for the player to move? then keep value and action\n"
            "at the end: the action that was kept"
        ),
    ),
    "nim_sum": (
        "Write 3 and 5 in twos, one below the other: 011 and 101. In which places do they differ?",
        (
            "In each place: an even number of ones gives 0, an odd number gives 1."
            " Python has an operator that does this to two numbers, written ^."
        ),
        "begin with 0\nfor each heap: join it to what you have so far",
    ),
    "minimax": (
        "Two questions hide in here: what is a board worth, and which action leads to the best?",
        (
            "Write a helper that gives the value of a board, with your six functions instead of a"
            " game. Then choose among the actions by the values of the boards they lead to."
        ),
        (
            "helper, for a board:\n"
            "    over? its utility\n"
            "    else the largest or smallest value among the boards after each action\n"
            "minimax, for a board:\n"
            "    over? no action\n"
            "    else the action whose board has the largest value (X) or the smallest (O)"
        ),
    ),
    "depth_limited": (
        "There are two reasons now to look no further. Which are they, and what is the value then?",
        (
            "A final state has its utility, whatever the depth. Where the depth is used up and the"
            " game goes on, ask evaluate. Everything else is as before, with one ply less to go."
        ),
        (
            "is the game over? the utility\n"
            "is no depth left? the evaluation, for MAX\n"
            "for each action: the value of the state it leads to, with one less depth\n"
            "then the largest or the smallest, as before"
        ),
    ),
    "remembering": (
        "When do you know the answer without any work? And when is the time to write it down?",
        (
            "Look into seen before anything else. When a value has been worked out, put it there"
            " under its state, and only then give it back."
        ),
        (
            "is the state in seen? its value from there\n"
            "work the value out as before, with the same dictionary handed on\n"
            "write it into seen under this state\n"
            "give it back"
        ),
    ),
}
