"""The last touch on a recoloured question: articles, plain multiples, planes by their points, letters like colours.

Works on any author's text. Changes no content: every point, number and relation stays where it is.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from agents.language.wording.naming import ORDINALS, listed

_POINT = r"(?:P_\{[a-z]+(?: [a-z]+)*\}|[A-Z](?:_\{?\d+\}?)?'*)"
_COLOURED = re.compile(r"P_\{[a-z]")
_PLANE = re.compile(rf"(?:\b([Tt]he) )?\b([Pp]lane) \$((?:{_POINT}){{3,}})\$")
_PLANES = re.compile(rf"(?:\b[Tt]he )?\b([Pp])lanes \$((?:{_POINT}){{3,}})\$ and \$((?:{_POINT}){{3,}})\$")
_ARTICLE = re.compile(
    r"(?<![Tt]he )(?<![Tt]his )(?<!\ba )\b((?:[Ll]ine|[Pp]lane|[Ss]egment|[Rr]ay|[Tt]riangle|[Qq]uadrilateral"
    r"|[Pp]entagon|[Hh]exagon)s? )(?=\$)"
)
_FREE_LETTERS = "TUVWXYZKLMNQRSJIHGFEDCBA"
_FREE_PLANES = ("alpha", "beta", "gamma", "delta", "sigma", "omega")
_LONE_P = re.compile(r"(?<![a-z\\])P(?![a-z]|_\{[a-z])")
_MATH = re.compile(r"\$[^$]*\$")
_MULTIPLES = {"2": "twice", "3": "three times", "4": "four times", "5": "five times", "6": "six times"}
_SHARES = {("1", "2"): "half", ("1", "3"): "a third of", ("2", "3"): "two thirds of"}
_SHARES |= {("1", "4"): "a quarter of", ("3", "4"): "three quarters of", ("1", "5"): "a fifth of"}
_TIMES = re.compile(r"\b(?:equals|is) \$(?:(\d)|\\frac\{(\d)\}\{(\d)\}|(\d)/(\d))\$ times\b")
_ORDINAL = "|".join(ORDINALS)
_SENTENCES = re.compile(r"(?<=[.?!]) (?=[A-Z$])")
_INTRODUCED = re.compile(rf"Consider an? (?P<which>{_ORDINAL}) (?P<noun>[a-z]+)\.")
_MEASURE = re.compile(
    rf"The (?P<what>[a-z ]+) of the (?P<which>{_ORDINAL}) (?P<noun>[a-z]+) (?P<value>(?:is|equals) .+)\."
)
_COUNTS = ("", "", "two", "three", "four", "five", "six", "seven", "eight")
_NTHS = {"2": "half of", "3": "one third of", "4": "one quarter of", "5": "one fifth of", "6": "one sixth of"}
_NTHS |= {"8": "one eighth of", "9": "one ninth of", "10": "one tenth of", "12": "one twelfth of"}
_OF_DIFFERENCE = re.compile(
    r"(?<=What is the ratio of )(the (?!absolute )[^$?,]+?) minus (the [^$?,]+?) to (?=the [^$?,]+\?)"
)
_DIVIDED = re.compile(r"(?<=What is )(the [^$?.]+?) divided by \$(\d+)\$(?=\?)")


def polished(text: str) -> str:
    """The text as people like to read it."""
    apart = _PLANES.sub(lambda found: f"{found[1]}lane ${found[2]}$ and plane ${found[3]}$", text)
    apart = " ".join(_together(_SENTENCES.split(apart)))
    apart = _OF_DIFFERENCE.sub(r"the difference between \1 and \2 to ", apart)
    plain = _DIVIDED.sub(_as_part, _TIMES.sub(_as_multiple, apart))
    return _ARTICLE.sub(_with_article, _PLANE.sub(_through_points, plain))


def _together(sentences: Sequence[str]) -> Iterator[str]:
    """Sentences that introduce or measure things of one kind in a row, as one sentence."""
    for pattern, group in groupby(sentences, _likeness):
        run = list(group)
        found = [pattern[0].fullmatch(each) for each in run] if pattern else []
        which = [each["which"] for each in found if each]
        if len(which) < 2 or len(which) >= len(_COUNTS):
            yield from run
        elif pattern and pattern[0] is _INTRODUCED:
            yield f"Consider {_COUNTS[len(which)]} {pattern[1]}s."
        else:
            assert found[0]
            owners = listed(f"of the {each}" for each in which)
            yield f"The {found[0]['what']} {owners} {found[0]['noun']} {found[0]['value']}."


def _likeness(sentence: str) -> tuple[re.Pattern[str], str, str, str] | None:
    """What sentences must have in common to be one; None for any other sentence."""
    for pattern in (_INTRODUCED, _MEASURE):
        if found := pattern.fullmatch(sentence):
            return pattern, found["noun"], found.groupdict().get("what", ""), found.groupdict().get("value", "")
    return None


def _as_multiple(found: re.Match[str]) -> str:
    """`equals $2$ times` as `is twice`."""
    whole, *parts = found.groups()
    said = _MULTIPLES.get(whole or "") or _SHARES.get((parts[0] or parts[2] or "", parts[1] or parts[3] or ""))
    return f"is {said}" if said else found[0]


def _as_part(found: re.Match[str]) -> str:
    """`the volume of the object divided by $12$` as `one twelfth of the volume of the object`."""
    part = _NTHS.get(found[2])
    return f"{part} {found[1]}" if part else found[0]


def _through_points(found: re.Match[str]) -> str:
    """`plane $P_{red}FP_{blue}$` as the plane through its points, if colours make the name hard to read."""
    article, noun, run = found.groups()
    if not _COLOURED.search(run):
        return found[0]
    start = article or ("The" if noun == "Plane" else "the")
    # Three points say which plane it is; the other corners of a face lie in it.
    return f"{start} plane through {listed(f'${point}$' for point in re.findall(_POINT, run)[:3])}"


def _with_article(found: re.Match[str]) -> str:
    noun = found[1]
    return f"The {noun[0].lower()}{noun[1:]}" if noun[0].isupper() else f"the {noun}"


def with_distinct_letters(text: str, taken: Collection[str], planes: Sequence[str] = ("p",)) -> str:
    """The text with other letters for a point `P` and a plane `p`, which look like the points named by colours.

    `taken` are labels and names that neither may be replaced by; with `p`, all `planes` get Greek letters.
    """
    if not _COLOURED.search(text):
        return text
    maths = "".join(_MATH.findall(text))
    if _LONE_P.search(maths):
        used = {*taken, *re.findall(r"[A-Z]", re.sub(r"P_\{[a-z ]+\}", "", maths))}
        letter = next((each for each in _FREE_LETTERS if each not in used), "P")
        text = _MATH.sub(lambda found: _LONE_P.sub(letter, found[0]), text)
    free = [name for name in _FREE_PLANES if name not in taken and f"\\{name}" not in maths]
    if "$p$" in text and len(planes) <= len(free):
        greek = dict(zip(planes, free, strict=False))
        text = re.sub(r"\$([a-z])\$", lambda found: f"$\\{greek[found[1]]}$" if found[1] in greek else found[0], text)
    return text
