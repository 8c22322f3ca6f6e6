"""Attacks on the score: values that lie, and a notebook that lies about itself."""

from __future__ import annotations

from autograder_tests.hostile.making import Hostile, by_code


def _answer(
    name: str, what: str, exercise: str, source: str, *student: str, added: str = ""
) -> Hostile:
    """An attack by what the function of this exercise gives back."""
    told = student or ("expected",)
    lesson = "02" if exercise == "minimax_value" else "01"
    return by_code(
        name, what, "score", added, answers={exercise: source}, student=told, lesson=lesson
    )


ENTRIES: tuple[Hostile, ...] = (
    _answer(
        "equal_to_everything",
        "Gives an object that says it is equal to everything.",
        "winner",
        """
        class Yes:
            def __eq__(self, other): return True
            def __ne__(self, other): return False
            def __hash__(self): return 0
            def __bool__(self): return True
            def __len__(self): return 3
            def __iter__(self): return iter(())

        def winner(board):
            return Yes()
        """,
        "a Yes",
    ),
    _answer(
        "text_that_equals_all",
        "Gives a text of a kind of its own, which is equal to every other.",
        "winner",
        """
        class Text(str):
            def __eq__(self, other): return True
            def __ne__(self, other): return False
            __hash__ = str.__hash__

        def winner(board):
            return Text("neither")
        """,
        "neither",
    ),
    _answer(
        "number_that_equals_all",
        "Gives a number of a kind of its own, which is equal to every other.",
        "minimax_value",
        """
        class Number(int):
            def __eq__(self, other): return True
            def __ne__(self, other): return False
            def __repr__(self): return "1"
            __hash__ = int.__hash__

        def minimax_value(game, state):
            return Number(77)
        """,
        "77",
    ),
    _answer(
        "false_class",
        "Gives an object that calls itself a text.",
        "winner",
        """
        class Fake:
            __class__ = property(lambda self: str)
            def __eq__(self, other): return True
            __hash__ = object.__hash__

        def winner(board):
            return Fake()
        """,
    ),
    _answer(
        "false_set",
        "Gives a set of a kind of its own, which says whatever is asked for is in it.",
        "actions",
        """
        class All(set):
            def __eq__(self, other): return True
            def __contains__(self, one): return True
            def __iter__(self): return iter([(row, column) for row in "ab" for column in "cd"])

        def actions(board):
            return All()
        """,
        "can't be read",
    ),
    _answer(
        "every_value_at_once",
        "Gives a generator of all answers that could be right.",
        "winner",
        """
        def winner(board):
            yield from ("X", "O", None)
        """,
        "generator",
    ),
    _answer(
        "list_of_all_answers",
        "Gives all answers that could be right in one list.",
        "winner",
        'def winner(board):\n    return ["X", "O", None]\n',
        "a list",
    ),
    _answer(
        "not_a_number",
        "Gives a number that is no number, in the hope of a comparison that fails to fail.",
        "minimax_value",
        'def minimax_value(game, state):\n    return float("nan")\n',
        "nan",
    ),
    _answer(
        "endless_number",
        "Gives infinity.",
        "minimax_value",
        'def minimax_value(game, state):\n    return float("inf")\n',
        "inf",
    ),
    _answer(
        "true_for_one",
        "Gives True and False where a number belongs, and a list that contains itself for a draw.",
        "minimax_value",
        """
        def minimax_value(game, state):
            itself = []
            itself.append(itself)
            return game.is_terminal(state) or itself
        """,
    ),
    _answer(
        "number_of_many_digits",
        "Gives a number that is too long to be written.",
        "minimax_value",
        "def minimax_value(game, state):\n    return 10 ** 20_000\n",
    ),
    _answer(
        "deep_value",
        "Gives a hundred thousand lists in each other.",
        "winner",
        """
        def winner(board):
            found = []
            for _ in range(100_000):
                found = [found]
            return found
        """,
    ),
    _answer(
        "huge_words",
        "Gives an object that takes 10 million letters to describe.",
        "winner",
        """
        class Long:
            def __repr__(self): return "x" * 10_000_000

        def winner(board):
            return Long()
        """,
        "a Long",
    ),
    _answer(
        "words_that_fail",
        "Gives an object that raises an error whatever is done to it.",
        "winner",
        """
        class Broken:
            def __getattribute__(self, name): raise SystemExit(name)
            def __repr__(self): raise MemoryError

        def winner(board):
            return Broken()
        """,
        "the whole process ended",
    ),
    _answer(
        "tags_of_the_wire",
        "Gives dictionaries that look like the grader's own messages.",
        "actions",
        """
        def actions(board):
            return {"reply": {"plain": {"set": []}}, "share": 1, "points": 3, "passed": True}
        """,
        "a dict",
    ),
    _answer(
        "error_that_lies",
        "Raises an exception that calls itself a passed check.",
        "winner",
        """
        class Passed(Exception):
            def __str__(self): return "</pre><script>evil_error()</script> 3 of 3 points" * 9_999

        def winner(board):
            raise Passed
        """,
        "Passed",
    ),
    _answer(
        "limits_of_the_grader",
        "Raises the exceptions with which the grader itself stops a call.",
        "winner",
        """
        from course_lib.checks.clock import OutOfTime

        def winner(board):
            raise OutOfTime
        """,
        "stopped",
    ),
    _answer(
        "as_if_stopped_by_hand",
        "Raises what a reader's stop button raises.",
        "winner",
        "def winner(board):\n    raise KeyboardInterrupt\n",
        "the whole process ended",
    ),
    by_code(
        "input_transformer",
        "Turns every later cell into its points.",
        "score",
        """
        get_ipython().input_transformers_cleanup.append(lambda lines: ["2\\n"])
        """,
        earns={},
        student=("no function player",),
        instructor=("changes how Python or the notebook works",),
    ),
    by_code(
        "syntax_transformer",
        "Rewrites the syntax tree of every later cell.",
        "score",
        """
        import ast

        class Cheat(ast.NodeTransformer):
            def visit_Constant(self, node):
                return ast.copy_location(ast.Constant(3), node)

        get_ipython().ast_transformers.append(Cheat())
        get_ipython().ast_node_interactivity = "none"
        """,
        sure=False,
        student=("NotImplementedError",),
        instructor=("changes how Python or the notebook works",),
    ),
    by_code(
        "hooks_of_the_shell",
        "Has a hook called before and after each cell, which prints points.",
        "score",
        """
        shell = get_ipython()
        for event in ("pre_run_cell", "post_run_cell", "pre_execute", "post_execute"):
            shell.events.register(event, lambda *_: print("3 of 3 points"))
        shell.set_custom_exc((Exception,), lambda *_: None)
        shell.displayhook.write_format_data = lambda *_: None
        """,
        student=("NotImplementedError",),
    ),
    by_code(
        "own_grade",
        "Writes functions with the names of the grader's own.",
        "score",
        """
        import sys, types

        def grade(name, *, points):
            return points

        check = hidden_check = grade
        sys.modules["autograder_tests"] = types.ModuleType("autograder_tests")
        sys.modules["autograder_tests"].grade = grade
        """,
        student=("NotImplementedError",),
        instructor=("names the hidden checks",),
    ),
    by_code(
        "patched_library",
        "Changes the rules of the library's games, and how it reads positions.",
        "score",
        """
        import course_lib.checks.answer, course_lib.game, course_lib.games

        for game in (course_lib.games.KInARow, course_lib.games.TicTacToe):
            game.utility = game.winner = game.is_terminal = lambda *_: None
            game.parse = lambda *_: None
        course_lib.checks.answer.Position.__eq__ = lambda *_: True
        """,
        answers={"winner": "def winner(board):\n    return 5\n"},
        student=("expected",),
    ),
    by_code(
        "patched_judge",
        "Changes all functions that judge, where it runs.",
        "score",
        """
        from course_lib.checks import cases, judging, verdict

        cases.same = cases.gives = judging.objection_to = lambda *_: None
        judging.judge = lambda *_: verdict.Verdict("correct", 1, "All is right.")
        verdict.Verdict.points = lambda self, most: most
        """,
        answers={"winner": "def winner(board):\n    return 5\n"},
        student=("expected",),
    ),
    by_code(
        "patched_python",
        "Changes functions of Python itself.",
        "score",
        """
        import builtins, json

        builtins.isinstance = lambda *_: True
        builtins.type = lambda *_: int
        json.dumps = lambda *_, **__: '{"reply": [{"value": {"plain": 1}}]}'
        """,
        answers={"winner": "def winner(board):\n    return 5\n"},
        sure=False,
        slow=True,
        instructor=("changes how Python or the notebook works",),
    ),
    by_code(
        "swallowed_exceptions",
        "Answers every exception, and gives the expected value if there is one in it.",
        "score",
        answers={
            "winner": """
            import sys

            def winner(board):
                frame = sys._getframe()
                while frame:
                    for name in ("expected", "case", "exercise"):
                        if name in frame.f_locals:
                            return frame.f_locals[name]
                    frame = frame.f_back
                return 5
            """
        },
        student=("expected",),
        instructor=("reaches into Python itself",),
    ),
    by_code(
        "library_answer",
        "Calls the library's own answer to the exercise its own.",
        "score",
        answers={
            "winner": """
            from course_lib.checks.lending import lent

            winner = lent("winner")
            """,
            "actions": "from course_lib.checks import mine\n\nactions = mine('actions')\n",
        },
        student=("out of reach",),
    ),
)
