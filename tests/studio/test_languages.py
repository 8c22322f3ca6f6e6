"""A lesson in another language: catalogues that fit, code that stays, grades that are the same."""

import ast
import os
import re
import shutil
from pathlib import Path

import nbformat
import pytest
from console import course
from films import words_of
from nbgrader.utils import compute_checksum

from autograder_tests import bank, exercises
from autograder_tests.submissions import submission
from course_lib import alphabeta_search, watch
from course_lib.checks.cases import exercise_named
from course_lib.checks.cases import exercises as all_exercises
from course_lib.checks.causes import judge
from course_lib.checks.checking import verdict_in
from course_lib.checks.verdict import as_html, as_text
from course_lib.games import TextbookTree
from course_lib.questions.predicting import Prediction, guess_card, judged, kept_guesses
from course_lib.questions.question import Card
from course_lib.views.trees import film_of
from course_lib.words import (
    LANGUAGES,
    PLACE,
    VARIABLE,
    VERDICTS,
    Say,
    parts_of,
    plain_number,
    speaking,
    texts,
    told,
)
from course_tools.grader.judge.reading import code_of
from course_tools.grader.judge.repair import repaired
from course_tools.grader.judge.signs import suspicions_in
from course_tools.notebooks import STUDENTS, notebook_bytes, place, read_notebook
from course_tools.studio.build import lessons
from course_tools.studio.build.first_cell import SAID
from course_tools.studio.build.notebooks import AGAIN, STUB, digest
from course_tools.studio.build.pictures import pictures_in
from course_tools.studio.build.running import run, shown
from course_tools.studio.build.translating import (
    SITE,
    begun,
    catalogue_path,
    given_words,
    old_pictures,
    refresh,
    state,
    translated,
    wanted,
    with_words_around,
    words_around,
)
from course_tools.studio.build.translating import languages as all_languages
from course_tools.studio.site.lessons import publish
from course_tools.studio.site.making import editions_of

ROOT = Path(__file__).resolve().parents[2]
LESSONS = {lesson.name: lesson for lesson in lessons(ROOT)}
CATALOGUES = [
    (language, name)
    for language in all_languages(ROOT)
    for name in [*begun(language, [*LESSONS], ROOT), VERDICTS, SITE]
]
NAMES = [*all_exercises()]
EDITIONS = [(language, name) for language, name in CATALOGUES if name in LESSONS]


def edition(name, language=""):
    """The student notebook of this lesson, in a language."""
    notebook = read_notebook(place(ROOT, STUDENTS, name))
    return translated(notebook, language, LESSONS[name], ROOT) if language else notebook


@pytest.mark.parametrize(("language", "name"), CATALOGUES)
def test_a_catalogue_says_what_is_said_with_the_same_places_for_values(language, name):
    """It may lack a paragraph, which is then shown in English, and no other sentence.

    It has none that is said no more.
    """
    sentences = wanted(name, ROOT, LESSONS)
    now = state(language, name, sentences, ROOT)
    assert (now.gone, now.odd) == ([], []), "to fix it: course build --language " + language
    assert [text for text in now.missing if sentences[text]] == []


@pytest.mark.parametrize(("language", "name"), EDITIONS)
def test_only_words_and_one_line_differ_between_languages(language, name):
    """Code, names of cells, exercises and checks are the same; the line names the language.

    It is the course's own line, so it makes nobody suspicious. No paragraph of a docstring, no
    comment of the author's, and nothing that a given cell prints is in English.
    """
    pairs = zip(edition(name).cells, edition(name, language).cells, strict=True)
    line = f'\n__import__("os").environ["COURSE_LANGUAGE"] = "{language}"'
    said = 0
    for ours, theirs in pairs:
        said += ours.source != theirs.source
        assert ours.cell_type == theirs.cell_type
        marks = ours.metadata.get("nbgrader", {})
        asks, checks = marks.get("solution"), marks.get("grade") or "predict" in ours.metadata
        own = {"handed_out": theirs.metadata.get("handed_out")}  # so that an update knows it
        words = digest(f"{ours.cell_type}\n{theirs.source}")
        assert own == {"handed_out": None if marks or checks else words}
        kept = {name: value for name, value in theirs.metadata.items() if name not in own}
        if marks:
            assert kept["nbgrader"] == marked(marks, theirs)
            kept["nbgrader"] = marks
        if asks:
            assert code_of(ours.source).functions == code_of(theirs.source).functions != {}
            told_here = {*words_around(ours.source)}
            assert STUB in told_here
            assert told_here & {*words_around(theirs.source)} == set()
            longest = max(map(len, theirs.source.splitlines()))
            assert longest <= 100
        assert (ours.id, ours.metadata) == (theirs.id, kept)
        if ours.cell_type == "code" and not asks:
            first = ours.id == "names_of_the_lesson"
            assert theirs.source.endswith(line * first)
            given = theirs.source.removesuffix(line * first)
            assert not first or not any(words in given for words in SAID)
            assert (AGAIN in ours.source) == (marks.get("grade") is True)
            assert AGAIN not in given
            (code, texts_in), (code_there, there) = map(code_and_texts, (ours.source, given))
            assert code == code_there
            words = [] if first else given_words(ours.source)
            changed = [one for one, other in zip(texts_in, there, strict=True) if one != other]
            assert first or [one for one in changed if not any(one in text for text in words)] == []
            assert changed == [] or not checks
            assert {*words} & {*given_words(given)} - {"Count(6, 3):"} == set() or checks
    assert said > 10
    assert suspicions_in(edition(name, language), edition(name)) == ()
    untouched = [
        repaired(notebook_bytes(edition(name, one)), edition(name)) for one in ("", language)
    ]
    assert [one.repairs for one in untouched] == [(), ()]


def code_and_texts(source):
    """What this code does whatever its texts and its numbers' commas, and its texts."""
    tree, said = ast.parse(source), []
    for node in ast.walk(tree):
        if isinstance(node, ast.FormattedValue):
            node.format_spec = None
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            said.append(node.value)
            node.value = ""
    return ast.dump(tree), said


def marked(mark, cell):
    """What nbgrader is told about this cell, with its own checksum of it."""
    return mark | {"checksum": compute_checksum(cell)}


def test_words_around_code_are_no_code():
    """A docstring of several paragraphs has its indent; what is written into a stub stays."""
    code = (
        'def f(a):\n    """One.\n\n    Two\n    lines.\n    """\n    # Three.\n    return "# a"\n'
    )
    german = {"One.": "Eins.", "Two\nlines.": "Zwei\nZeilen.", "Three.": "Drei."}
    made = with_words_around(code, german)
    assert made == (
        'def f(a):\n    """Eins.\n\n    Zwei\n    Zeilen.\n    """\n    # Drei.\n    return "# a"\n'
    )
    assert words_around(made) == [*german.values()]
    assert with_words_around(code, {}) == code
    assert with_words_around('def f():\n    """One."""', german) == 'def f():\n    """Eins."""'
    inner = code.replace("return", "def g():\n        '''Own.'''\n    return")
    assert code_of(made).functions == code_of(code).functions != code_of(inner).functions
    assert code_of(inner).functions == code_of(inner.replace("Own", "Other")).functions
    assert code_of(code).functions != code_of(code.replace("# a", "# b")).functions


@pytest.mark.parametrize(("language", "name"), EDITIONS)
def test_pictures_that_are_there_before_a_run_speak_the_language(language, name):
    """Each is newer than the English one, and says nothing in English that a catalogue has."""
    student, said = edition(name), {*texts(language)} - {*texts(language).values()}
    assert old_pictures(language, name, ROOT) == []
    seen = 0
    for ours, theirs in zip(student.cells, edition(name, language).cells, strict=True):
        assert ours.get("attachments", {}).keys() == theirs.get("attachments", {}).keys()
        for english, other in zip(*map(drawings, (ours, theirs)), strict=True):
            seen += 1
            assert english != other
            assert not {*re.findall(r">([^<]*[a-z]{2}[^<]*)<", other)} & said
            assert not re.search(r"to move|\brow \d|\bfinal\b|chooses|\bhas won", other)
    assert seen > 2


def drawings(cell):
    """The pictures that this cell of code opens with, and what is read out for each."""
    if cell.cell_type != "code" or "predict" in cell.metadata:
        return []
    return [picture.svg + picture.alt for picture in pictures_in(cell.outputs)]


def test_the_command_lists_what_is_behind(tmp_path):
    """A changed sentence keeps its German as a draft, is listed, and is shown in English."""
    rooms = ("solutions", "course_lib", "autograder_tests", "notebooks", "course_tools/studio/site")
    for folder in rooms:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    source = tmp_path / "solutions" / "00_start_here.py"
    changed = "That's the story of lesson 3, and a good one."
    source.write_text(source.read_text().replace("That's the story of lesson 3.", changed))
    words = ("build", "--language", "de", "00", "--root", str(tmp_path))
    before = course(*words, "--check")
    assert before.code == 1
    assert "is said no more: 'It settles on `b3`" in before.err
    after = course(*words)
    assert after.code == 0
    told, all_of_them = re.findall(r"00_start_here: (\d+) of (\d+) sentences", after.out)[0]
    assert int(told) == int(all_of_them) - 1
    listed = course(*words, "--check")
    assert listed.code == 0
    assert "to translate: 'It settles on `b3`" in listed.err
    path = catalogue_path("de", "00_start_here", tmp_path)
    assert path.read_text("utf-8").count("#, fuzzy") == 1
    made = (tmp_path / "dist" / "de" / "00_start_here" / "00_start_here.ipynb").read_text("utf-8")
    assert changed.partition(",")[0] in made
    assert "Ein *Zustand* (`state`)" in made


def test_a_catalogue_that_nobody_touches_stays_as_it_is(tmp_path):
    """The same sentences, the same bytes."""
    folder = tmp_path / "course_lib" / "languages" / "de"
    folder.mkdir(parents=True)
    sentences = wanted(VERDICTS, ROOT, LESSONS)
    ours = catalogue_path("de", VERDICTS, ROOT).read_bytes()
    catalogue_path("de", VERDICTS, tmp_path).write_bytes(ours)
    refresh("de", VERDICTS, sentences, tmp_path)
    assert catalogue_path("de", VERDICTS, tmp_path).read_bytes() == ours


def worded(text):
    """The templates in this text that have words of their own."""
    texts = [part.template for part in parts_of(text) if isinstance(part, Say)]
    return [text for text in texts if re.search(r"\w", PLACE.sub("", text))]


@pytest.mark.parametrize("name", [one for one in NAMES if int(exercise_named(one).lesson) < 4])
def test_all_that_a_verdict_says_is_made_from_templates_that_are_there_in_german(name):
    """Of the first answers of the bank: no sentence is a text, and no template lacks its German."""
    known, wrong = texts("de"), [one for one in bank.entries(name) if not one.right]
    for entry in [*wrong[:4], *wrong[4::9]]:
        verdict = judge(exercise_named(name), exercises.student(entry))
        reasons = [group.reason for group in verdict.groups if group.reason]
        assert all(isinstance(one, Say) or one in known for one in [verdict.message, *reasons])
        for text in (verdict.message, *reasons, verdict.expected, verdict.got):
            assert [one for one in worded(text) if one not in known] == []
        assert {group.title for group in verdict.groups} <= known.keys()
        assert verdict.mistake is None or verdict.mistake in known


def test_a_film_speaks_the_notebooks_language():
    """What happens and why it is so; names and numbers are the same."""
    trace = watch(alphabeta_search, TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), ())
    english = words_of(film_of(trace))
    with speaking("de"):
        german = words_of(film_of(trace))
    assert len(english) == len(german)
    assert not {*english} & {*german}
    assert "Das Blatt gibt 12 zur\u00fcck; MIN hat schon 3." in german
    assert "Schnitt, denn v = 2 \u2264 alpha = 3: b und c werden nie angesehen." in german


def test_a_sentence_is_looked_up_by_its_template_and_its_values_in_their_turn():
    """Numbers have the language's commas; what no catalogue has stays English."""
    _, guess = judged(Card("How many?", 549946), "500,000")
    square = Say("You chose {guess}. It is {right}.", guess="a1", right=Say("nobody's"))
    with speaking("de"):
        assert told(guess) == "Du hast 500.000 getippt. Richtig ist 549.946: ganz nah dran."
        assert told(square) == "Du hast a1 gewählt. Richtig ist nobody's."
        assert told(Say("Line {n} is a secret.", n=3)) == "Line 3 is a secret."
        assert str(guess) == "You guessed 500,000. It is 549,946: very close."
    assert told(guess) == str(guess)
    assert guess == judged(Card("How many?", 549946), "500,000")[1] != square


def test_a_verdict_is_german_where_it_is_shown_and_english_where_it_is_kept():
    """A wrong answer of the bank: each word of the card but code and positions."""
    entry = next(one for one in bank.entries("player") if one.name == "O is always to move")
    names = {"__name__": "__main__"}
    exec(entry.source, names)  # noqa: S102 - an answer of the bank
    verdict = verdict_in(names, "player")
    english = str(verdict)
    with speaking("de"):
        assert str(verdict) == english
        shown = repr(verdict)
        assert "player: falsch (1 von" not in english
        assert "falsch" in shown
        assert "Das sieht nach einem bekannten Fehler aus: immer ist O am Zug." in shown
        assert "ergab 'O', erwartet war 'X'" in shown
        assert "Welche Arten von Fällen stimmen?" in as_html(verdict) or len(verdict.groups) == 1
    assert as_text(verdict) == english


def test_a_guess_is_kept_in_english(tmp_path, monkeypatch):
    """So it is the same guess in every language, in class and in grading."""
    monkeypatch.chdir(tmp_path)
    data = {"question": "Where?", "answer": "left", "choices": ["left", "middle", "right"]}
    with speaking("de"):
        asked = Prediction(guess_card(data, "branch"))
        assert asked.question["choices"] == ["links", "Mitte", "rechts"]
        asked.stake = "ziemlich sicher"
        asked.guess = "Mitte"
        assert "Du hast „Mitte“ gesagt. Richtig ist: links." in asked.result
        assert (plain_number("1.000"), plain_number("2,5"), plain_number("2.5")) == (
            "1000",
            "2.5",
            "2.5",
        )
    assert kept_guesses() == {"branch": {"guess": "middle", "right": False, "stake": "fairly sure"}}
    assert plain_number("1,000") == "1,000"


def test_a_notebook_speaks_german_in_a_kernel(tmp_path):
    """Its first cell names the language: the check, the hint, the guess and the wait are German."""
    notebook = edition("00_start_here", "de")
    wrong = "def middle_first(game, state):\n    return game.actions(state)[0]\n"
    solved = submission(notebook, {"middle_first": wrong})
    kept = ("names_of_the_lesson", "middle_first", "check_middle_first")
    solved.cells = [
        cell
        for cell in solved.cells
        if cell.id in kept or "hint(" in cell.source or "predict(" in cell.source
    ]
    solved.cells.append(
        nbformat.v4.new_code_cell(
            "from course_lib.checks import needs\n\nwith needs('nim_sum'):\n    nim_sum((1, 2))"
        )
    )
    ran, stopped = run(solved, ROOT)
    assert stopped is None
    said = "\n".join(map(shown, ran.cells))
    for words in (
        "middle_first: falsch",
        "es wird der erste Zug genommen, auch wo die Mitte frei ist",
        "Hinweis 1 von 4 zu middle_first, eine Frage:",
        "Wer weiß, welche Züge in diesem Zustand erlaubt sind?",
        "Diese Zelle wartet auf nim_sum",
    ):
        assert words in said
    assert "Dein Tipp:" in nbformat.writes(ran)


def test_the_site_has_a_page_for_each_language_and_a_way_between_them(tmp_path):
    """The German page has what a German run showed, with its guess alive in German."""
    publish(LESSONS["00_start_here"], ROOT, tmp_path)
    page = nbformat.read(tmp_path / "00_start_here_de.ipynb", as_version=4)
    assert page.metadata["orphan"]
    assert page.cells[0].source.startswith("# Hier geht es los")
    asked = next(cell for cell in page.cells if cell.source.endswith('"thoughtless_wins")'))
    html = asked.outputs[0].data["text/html"]
    assert "<strong>Dein Tipp:</strong> Sie spielen 200 Partien." in html
    assert '"Guess":"Tippen"' in html
    for words in ("Alles ist installiert.", "Als O hast du gegen", "Hinweis 1 von 4"):
        assert words in nbformat.writes(page)
    assert editions_of(["00_start_here", "00_start_here_de", "04_x"]) == {
        "00_start_here": [("00_start_here_de", "de", "Deutsch")],
        "00_start_here_de": [("00_start_here", "en", "English")],
    }


def test_the_catalogues_are_where_notebooks_read_them():
    """One place for the build and for a kernel; no language leaves its mark on this process."""
    assert LANGUAGES == ROOT / "course_lib" / "languages"
    assert not os.environ.get(VARIABLE)
