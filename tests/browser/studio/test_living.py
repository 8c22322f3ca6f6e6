"""The page that lives without Python: what it says is what Python says, and everything answers."""

import json
import random
from functools import cache

import pytest
from harness import faults, says, served

from course_lib import ConnectFour, Count, Havannah, KInARow, Nim, TicTacToe
from course_lib.questions.predicting import all_questions, judged
from course_lib.search import solve
from course_tools.studio.site import living

CASES = 10_000
QUESTIONS = all_questions()


@pytest.fixture(scope="module")
def things(tmp_path_factory):
    """The address of a folder with all scripts, and a page for each thing that lives."""
    folder = tmp_path_factory.mktemp("living")
    living.write_scripts(folder / living.FOLDER)
    blocks = {"first": living.first(), **living.things()}
    blocks["guessed"] = living.guessed("visits")
    blocks |= {name: living.guess(name) for name in ("winning_square", "visits", "best_branch")}
    for name, block in blocks.items():
        head = f"<meta charset=utf-8><link rel=icon href='data:,'><title>{name}</title>"
        body = f"<main><h1>{name}</h1>{block}</main>"
        text = f"<!doctype html><html lang=en>{head}{body}"
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    with served(folder) as address:
        yield address


@pytest.fixture
def opened(things, open_page):
    """A function that opens the page of one thing and waits until it lives."""

    def opened(name, page=None, **look):
        page = page or open_page(**look)
        page.goto(f"{things}/{name}.html")
        page.locator(".course-live[data-awake]").wait_for()
        return page

    return opened


def a_guess(rng, card):
    """Something that somebody might answer, often near to what is right, or no answer at all."""
    answer = card.answer
    if card.choices:
        return rng.choice([*card.choices, "none of them"])
    if not card.is_number:
        return rng.choice([*answer, "a1", "b2", "z9"])
    near = answer * rng.choice([0, 0.3, 0.5, 0.9, 0.95, 1, 1.05, 1.1, 2, 3, -1])
    number = rng.choice([answer, near, round(near), rng.randint(-20, 10 ** rng.randint(1, 9))])
    forms = ("{}", "{:,}", "{:_}", "{:e}", "{:+}", " {} ", ".5", "5.", "1e3", "0.4")
    minus = "\u2212" if rng.random() < 0.5 else "-"
    words = rng.choice(forms).format(number).replace("-", minus)
    odd = [
        "",
        "ten",
        "1 000",
        "12'345",
        "1 0000",
        "1\u202f000\u202f000",
        "0x10",
        "1e",
        "--3",
        "3/4",
        "1.2.3",
        "<b>",
        "1/0",
        "3/",
        "/4",
        "10 / 12",
    ]
    odd += ["0,83", "-1,5", "1,50,5", "22 %", "22%", "%", "1,2345", "1/2/3"]
    return rng.choice([words] * len(odd) + odd)


def test_the_page_judges_guesses_as_python_does(things, opened):
    """10,000 guesses at all questions: right or not, or no answer, and the same sentence."""
    rng = random.Random(7)
    asked = [
        (name, a_guess(rng, QUESTIONS[name])) for name in rng.choices(sorted(QUESTIONS), k=CASES)
    ]
    page = opened("visits")
    told = page.evaluate(
        """async ([questions, asked]) => {
            const { judged } = await import("./living/guess.js");
            return asked.map(([name, guess]) => judged(questions[name], guess));
        }""",
        [{name: living.guess_data(one) for name, one in QUESTIONS.items()}, asked],
    )
    kinds = set()
    for (name, guess), (right, words) in zip(asked, told, strict=True):
        try:
            right_here, verdict = judged(QUESTIONS[name], guess)
            expected = (right_here, str(verdict))
        except ValueError as error:
            expected = (None, str(error))
        assert (right, words) == expected, (name, guess)
        kinds.add(words.rpartition(" ")[2] if right is False else right)
    assert len(kinds) > 30


GAMES = {
    "tic-tac-toe": TicTacToe(),
    "falling": KInARow(3, 4, 3, gravity=True),
    "exact": KInARow(2, 5, 2, exact=True),
    "misère": Nim((2, 3, 1), misere=True),
    "count": Count(12, 3),
}
PLAYED = """async ([data, games]) => {
    const { read } = await import("./living/boards.js");
    return games.map((names) => {
        const states = [read(data, 0)];
        for (const name of names) {
            const [, number] = states.at(-1).moves.find(([each]) => each === name);
            states.push(read(data, number));
        }
        return states.map(({ mover, winner, ...both }) => [
            mover, winner, ...["moves", "best"].map((key) => both[key].map(([name]) => name)),
        ]);
    });
}"""


def data_of(game):
    """What the page gets of this game."""
    return json.loads(living.board(game).partition('json">')[2].partition("</script>")[0])


def a_game(rng, game):
    """The names of random moves, to the end or to anywhere before."""
    state, names = game.initial, []
    while game.actions(state) and rng.random() < 0.95:
        action = rng.choice(game.actions(state))
        names.append(game.action_name(action))
        state = game.result(state, action)
    return names


@pytest.mark.parametrize("name", GAMES)
def test_the_table_that_the_page_asks_is_the_game(opened, name):
    """The page reads the same moves, mover and winner, and the best moves are those of `solve`."""
    game, rng = GAMES[name], random.Random(name)
    games = [a_game(rng, game) for _ in range(25)]
    outcomes = cache(lambda state: outcome(game, state))
    ended, values = 0, set()
    for names, told in zip(
        games, opened("visits").evaluate(PLAYED, [data_of(game), games]), strict=True
    ):
        for at, (mover, winner, moves, best) in enumerate(told):
            state = game.play(names[:at])
            won = game.winner(state)
            assert winner == (None if won is None else game.players.index(won))
            assert game.players[mover] == game.to_move(state)
            after = {
                game.action_name(action): game.result(state, action)
                for action in game.actions(state)
            }
            assert sorted(moves) == sorted(after)
            ended += not moves
            if moves:
                value, distance = outcomes(state)
                values.add(value)
                wanted = (-value, distance - 1)
                assert set(best) == {name for name in after if outcomes(after[name]) == wanted}
    assert ended > 5
    assert values >= {1, -1}


def outcome(game, state):
    """What the state is worth to who is to move, and how long the game lasts."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state)), 0
    value, _, distance = solve(game, state)
    return value, distance


def test_a_game_that_is_too_large_for_a_table_has_no_board():
    """Nor has one that the page can't draw."""
    assert [living.board(game) for game in (ConnectFour(), Havannah(2), TicTacToe(4))] == [None] * 3


def test_a_guess_is_answered_with_a_stake_and_kept(opened):
    """By keyboard; what is no answer is said so, a reload shows the first guess, and a count."""
    page = opened("visits")
    page.get_by_role("textbox").fill("many")
    page.keyboard.press("Enter")
    says(page, ".result", "'many' is not a number")
    assert faults(page) == []
    page.get_by_role("textbox").fill("<i>5</i>")
    page.keyboard.press("Enter")
    says(page, ".result", "'<i>5</i>' is not a number")
    page.get_by_role("button", name="fairly sure").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert "549,946" not in page.locator("main").inner_text()
    page.keyboard.press("Control+A")
    page.keyboard.type("500,000")
    page.keyboard.press("Enter")
    says(page, ".result", "You guessed 500,000. It is 549,946: very close.")
    says(page, ".so-far", "Your guesses so far: fairly sure: 1 of 1 right.")
    assert faults(page) == []
    opened("best_branch", page)
    page.get_by_role("button", name="sure", exact=True).click()
    page.get_by_role("button", name="left").click()
    says(page, ".so-far", "sure: 1 of 1 right; fairly sure: 1 of 1 right.")
    opened("visits", page)
    says(page, ".result", "You guessed 500,000.")
    opened("guessed", page)
    says(page, "main", "You guessed 500,000. It is 549,946: very close. (You were fairly sure.)")
    page.evaluate("localStorage.setItem('other', localStorage.getItem('course-guesses'))")
    page.evaluate("localStorage.removeItem('course-guesses')")
    opened("guessed", page)
    says(page, "main", "You made no guess. It is 549,946.")
    page.evaluate("localStorage.setItem('course-guesses', localStorage.getItem('other'))")
    kept = json.loads(page.evaluate("localStorage.getItem('course-guesses')"))
    assert kept == {
        "visits": {"guess": "500,000", "right": False, "close": True, "stake": "fairly sure"},
        "best_branch": {"guess": "left", "right": True, "stake": "sure"},
    }


@pytest.mark.parametrize("width", [1280, 390])
def test_the_first_thing_is_a_square_then_a_value_that_is_missing(opened, width):
    """By mouse and drag; a wrong value gets another try, and the right one leads to the lesson."""
    page = opened("first", width=width)
    page.locator("[data-square=c2]").click()
    says(page, ".result", "You chose c2, and that is right.")
    says(page, "main", "One number is missing. If X plays c1, what is that worth?")
    hole = page.locator(".cl-lit")
    assert hole.locator("text").first.text_content() == "?"
    page.get_by_role("button", name="+1").click()
    says(page, ".cl-say", "Try once more")
    token = page.get_by_role("button", name="\u22121")
    token.scroll_into_view_if_needed()
    there, here = hole.bounding_box(), token.bounding_box()
    page.mouse.move(here["x"] + 9, here["y"] + 9)
    page.mouse.down()
    page.mouse.move(there["x"] + 30, there["y"] + 20, steps=5)
    assert faults(page) == []
    page.mouse.up()
    says(page, ".cl-say", "O takes the least of \u22121 and 0, so c1 is worth \u22121.")
    link = page.get_by_role("link", name="Write the six lines that do this")
    assert link.get_attribute("href").startswith("lessons/02_minimax.html#")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page) == []


@pytest.mark.parametrize("name", ["tictactoe", "nim", "count", "three"])
def test_a_board_is_played_to_its_end(opened, name):
    """By keyboard and mouse, on either side; the perfect opponent never loses tic-tac-toe."""
    page = opened(name)
    status, rng = page.locator(".course-status"), random.Random(name)
    assert faults(page) == []
    for side in ("0", "1"):
        page.get_by_role("combobox", name="You play").select_option(side)
        while "over" not in (told := status.inner_text()) and "won" not in told:
            squares = page.locator("[data-square].may")
            squares.nth(rng.randrange(squares.count())).click()
        assert name != "tictactoe" or "that's you." not in told
        assert faults(page) == []
        page.get_by_role("button", name="Undo").click()
        says(page, ".course-status", "Your turn: you play")
        page.get_by_role("button", name="New game").click()
    page.locator("[data-square][tabindex='0']").focus()
    before = page.locator(".course-board").inner_html()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert page.locator(".course-board").inner_html() != before


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[3, 12], [2, 4]", "3 opening brackets and 2 closing ones"),
        ("[3, x]", "x can't stand in a tree"),
        ("[3 4]", "This is no nested list"),
        ("7", "A number alone is a leaf"),
        ("[3, []]", "an empty list"),
        (str([1] * 25), "25 leaves; up to 24"),
        ("[100, 1]", "100 is no leaf"),
        ("[1.5, 1]", "1.5 is no leaf"),
    ],
)
def test_a_tree_of_ones_own_says_what_is_wrong(opened, kept_page, text, why):
    """In words, and what was drawn before stays."""
    page = opened("tree", kept_page())
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Draw it").click()
    says(page, ".wrong", why)
    assert page.locator(".cl-touch [role=slider]").count() == 9


def test_a_tree_of_ones_own_is_drawn_and_dragged(opened):
    """Tuples and a comma too many are fine, too; with cuts it says what is never looked at."""
    page = opened("tree")
    page.get_by_role("textbox").fill("[(5, -3), [\u22124, 9],]")
    page.get_by_role("button", name="Draw it").click()
    says(page, ".cl-told", "Node b: MIN takes the least of \u22124 and 9.")
    page.get_by_role("checkbox").check()
    says(page, ".cl-told", "So 9 is never looked at.")
    page.locator("[role=slider]").first.focus()
    page.keyboard.press("PageUp")
    says(page, ".cl-say", "Leaf a a is 15 now, and the root is still worth \u22123.")
    assert faults(page) == []
