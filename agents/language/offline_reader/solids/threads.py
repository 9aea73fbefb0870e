"""Threads wound evenly round a cylinder from bottom to top.

The wording of such sentences varies and the content does not, so they are read as a bag of words from a closed list
with exactly one number: the turns. A sentence with any other word is rejected.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.text.algebra import NUMBER_WORDS, Value
from agents.language.offline_reader.text.state import Parses, State, phrase
from agents.language.offline_reader.text.units import past_of
from agents.language.offline_reader.text.vocabulary import words

_NOUNS = words("string rope ribbon stripe strip")
_WINDING = words("wrapped wound winds loops spiraling painted attached")
_BAG = words(
    "a the is then it its around on from at of to in as before such way that has evenly tightly exactly full times "
    "once starting finishing bottom top edge edges point spot directly above reaches where left spiral circumference "
    "base , and by"
)


def thread(state: State) -> Iterator[State]:
    """The rest of a sentence about a thread round the only solid."""
    rest = [token.word or token.text for token in state.tokens[state.at : state.end]]
    if len(state.solids) != 1 or state.solids[0].kind != "cylinder":
        return
    if not (_NOUNS & set(rest) and _WINDING & set(rest)) and not (state.thread and rest[:2] == ["it", "reaches"]):
        return
    counts = [_turns(rest, i) for i in range(len(rest))]
    stated = [count for count in counts if count]
    known = _BAG | _NOUNS | _WINDING | state.solids[0].nouns
    repeated = len(stated) > 1 or (stated and state.thread not in ("", "?"))
    if not repeated and all(count or word in known for word, count in zip(rest, counts, strict=True)):
        yield replace(state.moved(len(rest)), thread=stated[0] if stated else state.thread or "?")


def _turns(rest: list[str], at: int) -> str:
    """The number at a place, if it counts turns: `once`, `three times`, `four full times`."""
    if rest[at] == "once":
        return "1"
    following = [word for word in rest[at + 1 : at + 3] if word != "full"]
    number = NUMBER_WORDS.get(rest[at], rest[at] if rest[at].isdigit() else "")
    return number if number and following[:1] == ["times"] else ""


def thread_length(state: State) -> Parses[Value]:
    """`the length of the string`."""
    if state.thread in ("", "?") or len(state.solids) != 1:
        return
    for opened in phrase(state, "the length"):
        for of in past_of(opened, 1):
            for end in phrase(of, *(f"the {noun}" for noun in sorted(_NOUNS))):
                yield Value(f"helix({state.solids[0].name}, {state.thread})", "length"), end
