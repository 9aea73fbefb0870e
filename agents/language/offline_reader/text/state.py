"""The state of a backtracking parser, and its smallest rules: words, signs, phrases, lists.

A rule is a generator: it takes a `State` and yields every parse from there as (value, next state). States are frozen,
so a failed parse leaves nothing behind. Only `Reach` is shared: it limits the steps and keeps the farthest token for
the message of a rejection.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeVar

from agents.language.offline_reader.text.tokens import Token

T = TypeVar("T")

MOST_STEPS = 60_000
"""Steps after which a statement is rejected; plain problems need a few hundred."""


class TooLong(Exception):  # noqa: N818
    """The statement needs more than `MOST_STEPS` steps."""


@dataclass
class Reach:
    """Shared by all states of one statement: the farthest token any rule consumed, and the steps taken."""

    farthest: int = 0
    """One past the last token that any rule consumed."""
    steps: int = 0
    """Steps taken."""

    def tick(self, at: int) -> None:
        self.farthest = max(self.farthest, at)
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLong


@dataclass(frozen=True)
class Solid:
    """A solid of the statement."""

    name: str
    """Its name in the figure."""
    kind: str
    """A kind of the kernel's catalogue."""
    nouns: frozenset[str]
    """Words that name it, such as `cylinder` and `can`."""
    span: tuple[int, int]
    """First and last token of its introduction."""
    marks: frozenset[str] = frozenset()
    """What distinguishes it from others of its kind, such as `larger`."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Its labels as the figure writes them; empty while it has none."""
    dashed: bool = True
    """Whether the statement shows the groups of the labels."""
    sides: int = 0
    """Sides of the base, 0 when unknown or none."""
    right: bool = False
    """Whether the statement calls it right (or regular)."""
    regular: bool = False
    """Whether the statement calls it regular."""
    base: str = ""
    """Shape of the base, such as `square`."""
    invented: bool = False
    """Whether the labels are the reader's own."""

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for group in self.groups for label in group)


@dataclass(frozen=True)
class Fact:
    """Lines of the figure and the tokens they were read from."""

    lines: tuple[str, ...]
    """In the notation; quantities still carry their units."""
    first: int
    """First token."""
    last: int
    """Last token, included."""


@dataclass(frozen=True)
class State:
    """A place in the statement and everything read before it."""

    tokens: tuple[Token, ...]
    """The whole statement."""
    spare: tuple[str, ...]
    """Labels that the statement does not use."""
    reach: Reach = field(compare=False)
    """Shared by all parses of the statement."""
    at: int = 0
    """The next token."""
    end: int = 0
    """End of the current sentence."""
    begin: int = 0
    """Start of the current sentence."""
    solids: tuple[Solid, ...] = ()
    """Solids introduced so far."""
    mentioned: tuple[str, ...] = ()
    """Solids mentioned in this sentence, the last one last."""
    before: tuple[str, ...] = ()
    """Solids mentioned in the sentence before this one."""
    points: frozenset[str] = frozenset()
    """Declared points that belong to no solid."""
    meanings: tuple[tuple[str, str, str], ...] = ()
    """Letters for measures of the figure: letter, expression, dimension."""
    announced: tuple[frozenset[str], ...] = ()
    """Labels of solids named anywhere in the statement."""
    polygons: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Stated shapes, such as ("square", (A, B, C, D))."""
    faces: tuple[tuple[str, ...], ...] = ()
    """Corners of what the statement calls faces, in order."""
    edges: frozenset[frozenset[str]] = frozenset()
    """Pairs of labels that the statement calls edges."""
    facts: tuple[Fact, ...] = ()
    """Lines of the figure, in the order of the statement."""
    diagram: tuple[tuple[int, int], ...] = ()
    """References to a drawing: first and last token."""
    subject: str = ""
    """The solid of the last clause of this sentence."""
    thread: str = ""
    """Number of turns of a thread round the solid, `?` while unknown."""
    sector: tuple[str, str] = ("", "")
    """Radius of a sheet cut into sectors, and the share of the circle that each has."""
    cut: str = ""
    """The solid and the plane that cuts it in two: `k, plane(A, B, C)`."""
    change: tuple[str, str] = ("", "")
    """Names of a solid and of the same solid after a change."""
    changed: tuple[str, ...] = ()
    """Keys of the changed measures."""
    target: str = ""
    """What is asked for, in the notation; empty until the question is read."""
    target_dimension: str = ""
    """Dimension of the target."""
    percent: bool = False
    """Whether the target is a percentage."""
    question: tuple[int, int] = (0, 0)
    """First and last token of the question."""
    answer_unit: str = ""
    """Unit of the answer."""

    @property
    def token(self) -> Token | None:
        return self.tokens[self.at] if self.at < self.end else None

    def moved(self, count: int = 1) -> "State":
        self.reach.tick(self.at + count)
        return replace(self, at=self.at + count)

    def with_fact(self, first: int, *lines: str) -> "State":
        """This state with lines read from the tokens since `first`."""
        last = max(first, self.at - 1)
        return replace(self, facts=(*self.facts, Fact(lines, first, last)))

    def meaning(self, letter: str) -> tuple[str, str] | None:
        """Expression and dimension of a letter."""
        found = [(text, dimension) for known, text, dimension in self.meanings if known == letter]
        return found[0] if found else None

    def solid(self, name: str) -> Solid:
        return next(solid for solid in self.solids if solid.name == name)

    def with_solid(self, solid: Solid) -> "State":
        """This state with a solid added or replaced."""
        others = [solid if known.name == solid.name else known for known in self.solids]
        if solid.name not in {known.name for known in self.solids}:
            others.append(solid)
        return replace(self, solids=tuple(others))

    def mentions(self, name: str) -> "State":
        return replace(self, mentioned=(*(m for m in self.mentioned if m != name), name))

    def labels(self) -> frozenset[str]:
        """Every label of a point, vertices of announced solids included."""
        return self.points.union(*(solid.labels for solid in self.solids), *self.announced)

    def declared(self) -> frozenset[str]:
        """Every label of a declared point."""
        return self.points.union(*(solid.labels for solid in self.solids))

    def known_run(self, count: int = 0) -> Iterator[tuple[tuple[str, ...], "State"]]:
        """A run of exactly `count` known labels, or of three and more."""
        token = self.token
        if token is None or len(token.groups) != 1 or not set(token.labels) <= self.labels():
            return
        if len(token.labels) == count or (not count and len(token.labels) >= 3):
            yield token.labels, self.moved()

    def take_spare(self, count: int) -> tuple[tuple[str, ...], "State"]:
        return self.spare[:count], replace(self, spare=self.spare[count:])


Parses = Iterator[tuple[T, State]]
"""Every parse: what was read and the state behind it."""
Rule = Callable[[State], Iterator[tuple[T, State]]]


# Small parsers


def word(state: State, *choices: str) -> Iterator[State]:
    """One of these words."""
    token = state.token
    if token is not None and token.word in choices:
        yield state.moved()


def sign(state: State, *choices: str) -> Iterator[State]:
    """One of these signs."""
    token = state.token
    if token is not None and token.text in choices and not token.word:
        yield state.moved()


def phrase(state: State, *phrases: str) -> Iterator[State]:
    """One of these phrases, their words and signs separated by spaces; the longest first."""
    token = state.token
    if token is None:
        return
    for parts in _by_first_word(phrases).get(token.key, ()):
        window = state.tokens[state.at + 1 : min(state.end, state.at + 1 + len(parts))]
        if len(window) == len(parts) and all(part == t.key for part, t in zip(parts, window, strict=True)):
            yield state.moved(1 + len(parts))


@cache
def _by_first_word(phrases: tuple[str, ...]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The phrases by their first word, the longest first: a lookup instead of a scan."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for first, *rest in sorted((text.split() for text in dict.fromkeys(phrases)), key=len, reverse=True):
        found.setdefault(first, []).append(tuple(rest))
    return {first: tuple(parts) for first, parts in found.items()}


def skip(state: State, *phrases: str) -> State:
    """Past one of these phrases, if there is one."""
    return next(phrase(state, *phrases), state)


def joint(state: State) -> Iterator[State]:
    """A separator of list items."""
    yield from phrase(state, ", and", ",", "and")


def listed(state: State, rule: Rule[T], least: int = 1) -> Parses[tuple[T, ...]]:
    """Items separated by commas and `and`; the longest list first."""
    for first, after in rule(state):
        for rest, end in _more(after, rule):
            if 1 + len(rest) >= least:
                yield (first, *rest), end


def _more(state: State, rule: Rule[T]) -> Parses[tuple[T, ...]]:
    for between in joint(state):
        for item, after in rule(between):
            for rest, end in _more(after, rule):
                yield (item, *rest), end
    yield (), state
