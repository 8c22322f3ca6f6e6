"""The hints of lesson 07."""

HINTS = {
    "nim_move": (
        "Which nim-sum does the winner leave behind, and what does each heap have to become?",
        (
            "Join all heaps by exclusive or; call it s. If s is 0, every move spoils it for you."
            " Otherwise some heap h can be made h ^ s, and then everything joined is s ^ s, which"
            " is 0. A heap can only get smaller: which heaps does that allow?"
        ),
        (
            "s: all heaps joined with ^\n"
            "for each place and heap:\n"
            "    if heap ^ s is less than heap:\n"
            "        the place, and what has to be taken to leave heap ^ s\n"
            "no heap found: None"
        ),
    ),
    "bounded_alphabeta": (
        (
            "A search with the window (0, 1) comes back with -1. What does that say about the"
            " value, and what does it not say?"
        ),
        (
            "Look at the entry before the search: a lower bound that reaches beta is an answer, an"
            " upper bound that does not pass alpha is one, and two equal bounds are one. Otherwise"
            " search as in lesson 03. At the end compare what you found with the window as it was"
            " at the beginning, so keep that in variables of its own."
        ),
        (
            "final: the utility for the first player\n"
            "if there is an entry (lower, upper) that answers: give it\n"
            "low, high = alpha, beta\n"
            "for each action: the value after it, with the window (low, high) and the table;\n"
            "    better? then low (or high) moves; stop when they meet\n"
            "lower is the value if it is above alpha, else -infinity\n"
            "upper is the value if it is below beta, else infinity\n"
            "write the pair into the table"
        ),
    ),
    "least_image": (
        "Into how many different pictures can you turn a photograph, if you may also flip it over?",
        (
            "zip(*board) reads a board by columns; of the board upside down it gives a quarter"
            " turn. Four turns of the board and four of its mirror image are all there is. Rows"
            " that are joined back to texts can be compared, and so can tuples of them."
        ),
        (
            "a list of images, empty\n"
            "for the board, and for the board with every row reversed:\n"
            "    four times:\n"
            "        put it into the list, then turn it by a quarter\n"
            "the least of the list"
        ),
    ),
    "next_key": (
        "What does it do to a number to be joined by exclusive or with another one twice?",
        (
            "Joining takes a number off a key just as it puts it on. So: which numbers were in the"
            " key before the move and are not after it, and which the other way round? One of them"
            " has nothing to do with squares."
        ),
        (
            "join the key with\n"
            "    the number of the piece on the square that it leaves\n"
            "    the number of the piece on the square that it enters\n"
            "    if somebody stood there: the number of that one on that square\n"
            "    the number of the turn"
        ),
    ),
    "proven_winner": (
        "Whose win may end the search of a state: the first player's, or that of somebody else?",
        (
            "Ask known first. In a final state the game says who has won. Otherwise look for an"
            " action after which the player to move wins; the first that you find settles it. If"
            " there is none, the other player wins. Keep what you found."
        ),
        (
            "known? then that is it\n"
            "final? then the game's winner\n"
            "else: begin with the other player as the winner\n"
            "    for each action:\n"
            "        who wins the state after it? the player to move here: note it, and stop\n"
            "keep the winner under this state"
        ),
    ),
    "solve_layer": (
        (
            "After a musketeer's move, how many guards are there? And after a guard's move? So"
            " which states have to come first?"
        ),
        (
            "First all states with the musketeers to move: what follows them is in known. Then"
            " those with the guards to move: what follows them is what you have found so far. A"
            " final state has its winner from the game. Nothing is searched: one look ahead is"
            " enough everywhere."
        ),
        (
            "found: an empty dictionary\n"
            "for the musketeers with known, then for the guards with found itself:\n"
            "    for each state with so many guards and this player to move:\n"
            "        final: the game's winner\n"
            "        else this player, if there is an action to a state that this player wins;\n"
            "        else the other one"
        ),
    ),
}
