"""Show a search to a class, or to a hall that votes, as your story.

course demo                              list them
course demo alpha-beta                   what to ask the class
course demo alpha-beta --html out.html   a page for a lecture, which needs no network
course demo mcts --gif out.gif           a moving picture, for a web page
course demo mcts --mp4 out.mp4           a video whose captions are the sentences; also --webm
course demo mcts --png out.png --step 9  one step as a picture; also --svg, --pdf and --tex
course demo textbook-tree --svg out.svg --step "first cut"
course demo chance --serve               open it in a browser, on this computer only
course demo textbook-tree --hall         let a lecture hall vote on what comes next
course demo class-tree --hall            each phone is a node, and the class computes the tree
course demo "class-tree:[[3, 12, 8], [2, 4]]" --hall      the same with a tree of yours

course demo my_search.py --serve         your own, traced again whenever you save the file
course demo my_search.py --story my.story --html out.html --handout out.pdf

Your own search is the call that the file makes, or one that fits the names of its arguments;
my_search.py:NAME is one of several. The code of a single search by calls stands beside its tree,
with the line lit.

A story says where to stop, and what to say and ask there. Where there is no such file yet, --story
writes a first one, which you change. A --handout has its moments as pictures with room for answers.

With --hall there is a page for you, one for the projector, and a code for phones: the class votes
on what the story asks, or on values, windows and cuts. No internet is needed, only a network that
the phones and this computer share; --only-here is for trying it alone. Ctrl-C ends it.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from course_lib.commands import DONE, LOOK

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from course_tools.log import Log
    from course_tools.studio.lectures.demos import Demo, Shown
    from course_tools.studio.lectures.lecture import Lecture
    from course_tools.studio.lectures.story import Story

AUDIENCE = "lecturers"

FORMS = {
    "html": "a page to step through",
    "handout": "its moments as pictures with room for answers, as .pdf or .html",
    "gif": "the whole run as a moving picture, for a web page",
    "png": "one step as a picture",
    "svg": "one step as a drawing",
    "pdf": "one step as a page of a PDF",
    "tex": "the tree in the end, for LaTeX's package forest",
    "mp4": "the whole run as a video with captions; so does --webm",
    "webm": "the whole run as a video, which is smaller",
}
"""What can be written."""

CLASS_TREE = "class-tree"
ONLY_WITH = {
    "step": "html png svg pdf",
    "port": "serve hall",
    "address": "hall",
    "sheet": "handout",
    "only_here": "hall",
}
"""What some options go with."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course demo`."""
    parser.add_argument(
        "name",
        nargs="?",
        help="one of the names that `course demo` lists, or FILE.py, or FILE.py:FUNCTION",
    )
    parser.add_argument(
        "--story", metavar="FILE", type=Path, help="tell this story; a first one, if there is none"
    )
    for kind, what in FORMS.items():
        parser.add_argument(f"--{kind}", metavar="FILE", type=Path, help=f"write {what}")
    parser.add_argument(
        "--sheet", type=int, default=2, choices=(2, 6), help="moments on a sheet of the handout"
    )
    parser.add_argument(
        "--step", metavar="N", help="which step: 0 is the first, -1 the last; or 'first cut'"
    )
    parser.add_argument(
        "--serve", action="store_true", help="serve the page to a browser on this computer"
    )
    parser.add_argument(
        "--hall", action="store_true", help="serve it to a lecture hall, which votes with phones"
    )
    parser.add_argument(
        "--address",
        default="",
        metavar="NAME",
        help="by which number or name phones reach this computer (default: its own number)",
    )
    parser.add_argument(
        "--only-here", action="store_true", help="let no other computer or phone connect"
    )
    parser.add_argument(
        "--port", type=int, default=0, help="the port to serve at (default: a free one)"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when everything asked for was made, 1 when the search in it has failed."""
    from course_lib.play.progress import patience
    from course_tools.cli._common import check_company
    from course_tools.studio.lectures import DEMOS

    check_company(arguments, ONLY_WITH, {"hall": "serve"})
    if arguments.name is None:
        if any(getattr(arguments, one) for one in (*FORMS, "story", "serve", "hall")):
            raise ValueError("which demonstration? course demo lists them")
        width = max(map(len, DEMOS))
        print("\n".join(f"{demo.name:{width}}  {demo.line}" for demo in DEMOS.values()))
        print("\nOne of them as a page: course demo alpha-beta --html out.html")
        print("For a hall that votes: course demo alpha-beta --hall")
        print("Each phone is a node:  course demo class-tree --hall")
        return DONE
    if arguments.name.partition(":")[0] == CLASS_TREE:
        return _play_tree(arguments)
    files = {kind: path for kind in FORMS if (path := getattr(arguments, kind)) is not None}
    for kind, path in files.items():  # before any work is done
        endings = (".pdf", ".html") if kind == "handout" else (f".{kind}",)
        if path.suffix.lower() not in endings:
            ends = " or ".join(endings)
            raise ValueError(f"--{kind} {path} should be a file name that ends in {ends}")
    traced = _demo(arguments)
    demo = traced()
    if not files and not (arguments.story or arguments.serve or arguments.hall):
        return _say_how(arguments, demo)
    with patience(lambda: "The search runs, and is recorded"):
        shown = demo.make()
    print(*demo.remarks, sep="\n", end="\n" * bool(demo.remarks))
    code = _code_of(shown)
    if code and arguments.story and not arguments.story.exists():
        print(f"No story is written to {arguments.story}: mend that first.", file=sys.stderr)
        return code
    story = _story(arguments, shown, demo)
    with patience(lambda: "The picture is being drawn"):
        _write(arguments, files, shown, story, demo.line)
    if arguments.serve:
        _serve(arguments, shown, demo.line, traced)
    if arguments.hall:
        _open_hall(arguments, _hall(shown, story, demo))
    return code


def _hall(shown: Shown, story: Story | None, demo: Demo) -> Callable[[Log], Lecture]:
    """What makes the hall that votes on what the story asks, or on what comes next."""
    from course_tools.studio.lectures.hall import Hall
    from course_tools.studio.lectures.story import notes_of, tell

    widget, found = tell(shown, story, code=True)
    notes = notes_of(found) if story else demo.say
    return lambda log: Hall(shown, notes, log, widget=widget)


def _demo(arguments: argparse.Namespace) -> Callable[[], Demo]:
    """What makes the demonstration that was named, a file's anew each time."""
    from course_tools.studio.lectures import demo_named, demo_of_file

    file, _, function = arguments.name.partition(":")
    if file.endswith(".py"):
        return partial(demo_of_file, file, function)
    return partial(demo_named, arguments.name)


def _say_how(arguments: argparse.Namespace, demo: Demo) -> int:
    """Say what the demonstration shows, what to ask the class, and how to see it."""
    print(f"{demo.line}\n{demo.say}")
    words = [arguments.name, "--html", f"{demo.name}.html"]
    print(f"To see it: course demo {shlex.join(words)}   (or --serve)")
    return DONE


def _story(arguments: argparse.Namespace, shown: Shown, demo: Demo) -> Story | None:
    """The story of that file; where there is none yet, a first one is written there."""
    from course_lib.plain import write_whole
    from course_tools.studio.lectures.story import drafted, read_story, tell, written

    path: Path | None = arguments.story
    if path is None:
        return None
    if not path.exists():
        story = drafted(shown)
        write_whole(path, written(story, demo.line))
        many = len(story.moments)
        print(f"Written: {path}, a first story with {many} moments: change it, and repeat this.")
        return story
    story = read_story(path)
    if not any(getattr(arguments, one) for one in (*FORMS, "serve", "hall")):
        tell(shown, story)
        print(
            f"{path}: {len(story.moments)} moments, all found. To see them: the same, and --serve"
        )
    return story


def _write(
    arguments: argparse.Namespace,
    files: Mapping[str, Path],
    shown: Shown,
    story: Story | None,
    line: str,
) -> None:
    """Write what was asked for."""
    from course_lib.views.export import export_html
    from course_tools.studio.lectures.handout import write_handout
    from course_tools.studio.lectures.picture_files import STILLS
    from course_tools.studio.lectures.pictures import save_image
    from course_tools.studio.lectures.story import tell

    step = _step(arguments, shown)
    for kind, path in files.items():
        if kind == "html":
            widget, found = tell(shown, story, code=True)
            export_html(widget, path, title=found.title or line, step=step or 0)
        elif kind == "handout":
            write_handout(shown, story, path, title=line, each=arguments.sheet)
        else:
            still = path.suffix.lower() in STILLS
            save_image(shown, path, step=step if still else None, story=story)
        print(f"Written: {path}", flush=True)


def _step(arguments: argparse.Namespace, shown: Shown) -> int | None:
    """The step that was named by its number or by a moment."""
    from course_tools.studio.lectures.story import Moment, Story, tell

    named = arguments.step
    if named is None or re.fullmatch(r"-?\d+", named):
        return None if named is None else int(named)
    _, found = tell(shown, Story(moments=[Moment(named)]))
    return found.moments[0].step


def _play_tree(arguments: argparse.Namespace) -> int:
    """Let the class be the tree, until somebody presses Ctrl-C."""
    from course_tools.studio.lectures.classtree import LINE, class_tree

    if not arguments.hall or any(getattr(arguments, one) for one in (*FORMS, "story")):
        raise ValueError(
            f"{CLASS_TREE} needs a class with phones, and tells no story:"
            f" course demo {CLASS_TREE} --hall"
        )
    lecture = class_tree(arguments.name)
    print(LINE)
    _open_hall(arguments, lecture)
    return DONE


def _open_hall(arguments: argparse.Namespace, lecture: Callable[[Log], Lecture]) -> None:
    """Show it to a lecture hall until somebody presses Ctrl-C."""
    from course_tools.arena.server.web import EVERYWHERE, HERE, Server
    from course_tools.cli._common import COURSE
    from course_tools.files import LockedError, only_one
    from course_tools.log import Log
    from course_tools.studio.lectures.lecture import LectureRoom

    folder = COURSE / "grading" / "hall"
    host = HERE if arguments.only_here else EVERYWHERE
    try:
        with only_one(folder, "hall.lock"):
            hall = lecture(Log(folder / "votes.log"))
            print(*hall.news, sep="\n", end="\n" * bool(hall.news), file=sys.stderr)
            room, port = LectureRoom(hall), arguments.port or hall.port
            with Server(room, port=port, host=host, name=arguments.address) as server:
                hall.at(server.port)
                if hall.goes_on:
                    print("The last lecture was ended by force: it goes on, with all its votes.")
                presenter = room.presenter(server)
                print(f"For you: {presenter}")
                print(f"For the projector: {presenter}projector")
                print(f"For phones: http://{server.in_network}/   (the projector shows the code)")
                who = "Only this computer" if arguments.only_here else "Everybody in your network"
                print(
                    f"{who} can vote, and nothing else; keep the first two addresses to yourself."
                )
                print(f"What is voted is kept in {folder}.")
                print("Ctrl-C ends it.", flush=True)
                server.serve_forever(signals=True)
            for name in hall.files():
                print(f"Kept: {folder / name}")
    except LockedError:
        raise ValueError(
            "another hall is open on this computer; end it first, with Ctrl-C in its terminal"
        ) from None


def _code_of(shown: Shown) -> int:
    """1 if a search has failed, which is said; a `ValueError` where it did so before it began."""
    code = DONE
    for one in shown.values() if isinstance(shown, dict) else [shown]:
        if error := getattr(one, "error", None):
            refused_at_once = not getattr(one, "visits", None)
            if refused_at_once and error.startswith("ValueError:"):
                raise ValueError(f"there is nothing to draw: {error}")
            print(f"course demo: the search ended with {error}", file=sys.stderr)
            code = LOOK
    return code


def _serve(
    arguments: argparse.Namespace, shown: Shown, title: str, traced: Callable[[], Demo]
) -> None:
    """Show it to a browser on this computer, and nobody else.

    A search in a file is `traced` again whenever the file is saved.
    """
    from course_tools.arena.server.web import Server
    from course_tools.studio.lectures.live import LiveFilm, LiveRoom

    named, story = arguments.name.partition(":")[0], arguments.story
    file = named if named.endswith(".py") else ""
    if saved := " or ".join(str(one) for one in (file, story) if one):
        print(f"Save {saved}, and it is traced again.")
    room = LiveRoom(LiveFilm(file, shown, traced, story, title))
    with Server(room, port=arguments.port) as server:
        print(f"Open {server.address} in a browser; Ctrl-C ends it.", flush=True)
        room.look(server)
