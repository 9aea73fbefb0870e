"""Questions that compare two measures: what fraction, what percent, what is the difference, how much greater.

Both measures must be told; a solid that is said to occupy part of another must be inscribed in it.
"""

from collections.abc import Iterator

from agents.language.offline_reader.sentences.phrases import measure
from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.algebra import Value
from agents.language.offline_reader.text.state import Parses, State, phrase, word


def compared(state: State) -> Iterator[tuple[Value, bool, State]]:
    """The value that is asked for and whether it is asked for in per cent."""
    for percent, opened in _share(state):
        for whole, after in measure(opened):
            for verb in word(after, "is"):
                for part, end in measure(verb):
                    if part.dimension == whole.dimension:
                        yield Value(f"({part.text}) / ({whole.text})", "number"), percent, end
        for value, end in _occupied(opened):
            yield value, percent, end
    for value, end in _difference(state):
        yield value, False, end


def _share(state: State) -> Iterator[tuple[bool, State]]:
    for opened in phrase(state, "what fraction of"):
        yield False, opened
    for opened in phrase(state, "what percent of", "what percentage of"):
        yield True, opened


def _occupied(state: State) -> Parses[Value]:
    """`the cube is occupied by the sphere`, `the volume of the cube is taken up by the sphere`."""
    for opened in (*phrase(state, "the volume of"), state):
        for outer, after in solid(opened):
            for verb in phrase(after, "is occupied by", "is filled by", "is taken up by", "is inside", "does"):
                for inner, end in solid(verb):
                    for last in phrase(end, "occupy") if verb.tokens[verb.at - 1].word == "does" else (end,):
                        if any(f"given inscribed({inner}, {outer})" in fact.lines for fact in last.facts):
                            yield Value(f"volume({inner}) / volume({outer})", "number"), last


def _difference(state: State) -> Parses[Value]:
    """`the difference between A and B`, `how much greater is A than B`."""
    for ask in phrase(state, "what is", "find", "compute", "determine"):
        for opened in phrase(ask, "the difference between", "the positive difference between"):
            for one, two, end in _two(opened, "and"):
                yield Value(f"abs({one.text} - {two.text})", one.dimension), end
    for adjective in ("greater", "larger", "more", "longer"):
        for opened in phrase(state, f"how much {adjective} is"):
            for one, two, end in _two(opened, "than"):
                yield Value(f"({one.text} - {two.text})", one.dimension), end


def _two(state: State, between: str) -> Iterator[tuple[Value, Value, State]]:
    for one, after in measure(state):
        for joined in word(after, between):
            for two, end in measure(joined):
                if one.dimension == two.dimension:
                    yield one, two, end
