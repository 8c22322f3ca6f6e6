"""The hints of lesson 00."""

HINTS = {
    "middle_first": (
        "Whom can you ask which actions are legal in this state?",
        (
            "game.actions(state) gives all legal actions, as a tuple. `in` says whether something"
            " is among them, and [0] is the first of them."
        ),
        "if the middle is among the legal actions: give back the middle\nelse: give back the first",
    ),
}
