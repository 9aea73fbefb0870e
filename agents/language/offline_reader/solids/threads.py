"""Threads that wind evenly round a cylinder from bottom to top.

Such sentences vary in wording but not in content, so they are read as a bag of words from a closed list, with exactly
one number: how often the thread goes round. Any other word in them, and they are not read.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.text.algebra import NUMBER_WORDS, Value
from agents.language.offline_reader.text.state import Parses, State, phrase
from agents.language.offline_reader.text.units import past_of
from agents.language.offline_reader.text.word_lists import words

NOUNS = words("string rope ribbon stripe strip wire thread cord vine")
_WINDING = words("wrapped wound winds loops spiraling spirals wraps wrap painted circles coiled attached")
_BAG = (
    NOUNS
    | _WINDING
    | words(
        "a the is then it its around on onto from at of to in as before such way that has been evenly tightly exactly "
        "full complete times time once twice starting finishing ending start finish starts ends bottom top edge "
        "edges point "
        "spot directly above reaches reach where left spiral circumference base , and by out"
    )
)
_TIMES = {"once": "1", "twice": "2"}


def thread(state: State) -> Iterator[State]:
    """A whole sentence (or the rest of one) about a thread round the only solid."""
    rest = state.tokens[state.at : state.end]
    nouns = set(NOUNS)
    solids = state.solids
    if len(solids) != 1 or solids[0].kind != "cylinder" or not rest:
        return
    words = [token.word or token.text for token in rest]
    if not (nouns & set(words) and _WINDING & set(words)) and not (state.thread and words[:2] == ["it", "reaches"]):
        return
    counts = [_count(words, i) for i in range(len(words))]
    told = [count for count in counts if count]
    known = _BAG | solids[0].nouns
    if (
        len(told) > 1
        or (told and state.thread not in ("", "?"))
        or not all(_allowed(w, c, known) for w, c in zip(words, counts, strict=True))
    ):
        return
    yield replace(state.moved(len(rest)), thread=told[0] if told else state.thread or "?")


def _count(words: list[str], at: int) -> str:
    if words[at] in _TIMES:
        return _TIMES[words[at]]
    following = [word for word in words[at + 1 : at + 3] if word not in ("full", "complete")]
    number = NUMBER_WORDS.get(words[at], words[at] if words[at].isdigit() else "")
    return number if number and following[:1] == ["times"] else ""


def _allowed(word: str, count: str, known: frozenset[str]) -> bool:
    return bool(count) or word in known


def thread_length(state: State) -> Parses[Value]:
    """`the length of the string`."""
    if state.thread in ("", "?") or len(state.solids) != 1:
        return
    for opened in phrase(state, "the length", "the minimum length", "the shortest length"):
        for of in past_of(opened, 1):
            for end in phrase(of, *(f"the {noun}" for noun in sorted(NOUNS))):
                yield Value(f"helix({state.solids[0].name}, {state.thread})", "length"), end
