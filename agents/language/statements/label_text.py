"""Finding the labels of a figure's points in English with LaTeX, in all usual spellings.

`A_1B_1`, `A_{1} B_{1}`, `A₁B₁`, `A'`, `P-ABCD`, `\\triangle PAB`, "points A, B and C" are found, inside `$...$` and
outside. Not labels: letters inside words and LaTeX commands, text in `\\text{...}` that is not a label, units, the
article "A" and the pronoun "I", letters of options, a letter with an index that is not a number (`S_{base}`), and every
letter that is not a label of the figure. A run that contains an unknown letter is skipped as a whole.
"""

import re
from collections.abc import Iterator, Set

from geometry.notation.labels import LABEL_PATTERN, normalise_label
from geometry.record import Record


class LabelSpan(Record):
    """A run of labels in a text."""

    start: int
    end: int
    """The position in the text, end exclusive."""
    labels: tuple[str, ...]
    """The labels in order, in the figure's spelling."""
    in_math: bool
    """Whether it is between dollar signs (or in `\\(...\\)`, `\\[...\\]`)."""


_MATH = re.compile(r"\$\$.+?\$\$|\$[^$]+\$|\\\(.+?\\\)|\\\[.+?\\\]", re.DOTALL)
_COMMAND = re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}|\\[A-Za-z]+|\\.")
_UPRIGHT = re.compile(r"\\(?:text|textrm|textbf|textit|mathrm|mathbf|mathit|operatorname\*?|mbox|rm)\s*\{([^{}]*)\}")
_WORD = re.compile(r"[A-Za-z]*[a-z][A-Za-z]*")
_MARK = re.compile(r"⟦[^⟦⟧]*⟧")

_LABEL = re.compile(LABEL_PATTERN)
_NAMED_INDEX = re.compile(r"[A-Z]\s*_\s*(?:\{(?!\s*\d+\s*\})|[A-Za-z\\])")
_OPTION = re.compile(r"(?<![\w$\\{}-])\(?([A-H])(?:\)|[.．、:](?=\s))(?!\s*[=,])")
_LINE_OPTION = re.compile(r"(?m)^[ \t]*\(?([A-H])[.)．、:](?=\s)")
_UNIT = re.compile(r"\d\s?$")
_UNIT_LETTERS = frozenset("NJWVKCFLM")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;]\s+|\n\s*|[\"“(]\s*)$")
_AFTER_SUBJECT = re.compile(r"\s*(?:[,=)∈⊥∥]|(?:is|are|and|or|lies|lie|to|moves|divides|coincides|such|be)\b|$)")
_POINT_BEFORE = re.compile(
    r"(?:[Ll]et|[Cc]all|[Pp]oints?|vertex|vertices|corners?|apex|at|from|to|through|and|or|of|,)\s+\$?$"
)


def find_labels(text: str, known: Set[str]) -> tuple[LabelSpan, ...]:
    """Every run of known labels in order; labels that touch or, in math, are separated by spaces only are one run."""
    maths = [match.span() for match in _MATH.finditer(text)]
    blank = _blanked(text, maths)
    spans = []
    for start, end in _candidates(blank, maths):
        in_math = _inside(start, maths)
        found = _read_run(text[start:end], known)
        if not found:
            continue
        labels, used = found
        end = start + used
        if _is_run(text, start, end, labels, in_math):
            spans.append(LabelSpan(start=start, end=end, labels=labels, in_math=in_math))
    return tuple(spans)


def _inside(place: int, maths: list[tuple[int, int]]) -> bool:
    return any(a <= place < b for a, b in maths)


def _blanked(text: str, maths: list[tuple[int, int]]) -> str:
    """The text at the same length, with everything that cannot contain labels replaced by NUL."""
    chars = list(text)

    def hide(a: int, b: int) -> None:
        chars[a:b] = "\0" * (b - a)

    for match in _MARK.finditer(text):
        hide(*match.span())
    for match in _UPRIGHT.finditer(text):
        if re.search(r"[a-z]", match[1]):
            for word in _WORD.finditer(text, *match.span(1)):
                hide(*word.span())
    for match in _COMMAND.finditer(text):
        # A prime belongs to the label before it.
        if match[0] != "\\prime":
            hide(*match.span())
    for match in _WORD.finditer("".join(chars)):
        if match[0] != "prime" and not _is_product(match, text, maths):
            hide(*match.span())
    for match in _options(text, maths):
        hide(*match.span(1))
    for match in _NAMED_INDEX.finditer(text):
        hide(match.start(), match.start() + 1)
    return "".join(chars)


def _is_product(match: re.Match[str], text: str, maths: list[tuple[int, int]]) -> bool:
    """Whether letters in math are factors or a label next to a lower-case letter, not a word: `aAB`."""
    return _inside(match.start(), maths) and not _in_braces(match, text) and len(re.findall(r"[a-z]", match[0])) == 1


def _in_braces(match: re.Match[str], text: str) -> bool:
    return text[: match.start()].endswith("{") and text[match.end() :].startswith("}")


def _options(text: str, maths: list[tuple[int, int]]) -> list[re.Match[str]]:
    """Letters that number the choices of a question: at the start of a line, or A, B, C ... in order."""
    found = [m for m in _LINE_OPTION.finditer(text) if not _inside(m.start(1), maths)]
    row: list[re.Match[str]] = []
    for match in _OPTION.finditer(text):
        if _inside(match.start(1), maths):
            continue
        if match[1] == "A":
            row = [match]
        elif row and ord(match[1]) == ord(row[-1][1]) + 1:
            row.append(match)
        if len(row) >= 3:
            found += row
    return found


def _candidates(blank: str, maths: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Pieces that begin with a label and contain only labels; spaces inside math do not end a piece."""
    place = 0
    while match := _LABEL.search(blank, place):
        start, end = match.span()
        gap = re.compile(r"[ ~]*") if _inside(start, maths) else re.compile(r"[ ]?")
        while True:
            end = _with_index(blank, end)
            after = gap.match(blank, end)
            following = _LABEL.match(blank, after.end() if after else end)
            if not following or not _may_join(blank, end, following, _inside(start, maths)):
                break
            end = following.end()
        place = max(end, start + 1)
        if start and blank[start - 1].isalpha() and not _inside(start, maths):
            continue
        yield start, end


def _with_index(blank: str, end: int) -> int:
    """The end of a label whose index is separated by spaces, as in `A _ { 1 }` or `A ^ { \\prime }`."""
    spaced = re.compile(r"\s*_\s*\{\s*\d+\s*\}|\s*_\s*\d+|\s*\^\s*\{?\s*(?:\\prime\s*)+\}?").match(blank, end)
    return spaced.end() if spaced else end


def _may_join(blank: str, end: int, following: re.Match[str], in_math: bool) -> bool:
    if following.start() == end or in_math:
        return True
    # In prose only single letters separated by spaces are one run: "A B C D", but not "AB CD".
    before = re.search(rf"(?:^|[^A-Za-z0-9])({LABEL_PATTERN})$", blank[:end])
    after = blank[following.end() : following.end() + 1]
    return bool(before) and not (after.isalnum() or after == "\0")


def _read_run(piece: str, known: Set[str]) -> tuple[tuple[str, ...], int] | None:
    """The labels of a piece and how much of it they take; None when one of them is unknown."""
    labels: list[str] = []
    place = 0
    while place < len(piece):
        if piece[place] in " ~":
            place += 1
            continue
        match = _LABEL.match(piece, place)
        if not match:
            return None
        end = _with_index(piece, match.end())
        label = normalise_label(re.sub(r"\s+", "", piece[place:end]))
        if label not in known and label.rstrip("'") in known and end == len(piece):
            # A closing quotation mark or a genitive, not a prime.
            label, end = label.rstrip("'"), place + len(piece[place:end].rstrip("'’‘`′″"))
            return (*labels, label), end
        if label not in known:
            return None
        labels.append(label)
        place = end
    return tuple(labels), place


def _is_run(text: str, start: int, end: int, labels: tuple[str, ...], in_math: bool) -> bool:
    """Whether the context allows these letters to be labels."""
    before, after = text[:start], text[end:]
    if before.endswith("\\") or (re.match(r"[a-z]", after) and not in_math):
        return False
    if in_math or len(labels) > 1 or end - start > 1:
        return True
    letter = labels[0]
    if letter in _UNIT_LETTERS and _UNIT.search(before):
        return False
    if letter == "A" and _SENTENCE_START.search(before):
        return bool(_AFTER_SUBJECT.match(after))
    if letter == "I":
        spoken = re.match(r"\s+(?:am|have|know|think|can|will|want|need|get|see|find|do|was)\b", after)
        return bool(_POINT_BEFORE.search(before) and not spoken) or bool(re.match(r"\s*[,=]|\s*$|\.", after))
    return True
