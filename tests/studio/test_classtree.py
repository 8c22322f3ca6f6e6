"""The class is a tree: what the room computes is what a search would, and so is what goes wrong."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import inf
from random import Random

import pytest
from class_of_phones import Phone, goes_on_wherever_it_ended, open_hall, tree_of

from course_tools.log import Log, recovered
from course_tools.studio.lectures import classtree
from course_tools.studio.lectures.classtree import (
    SHAPES,
    WAYS,
    Stand,
    grown,
    planted,
    read,
    shape_for,
)

WRONG, RIGHT = 0.3, 0.0
CLOSED = ["nothing", "can change", "any more"]


def minimax(nodes, at=0):
    """The value of a node, from the leaves alone."""
    values = [minimax(nodes, kid) for kid in nodes[at].kids]
    return (
        (max(values) if nodes[at].player == "MAX" else min(values)) if values else nodes[at].truth
    )


class Room:
    """An account of a round of its own: from the tree, the order, and what each node answered."""

    def __init__(self, nodes, kids, answers, *, cuts):
        self.nodes, self.kids, self.cuts = nodes, kids, cuts
        self.answers = {at: list(given) for at, given in answers.items()}
        self.sent, self.windows, self.slips, self.missed = {}, {}, set(), 0

    def value(self, at=0, low=-inf, high=inf):
        """What this node sends, with all that it asks below."""
        self.windows[at] = low, high
        best, got = None, []
        is_max = self.nodes[at].player == "MAX"
        for kid in self.kids[at]:
            if self.cuts and got and (high < inf if is_max else low > -inf):
                kind, _ = self.answers[at].pop(0)
                may = low >= high or (best >= high if is_max else best <= low)
                if kind == "cut":
                    self.slips |= set() if may else {at}
                    break
                self.missed += may
            below = low, high
            if self.cuts and got:
                below = (max(low, best), high) if is_max else (low, min(high, best))
            got.append(self.value(kid, *below))
            best = max(got) if is_max else min(got)
        else:
            kind, value = self.answers[at].pop(0)
            assert kind == "send"
            if got and value != best:
                self.slips.add(at)
            assert value in (got or [self.nodes[at].truth])
            best = value
        self.sent[at] = best
        return best


def seat_all(tree, phones):
    """So many phones that follow the news."""
    tokens = []
    for number in range(phones):
        tokens.append(tree.new_phone(f"10.0.0.{number % 250}"))
        tree.follows(tokens[-1], +1)
    return tokens


def play(tree, way, rng, wrong):
    """A round, in which each phone that is asked answers, and some are wrong; what was answered."""
    given = {at: [] for at in range(len(tree.nodes))}
    tree.begin(way)
    while not tree.is_over:
        at = rng.choice([at for at, turn in enumerate(tree.turns) if turn.question])
        number, answers = tree.turns[at].question, tree.answers(at)
        right = right_answer(tree.on_phone(tree.at_node(at)[0]))
        assert right == tree.right(at), "what a phone shows is enough"
        option = rng.randrange(len(answers)) if rng.random() < wrong else right
        given[at].append((str(answers[option].kind), answers[option].what))
        for token in tree.at_node(at):
            if tree.turns[at].question == number:
                tree.vote(token, number, option)
    return given


def right_answer(news):
    """What a phone should tap, from what it shows alone."""
    labels, player = news["options"], news["family"]["node"][1]
    if labels[0].startswith("Cut"):
        best = int(labels[0].split()[2])
        lines = news["family"]["window"]
        if lines == CLOSED:
            return 0
        alpha, beta = (line.replace("\u2212", "-").replace("\u221e", "inf") for line in lines)
        low, high = alpha.removeprefix("alpha "), beta.removeprefix("beta ")
        return int(not (best >= float(high) if player == "MAX" else best <= float(low)))
    return len(labels) - 1 if player == "MAX" else 0


SEVEN = grown((2, 2), Random(1))


def uneven(rng, most, depth=3):
    """A lecturer's tree of so many nodes at most: leaves on all levels, equal numbers too."""

    def part(level):
        ends = level == depth or (level and rng.random() < 0.3)
        return rng.randrange(9) if ends else [part(level + 1) for _ in range(rng.randrange(1, 4))]

    return next(one for one in iter(lambda: part(0), None) if len(planted(one)) <= most)


def test_a_lecturer_brings_a_tree():
    """Nested lists, with a sentence for what is none; phones are its nodes."""
    nodes = planted(read("[[3, 12, 8], 7, [14, [5, 2]]]"))
    assert [(node.name, node.player, node.truth) for node in nodes] == [
        ("A", "MAX", 7), ("B1", "MIN", 3), ("B2", "", 7), ("B3", "MIN", 5), ("C1", "", 3),
        ("C2", "", 12), ("C3", "", 8), ("C4", "", 14), ("C5", "MAX", 5), ("D1", "", 5),
        ("D2", "", 2),
    ]  # fmt: skip
    for text, words in {
        "[[3, 12": "is no tree",
        "7": "nested lists of whole numbers",
        "[[1.5, 2]]": "nested lists of whole numbers",
        "[[], 2]": "nested lists of whole numbers",
        "[[[[[[[[1]]]]]]]]": "at most 7 levels",
        str([[1] * 10] * 8): "80 leaves can't be read",
    }.items():
        with pytest.raises(ValueError, match=words):
            read(text)


def test_a_tree_of_ones_own_goes_on_with_itself_alone(tmp_path):
    """Yesterday's lecture had another tree, or a grown one: its phones and rounds are not these."""

    def begun(text):
        return classtree.class_tree(f"class-tree{text}")(Log(tmp_path / "votes.log"))

    tree = begun(":[[3, 12], [2, 4]]")
    seat_all(tree, 3)
    tree.begin("minimax")
    tree.log.close()
    again = begun(":[[3,12],[2,4]]")
    assert (again.goes_on, len(again.nodes)) == (True, 7)
    again.log.close()
    for text in (":[[1, 2, 3], [4, 5, 6]]", ""):
        other = begun(text)
        assert (other.goes_on, other.nodes, len(other.phones)) == (False, [], 0)
        other.log.close()


def test_nothing_takes_a_round_away_in_its_midst(tmp_path):
    """A new tree begins all anew, so its key is away from `r`, and waits for the round's end."""
    tree = tree_of(tmp_path)
    seat_all(tree, 3)
    tree.begin("minimax")
    nodes = tree.nodes

    def button():
        return next(one for one in tree.on_desk()["buttons"] if one[0] == "plant")[2]

    tree.commands["plant"]()
    assert (tree.nodes, tree.runs, button()) == (nodes, True, False)
    while tree.runs:
        tree.skip()
    assert (len(tree.rounds), button()) == (1, True)
    assert tree.keys["g"] == "plant"
    assert "t" not in tree.keys
    tree.commands["plant"]()
    assert tree.rounds == []


def test_a_tree_is_as_large_as_the_class():
    """Every shape can be planted, its value is minimax, and a node has a phone if it can."""
    for shape in SHAPES:
        nodes = planted(grown(shape, Random(1)))
        leaves = [node.truth for node in nodes if not node.kids]
        assert len({*leaves}) == len(leaves), "nobody's number is anybody else's"
        assert all(node.truth == minimax(nodes, at) for at, node in enumerate(nodes))
        assert all(nodes[kid].above == at for at, node in enumerate(nodes) for kid in node.kids)
        assert len({node.name for node in nodes}) == len(nodes)
    sizes = {
        phones: len(planted(grown(shape_for(phones), Random(1)))) for phones in (3, 7, 30, 300)
    }
    assert sizes == {3: 7, 7: 7, 30: 27, 300: 40}


@pytest.mark.parametrize("wrong", [RIGHT, WRONG])
@pytest.mark.parametrize("phones", [7, 30, 64])
def test_the_room_computes_what_a_search_does_and_errs_as_it_would(tmp_path, phones, wrong):
    """Root value, who was asked, windows, slips, and what climbs: as an account of its own says."""
    rng, climbed = Random(phones), Counter()
    tree = tree_of(tmp_path)
    seat_all(tree, phones)
    for number in range(60):
        if number % 8 == 0:
            own = uneven(rng, phones) if number % 16 else grown(shape_for(phones), Random(number))
            seats = {one: at % len(planted(own)) for at, one in enumerate(tree.phones)}
            tree.do({"plant": own, "seats": seats})
        way = [*WAYS][number % len(WAYS)]
        given = play(tree, way, rng, wrong)
        room = Room(tree.nodes, tree.kids, given, cuts=WAYS[way].cuts)
        assert tree.rounds[-1].value == room.value()
        assert not any(room.answers.values()), "an answer that nobody used"
        done = {at for at, turn in enumerate(tree.turns) if turn.stand is Stand.DONE}
        dark = {at for at, turn in enumerate(tree.turns) if turn.stand is Stand.DARK}
        assert done == {*room.sent}
        assert (done | dark, done & dark) == ({*range(len(tree.nodes))}, set())
        assert {at for at in done if tree.turns[at].slip} == room.slips
        assert all(tree.turns[at].window == room.windows[at] for at in done)
        assert tree.rounds[-1].missed == room.missed
        assert tree.rounds[-1].phones == sum(node in dark for node in tree.seats.values())
        if wrong == RIGHT:
            assert tree.rounds[-1].value == tree.nodes[0].truth
        wrongs = {at for at in done if tree.is_wrong(at)}
        assert not any(one["wrong"] or one["slip"] for one in tree.on_stage()["nodes"])
        tree.commands["reveal"]()
        told = enumerate(tree.on_stage()["nodes"])
        assert {(at, one["slip"]) for at, one in told if one["wrong"]} == {
            (at, at in room.slips) for at in wrongs
        }
        tree.commands["reveal"]()
        assert wrongs == {at for at in done if _differs(tree.nodes, room, at)}
        climbed[0 in wrongs, bool(wrongs)] += 1
        if not WAYS[way].cuts:  # whoever got only right numbers and sends a wrong one is a slip
            for at in wrongs:
                assert at in room.slips or wrongs & {*tree.nodes[at].kids}
    if wrong == WRONG:
        assert climbed[True, True] > 1, "none has climbed to the root"
        assert climbed[False, True] > 1, "none was swallowed on its way"


def _differs(nodes, room, at):
    low, high = room.windows[at]
    clamped = [min(max(value, low), high) for value in (room.sent[at], minimax(nodes, at))]
    return low < high and clamped[0] != clamped[1]


def test_order_matters(tmp_path):
    """With the worst moves first nobody is spared, with the best the most that can be."""
    rng, tree = Random(5), tree_of(tmp_path)
    seat_all(tree, 40)
    for _ in range(10):
        tree.plant()
        assert (tree.rounds, tree.on_stage()["title"]) == ([], "")
        dark = {}
        for way in WAYS:
            play(tree, way, rng, RIGHT)
            dark[way] = tree.rounds[-1].dark
        assert dark.pop("drawn") <= 20
        assert dark == {"minimax": 0, "worst": 0, "best": 20}
        leaves = [
            turn.stand for turn, node in zip(tree.turns, tree.nodes, strict=True) if not node.kids
        ]
        assert leaves.count(Stand.DONE) == 3**2 + 3**1 - 1, "the least that alpha-beta can do"


def test_a_round_begins_with_nothing_revealed(tmp_path):
    """What was shown of the round before would give the next one away."""
    tree = tree_of(tmp_path)
    seat_all(tree, 7)
    tree.begin("minimax")
    tree.commands["reveal"]()
    assert tree.reveal
    tree.begin("drawn")
    assert not tree.reveal
    assert ["reveal", "Show what is right", True, False] in tree.on_desk()["buttons"]


def test_many_phones_are_one_node_by_majority_and_the_machine_waits(tmp_path):
    """Most taps win, the first where as many say so; sleepers are answered for."""
    tree, leaf = tree_of(tmp_path), 3
    tokens = seat_all(tree, 7 * 3 - 1)
    tree.tick(100)
    tree.do({"plant": SEVEN, "seats": {one: at % 7 for at, one in enumerate(tree.phones)}})
    tree.begin("minimax")
    three, question = tree.at_node(leaf), tree.turns[leaf].question
    tree.vote(three[0], question, 0)
    assert tree.turns[leaf].question, "one of three is no majority"
    tree.vote(three[0], question, 0)
    assert tree.turns[leaf].question, "nor is it when it taps again"
    tree.vote(three[1], question, 0)
    assert tree.turns[leaf].value == tree.nodes[leaf].truth
    assert not tree.quiet, "nobody was late"
    for token in three:
        with pytest.raises(ValueError, match="closed"):
            tree.vote(token, question, 0)
    for token in (three[2], tree.at_node(5)[0]):  # whether its own is closed or open
        with pytest.raises(ValueError, match="closed"):
            tree.vote(token, tree.turns[4].question, 0)
    for odd in (True, "0", None, -1, 1):
        with pytest.raises(ValueError, match="no such answer"):
            tree.vote(tree.at_node(4)[0], tree.turns[4].question, odd)
    with pytest.raises(ValueError, match="no node"):
        tree.vote("a stranger", tree.turns[4].question, 0)
    tree.tick(100 + classtree.PATIENCE - 0.1)
    assert tree.turns[4].question
    tree.commands["pause"]()
    with pytest.raises(ValueError, match="pauses"):
        tree.vote(tree.at_node(4)[0], tree.turns[4].question, 0)
    tree.tick(500)
    assert tree.turns[4].question, "a pause takes nobody's time"
    tree.commands["pause"]()
    tree.tick(501)
    assert tree.turns[4].machine
    assert not tree.turns[leaf].machine
    assert {tokens[4], tokens[11], tokens[18]} <= tree.quiet
    late = tree.new_phone("10.0.0.9")
    assert tree.seats[late] in {4, 5, 6}, "where the others sleep"
    tree.begin("minimax")
    tree.tick(501 + classtree.AWAY)
    assert tree.turns[5].machine, "who has slept once is not waited for again"
    assert not tree.turns[leaf].machine
    tree.vote(three[0], tree.turns[leaf].question, 0)
    tree.vote(three[1], tree.turns[leaf].question, 0)
    while tree.turns[2].question == 0:
        tree.skip()
    sleepers = tree.at_node(2)
    tree.quiet |= {*sleepers}
    tree.vote(sleepers[0], tree.turns[2].question, 1)
    assert sleepers[0] not in tree.quiet, "it is awake again"
    assert tree.turns[2].value == max(tree.turns[2].got.values()), "and nobody else is"


def test_where_phones_disagree_more_than_half_decide_or_the_first(tmp_path):
    """Two of four are no majority; when all have tapped, the first tap breaks a tie."""
    tree = tree_of(tmp_path)
    seat_all(tree, 10)
    seats = dict(zip(tree.phones, [1, 1, 1, 1, 2, 2, 3, 4, 5, 6], strict=True))
    tree.do({"plant": SEVEN, "seats": seats})
    tree.begin("minimax")
    tree.skip()
    four, two = tree.at_node(1), tree.at_node(2)
    for token in four[:2]:
        tree.vote(token, tree.turns[1].question, 1)
    assert tree.turns[1].question, "half is not more than half"
    tree.vote(four[2], tree.turns[1].question, 0)
    tree.vote(four[3], tree.turns[1].question, 0)
    assert tree.turns[1].value == max(tree.turns[1].got.values())
    tree.vote(two[0], tree.turns[2].question, 1)
    tree.vote(two[1], tree.turns[2].question, 0)
    assert tree.turns[2].value == max(tree.turns[2].got.values())


def test_whoever_sees_something_new_is_told(tmp_path):
    """No phone waits for news that it has; in alpha-beta windows reach far down."""
    tree, rng = tree_of(tmp_path), Random(3)
    tokens = seat_all(tree, 20)

    def seen():
        return {one: {**tree.on_phone(one), "number": 0, "mine": 0} for one in tokens}

    def after(work, *given):
        before, bells = seen(), {one: tree.changes_of(one).number for one in tokens}
        stage = tree.stage.number
        work(*given)
        now = seen()
        assert tree.stage.number > stage
        for one in tokens:
            assert now[one] == before[one] or tree.changes_of(one).number > bells[one]

    after(tree.plant)
    for way in WAYS:
        after(tree.begin, way)
        while not tree.is_over:
            at = rng.choice([at for at, turn in enumerate(tree.turns) if turn.question])
            option = rng.randrange(len(tree.answers(at)))
            for token in tree.at_node(at)[:2]:
                if tree.turns[at].question:
                    after(tree.vote, token, tree.turns[at].question, option)
            if not tree.is_over and rng.random() < 0.2:
                after(tree.skip)
        for command in ("reveal", "pause", "pause", "reveal"):
            after(tree.commands[command])


def facts(tree):
    """Where the round is, and who is what."""
    turns = [{**vars(one), "since": 0} for one in tree.turns]
    more = tree.nodes, tree.kids, tree.seats, tree.rounds, tree.missed, tree.paused, tree.reveal
    return str((turns, more, tree.number, tree.key, dict(tree.phones)))


def test_a_tree_that_was_killed_goes_on_where_it_was(tmp_path):
    """Cut its log at any byte: the next one is where the class was, with every tap."""

    def lesson(tree):
        seat_all(tree, 9)
        rng = Random(2)
        tree.plant()
        for way in WAYS:
            play(tree, way, rng, WRONG)
            tree.new_phone("10.1.1.1")
        tree.commands["reveal"]()

    tree, _ = goes_on_wherever_it_ended(tmp_path, tree_of, facts, lesson)
    assert len(list(tmp_path.iterdir())) > 50
    tree.end()
    assert not tree_of(tmp_path / "whole").goes_on


@pytest.mark.slow
def test_three_hundred_phones_at_real_sockets_are_the_tree():
    """Nothing they answer is lost; who leaves is answered for, who comes late takes that place.

    `pytest -s -k three_hundred tests/studio/test_classtree.py` prints the seconds of each round.
    """
    shows, left, said = {}, set(), Counter()

    def follow(phone):
        """Answer what is asked, as long as this phone stays."""
        while phone not in left:
            news = shows[phone] = phone.news()
            if news.get("open") and news["mine"] is None and phone not in left:
                said[phone.vote(news["question"], right_answer(news))] += 1

    def wait(until):
        end = time.monotonic() + 60
        while not until():
            assert time.monotonic() < end
            time.sleep(0.01)

    with open_hall(tree_of) as server, ThreadPoolExecutor(310) as pool:
        tree = server.hall

        def join(many):
            phones = [*pool.map(Phone, [server.port] * many)]
            following.extend(pool.submit(follow, phone) for phone in phones)
            wait(lambda: all(phone in shows or phone in left for phone in phones))
            return phones

        def compute(way):
            began, cpu, rounds = time.perf_counter(), time.process_time(), len(tree.rounds)
            server.lead(lambda: tree.begin(way))
            wait(lambda: len(tree.rounds) > rounds)
            one, cpu = tree.rounds[-1], time.process_time() - cpu
            print(f"{tree.said(one)} {time.perf_counter() - began:.1f} s, {cpu:.1f} CPU s")
            assert (one.value, one.missed) == (tree.nodes[0].truth, 0)
            # What each phone shows in the end: so many were never asked.
            wait(lambda: sum(shows[phone]["dark"] for phone in shows) == one.phones)
            return one.dark, [at for at, turn in enumerate(tree.turns) if turn.machine]

        following = []
        phones = join(300)
        server.lead(tree.plant)
        wait(lambda: len(tree.nodes) == 40)
        counted = {way: compute(way) for way in WAYS}
        assert counted.pop("drawn")[0] <= 20
        assert counted == {"minimax": (0, []), "worst": (0, []), "best": (20, [])}
        # All phones of the last leaf leave.
        leaves = [phone for phone in phones if tree.seats[phone.token] == 39]
        left |= {*leaves}
        assert compute("minimax") == (0, [39])
        late = join(5)
        assert {tree.seats[phone.token] for phone in late} == {39}
        assert compute("minimax") == (0, [])
        left |= {*shows}
        server.lead(tree.plant)
        for one in following:
            one.result(60)
        tree.log.settle()
        votes = [one for one in recovered(tree.log.path.read_bytes()).entries if "vote" in one]
        print(f"{len(votes)} answers kept of {said[200]}, {said[409]} came when most had answered")
        assert (len(votes), {*said}) == (said[200], {200, 409})
