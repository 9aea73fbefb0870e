"""What a question may ask for in the notation: the asked noun and the head of `find` must agree.

Judged by the question's own words alone. Arithmetic in `find` needs words that ask for it: otherwise a model could
solve the problem and write its formula as the target.
"""

import math
import re
from collections.abc import Iterator

from agents.language.accounting.passages import Told, calls_used
from agents.language.accounting.plain_arithmetic import factors, is_constant, value_of
from agents.language.accounting.vocabulary import says
from geometry.notation import syntax as s
from geometry.notation.dimensions import dimension_of, target_class
from geometry.notation.printer import print_condition, print_expr
from geometry.notation.signatures import FUNCTIONS
from geometry.notation.walk import nodes_in

_CLASS_NOUNS: dict[str, str] = {
    "volume": (
        r"\bvolumes?\b|\bcubic\b|\bcapacity|how much|\bholds?\b|\bfill|\blit(?:er|re)s?|\bspace\b"
        r"|\bwater\b|\bamount|[cm]m\^?3|\bV\b|\bcontain|gallon|portion"
    ),
    "area": (
        r"\bareas?\b|\bsquare (?!pyramid|prism|base)|\bsurface|\[|[cm]m\^?2|\bpaint|\bmaterial|\bcover"
        r"|how much|\bS\b|\bpaper|\bcloth|\bregion"
    ),
    "length": (
        r"length|\blong\b|\bfar\b|distance|\bapart|\bwid|\btall|\bhigh|height|altitude|\bdeep|depth"
        r"|\bedges?\b|\bsides?\b|radi(?:us|i)|diameter|perimeter"
        r"|circumference|\bpath|\bway\b|\bdiagonal|\bgap\b|\bribbon|\bstring|\brope|\bthread|\bstripe?"
        r"|\bgenerat|\bslant|\bapothem|\bminimum|\bmaximum|\bleast|\bgreatest|\bshortest"
        r"|\blongest|\bmuch\b|\bbig\b|\brise|\blevel|\bwire|\bthick|\bsegment|\bmeasur|\bunits?\b|\binches"
        r"|\bfeet\b|\bcentimet|\bmet(?:er|re)|\bsum\b|\bdimension|\bsize"
    ),
    "angle": r"\bangles?\b|degrees?|inclin|\bslope|\bsteep|\btilt|\barc|\\angle|∠|°",
    "ratio": (
        r"ratio|fraction|proportion|percent|%|\btimes\b|how many|\bparts? of|\bshare|quotient|\bfactor"
        r"|\bsin|\bcos|\btan|\\(?:sin|cos|tan|d?frac)|\bproduct|:|/|\bprobability|multipl|\bnumber"
    ),
}
"""By class of the target: words of a question that ask for it."""
_TRIGONOMETRY: dict[str, str] = {
    "sin": r"\bsin(?:es?)?\b|\\sin",
    "cos": r"\bcos(?:ines?)?\b|\\cos",
    # "Tangent to" is a contact, not a ratio.
    "tan": r"\btan\b|\\tan\b|\btangent(?! (?:to|plane|line|sphere|circle|at)\b)(?! planes| lines)",
}
_OPPOSITES: tuple[tuple[str, str], ...] = (
    ("larger_part", r"\bsmaller\b|\blesser"),
    ("smaller_part", r"\blarger\b|\bgreater\b|\bbigger\b"),
)
_AREAS: tuple[tuple[str, str, str], ...] = (
    # measure, words that ask for it, words that ask for another area
    (
        "lateral_area",
        r"lateral|\bsides?\b|curved|\blabel|\bsheet|\bwall|slant|\bpaper|\bcloth|\bcanvas",
        r"\btotal|\bwhole|\bentire|base area|area of (?:the|its) base|surface area",
    ),
    (
        "base_area",
        r"\bbase|\bbottom|\bfloor|\bcross|\bcircle|\bcircular|\bdisk",
        r"lateral|\btotal|\bwhole|\bentire|surface",
    ),
    (
        "surface_area",
        r"surface|\btotal|\bwhole|\bentire|\ball\b|\bcover|\bpaint|\bwrap|\bfaces|\bexposed|\bmaterial|\bmetal|\bpaper",
        r"\bbase\b|\bsection|\btriangle|\bface\b",
    ),
)
_SUM = (
    r"\bsum\b|\btotal|altogether|combined|differen|\bmore\b|\bless\b|how much|\bthan\b|\bremain"
    r"|\bleft\b|between|\bexceed|\boutside|\boverflow|\bsave|\bcut off|\bremoved|\bwaste|\bempty|\bunfilled"
    r"|\bunused|\babove|\bhighest|\bbelow|\brise|\bbut not|\bnot (?:in|inside|occupied|covered|filled)"
    r"|\+|(?-i:[A-Z]\s*-\s*\$?[A-Z])|\\pm|\bgap|\bexposed|\bhollow|\bshell|\bfarthest|\bfurthest"
    r"|\bnearest|\bclosest|\bair\b|\bincreas|\bdecreas|\bchange|\breduc|\bgrow"
)
_RATIO = (
    r"ratio|fraction|proportion|percent|%|\btimes\b|how many|\bparts?\b|\bshare|quotient|\bfactor|:|/"
    r"|\\d?frac|\bper\b|\bcompare|\bportion|multipl|\bprobability|\bsin|\bcos|\btan|\bdensity|average"
    r"|\bratio"
)
_SHARE = (
    r"percent|%|\btimes\b|\bhal[fv]|\bthird|\bquarter|\bfourth|\bfifth|\btwice|\bdouble|\btriple|ratio|fraction"
    r"|\bparts?\b|\bpieces?\b|\bslices?\b|\bshare|\baverage|\bmean\b|\bboth\b|\beach\b|\bper\b|\ball\b|\btwo\b|\bthree\b|\bfour\b|\bportion"
    r"|\bcombined|\btotal|\bsum\b|\bproportion|\bmultipl|\bfactor|(?-i:[A-Z]{2}\s*[/+])|\\d?frac"
    r"|\d\s*\$?\s*(?:\\cdot|(?-i:[A-Z]{2}))"
)
_POWER = r"\bsquared\b|\bsquares? (?:of|on)\b|\bcubed\b|\bcubes? of\b|\^\s*\{?\s*[23]|²|³|\bpower"
_ROOT = r"\broot|\\sqrt|geometric mean|\bedge of (?:a|the) cube|\bside of (?:a|the) square"
_PRODUCT = r"\bproduct|\btimes|\\cdot|·|\*|×|\\times"
_ROUND_FACTORS = (1, 2, 4, 4 / 3, 1 / 2, 1 / 4, 2 / 3, 1 / 3, 3, 1 / 6)
_ROUND = r"spher|\bball|\bcircle|\bcircular|\bround|\bdis[ck]|globe|circum|\binscribed|\bcone|\bcylind"


_LENGTHS = frozenset(name for name, function in FUNCTIONS.items() if function.group == "length")


def question_faults(question: Told, statement: str = "") -> tuple[str, ...]:
    """What is wrong with the target, given the words that ask; empty if they agree."""
    assert question.target is not None
    words = _plain(_asking_clause(question.text))
    return tuple(_faults(words, _plain(question.text), question.target, statement))


LETTER_ASKED = re.compile(
    r"(?:find|compute|determine|calculate|what is|value of|values? for)\s+(?:the\s+)?\$?[a-z]\$?(?=[\s.,?]|\Z)",
    re.IGNORECASE,
)
"""A question for a letter: what it stands for is told elsewhere in the statement."""


def _faults(words: str, quote: str, target: s.Expr, statement: str) -> Iterator[str]:
    shown = print_expr(target)
    kind = target_class(dimension_of(target))
    heads = calls_used((target,))
    if not _names_target(words, target) and not LETTER_ASKED.search(quote):
        yield from _wrong_class(words, quote, target, kind)
    for function, word in _TRIGONOMETRY.items():
        if function in heads and not says(word, quote):
            yield f"The find line asks for a {function}, but the question does not: {shown}."
        elif not heads & _TRIGONOMETRY.keys() and says(word, words) and kind != "length":
            yield f"The question asks for a trigonometric value, but the find line does not: {shown}."
    for function, opposite in _OPPOSITES:
        if function in heads and says(opposite, words):
            yield f"The find line asks for the {function.replace('_', ' ')}, but the question for the other one."
    for measure, wanted, instead in _AREAS:
        if isinstance(target, s.Call) and target.name == measure and says(instead, words) and not says(wanted, words):
            yield f"The find line asks for {shown}, but the question's words ask for another area."
    yield from (
        f"The find line calculates {shown}, but the question's words ask for no {what}; ask for the quantity that the "
        "question names, with its own function or points, and let the program calculate."
        for what in (() if LETTER_ASKED.search(quote) else arithmetic(target, quote, statement))
    )


def _wrong_class(words: str, quote: str, target: s.Expr, kind: str) -> Iterator[str]:
    shown = print_expr(target)
    if kind not in _CLASS_NOUNS:
        return
    if not says(_CLASS_NOUNS[kind], words) and not says(_CLASS_NOUNS[kind], quote):
        yield f"The find line asks for {shown}, {_article(kind)}, but the question's words do not ask for one."
        return
    named = {
        "volume": r"\bvolumes?\b|\bcubic\b",
        "area": r"\bareas?\b|\bsquare (?:units?|inch|feet|foot|cent|met|yard)",
    }
    asked = {other for other, pattern in named.items() if says(pattern, words)}
    if (
        kind in ("length", "area", "volume")
        and len(asked) == 1
        and kind not in asked
        and not says(_HEAD_FIRST[kind], words)
    ):
        yield f"The question asks for {_article(asked.pop())}, but the find line asks for {shown}, {_article(kind)}."
    if kind == "ratio":
        yield from _wrong_terms(words, target)


_HEAD_FIRST: dict[str, str] = {
    # "the height of the cylinder whose volume is greatest" asks for the height
    "length": (
        r"\b(?:lengths?|heights?|altitudes?|radi(?:us|i)|diameter|distance|edges?|sides?|perimeter|high"
        r"|long|tall|deep|slant|far|path)\b"
    ),
    "area": r"\b(?:areas?|surface)\b",
    "volume": r"\b(?:volumes?|cubic|capacity)\b",
}


def _wrong_terms(words: str, target: s.Expr) -> Iterator[str]:
    """A ratio of volumes is not a ratio of areas."""
    terms = {node.name for node in nodes_in((target,)) if isinstance(node, s.Call)}
    areas = {"area", "surface_area", "lateral_area", "base_area", "top_area"}
    if says(r"\bvolumes?\b", words) and not says(r"\bareas?\b", words) and terms & areas and "volume" not in terms:
        yield "The question compares volumes, but the find line compares areas."
    if says(r"\bareas?\b", words) and not says(r"\bvolumes?\b", words) and "volume" in terms and not terms & areas:
        yield "The question compares areas, but the find line compares volumes."


def arithmetic(expr: s.Expr, words: str, statement: str = "") -> Iterator[str]:
    """Kinds of arithmetic in a target that the words do not ask for."""
    match expr:
        case s.Op(op, left, right):
            constant = [is_constant(side) for side in (left, right)]
            if all(constant) and not any(isinstance(node, s.Call) for node in nodes_in((expr,))):
                return
            if _is_round_formula(expr):
                if not says(_ROUND, words):
                    yield "circle or sphere"
                return
            if op in "*/" and any(constant) and not says(_SHARE, words):
                yield "multiple or part"
            elif op in "+-" and not any(constant) and not says(_SUM, words) and not _is_removal(expr, statement):
                yield "sum or difference"
            elif op == "/" and not any(constant) and not says(_RATIO, words):
                yield "ratio"
            elif op == "*" and not any(constant) and not says(_PRODUCT, words) and not says(_RATIO, words):
                yield "product"
            elif op == "^" and not says(_POWER, words):
                yield "power"
            yield from arithmetic(left, words, statement)
            yield from arithmetic(right, words, statement)
        case s.Neg(operand):
            yield from arithmetic(operand, words, statement)
        case s.Call("sqrt" | "cbrt" | "root", args):
            if not says(_ROOT, words):
                yield "root"
            yield from (fault for arg in args for fault in arithmetic(arg, words, statement))
        case s.Call("abs", args):
            if not says(_ABSOLUTE, words):
                yield "absolute value"
            yield from (fault for arg in args for fault in arithmetic(arg, words, statement))
        case s.Call("sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "floor" | "ceil", args):
            yield from (fault for arg in args for fault in arithmetic(arg, words, statement))
        case _:
            return


_ABSOLUTE = r"absolute|differ|chang|\|"
_REMOVED = r"\bdrill|\bbored?\b|\bholes?\b|\bremov|\bcut (?:out|off|from|away)|\bcarv|\bhollow|\bscoop|\bdug\b|\bcavity"


def _is_removal(expr: s.Op, statement: str) -> bool:
    """A volume less other volumes, where the statement takes something away."""
    terms = {node.name for node in nodes_in((expr,)) if isinstance(node, s.Call)}
    return expr.op == "-" and terms == {"volume"} and says(_REMOVED, statement)


_STATED_SUM = _SUM + (
    r"|\btouch|\btangent|\bcombin|\bwidth|\bdeep|\bsquare|\bdistance|=|\bcut|\binto|\bfits?\b|\bstack"
    r"|\bpack|\btight|\bjust|\bexactly|\binsert|\bplaced|\bpour|\bfill|\bwater|\brise"
)
_STATED_PRODUCT = _PRODUCT + r"|\btimes|\bsector|\brolled?|\bproportional|\bmean|\bdot"


def calculated(condition: s.Condition, words: str) -> Iterator[str]:
    """Arithmetic between quantities of a condition that its words do not state."""
    if not isinstance(condition, s.Relation):
        return
    for side in (condition.left, condition.right):
        for node in nodes_in((side,)):
            what = _calculation(node, words)
            if what:
                yield (
                    f"The line 'given {print_condition(condition)}' calculates with a {what} that the words do not "
                    "state; write the condition that the statement gives."
                )
                return


def _calculation(node: s.Expr | s.Condition, words: str) -> str:
    """The kind of arithmetic of one node, if it needs words that are missing."""
    match node:
        case s.Op(op, left, right) if not is_constant(left) and not is_constant(right):
            if op in "+-":
                return "" if says(_STATED_SUM, words) else "sum or difference"
            if op == "*":
                return "" if says(_STATED_PRODUCT, words) else "product"
        case s.Op("^", left, _) if not is_constant(left):
            return "" if says(_POWER, words) else "power"
        case s.Call("sqrt" | "cbrt" | "root", args) if not all(map(is_constant, args)):
            return "" if says(_ROOT, words) else "root"
        case s.Call("sin" | "cos" | "tan" as name, args) if not all(map(is_constant, args)):
            return "" if says(_TRIGONOMETRY[name], words) else "trigonometric function"
    return ""


def given_away(figure: s.Figure) -> Iterator[str]:
    """A sentence if a condition gives the value of the target."""
    shown = print_expr(figure.target)
    for given in figure.givens:
        if isinstance(given, s.Relation) and given.sign == "=":
            for side, other in ((given.left, given.right), (given.right, given.left)):
                if print_expr(side) == shown and is_constant(other):
                    yield f"The find line asks for {shown}, which the line 'given {print_condition(given)}' states."


def _is_round_formula(expr: s.Expr) -> bool:
    """A circle or sphere written out: pi times a power of one length, such as 4*pi*circumradius(k)^2."""
    lengths = [
        n for n in nodes_in((expr,)) if isinstance(n, s.Labels) or (isinstance(n, s.Call) and n.name in _LENGTHS)
    ]
    has_pi = any(isinstance(node, s.Name) and node.id == "pi" for node in nodes_in((expr,)))
    plain = not any(isinstance(node, s.Op) and node.op in "+-" for node in nodes_in((expr,)))
    return has_pi and plain and len({print_expr(n) for n in lengths}) == 1 and _round_factor(expr)


def _round_factor(expr: s.Expr) -> bool:
    """Whether the number before a circle's or sphere's formula is one of theirs."""
    above, below = factors(expr)
    numbers = [math.prod(value_of(f) for f in side if isinstance(f, s.Number)) for side in (above, below)]
    return any(math.isclose(numbers[0] / numbers[1], factor) for factor in _ROUND_FACTORS)


_LETTER_NOUNS: tuple[tuple[str, frozenset[str]], ...] = (
    (r"radi(?:us|i)", frozenset({"radius", "top_radius", "circumradius", "inradius", "midradius"})),
    (r"heights?|altitudes?", frozenset({"height", "gap", "distance"})),
    (r"volumes?", frozenset({"volume"})),
    (r"diameters?", frozenset({"diameter", "radius"})),
)
_MEASURED = frozenset(name for _, names in _LETTER_NOUNS for name in names) | {"surface_area", "lateral_area", "slant"}


def unlike_letters(statement: str, figure: s.Figure, question: Told) -> Iterator[str]:
    """A sentence for each letter that the statement defines as a measure and the figure uses for another.

    "A radius of R and height H. Find H/R." asks for a height; "a fixed volume V" makes v a volume.
    """
    assert question.target is not None
    for given in figure.givens:
        if isinstance(given, s.Relation) and given.sign == "=":
            for side, other in ((given.left, given.right), (given.right, given.left)):
                if isinstance(side, s.Name) and isinstance(other, s.Call):
                    yield from _other_measure(_plain(statement), side.id, other)
    heads = calls_used((question.target,))
    if any(isinstance(node, s.Labels) for node in nodes_in((question.target,))):
        return
    names = {node.id for node in nodes_in((question.target,)) if isinstance(node, s.Name)}
    for noun, functions in _LETTER_NOUNS:
        for found in re.finditer(rf"\b(?:{noun})(?: of)?(?: is| be)? ([a-zA-Z])(?![A-Za-z])", _plain(statement)):
            letter = found[1]
            # Of several letters beside nouns the question has those of its own words.
            asked = re.search(rf"(?<![A-Za-z]){letter}(?![A-Za-z])", re.sub(r"\\?[A-Za-z]{2,}", " ", question.text))
            if letter not in "aAI" and asked and letter not in names and not heads & functions:
                yield f"The question asks for {letter}, the {found[0][:-2]}, and the find line has none."


def _other_measure(statement: str, letter: str, measure: s.Call) -> Iterator[str]:
    for noun, functions in _LETTER_NOUNS:
        defined = re.search(rf"\b(?:{noun})(?: of)?(?: is| be)? (?i:{re.escape(letter)})(?![A-Za-z])", statement)
        if defined and measure.name in _MEASURED and measure.name not in functions:
            yield f"The statement calls {defined[0]!r}, and the figure has {letter} for {print_expr(measure)}."


def _asking_clause(quote: str) -> str:
    """The part of a quote that asks: its last sentence."""
    sentences = [part for part in re.split(r"(?<=[.?!;])\s+", quote.strip()) if re.search(r"\w", part)]
    return sentences[-1] if sentences else quote


def _names_target(words: str, target: s.Expr) -> bool:
    """Whether the question asks for a letter or a pair of labels that the find line names: `Find $s$`, `Find $MN$`."""
    match target:
        case s.Name(name):
            return bool(re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", words))
        case s.Labels(labels):
            return "".join(labels) in words or "".join(reversed(labels)) in words
        case s.Op("+" | "-" | "*" | "/" | "^"):
            pairs = [node for node in nodes_in((target,)) if isinstance(node, s.Labels)]
            return bool(pairs) and all(_names_target(words, pair) for pair in pairs)
        case _:
            return False


def _plain(text: str) -> str:
    """The words without the braces and marks of LaTeX, so that `A_{1}C` reads `A1C`."""
    return re.sub(r"[_{}$~]|\\(?:text|mathrm|overline|left|right)\b|(?<=[A-Z\d]) (?=[A-Z]\b)", "", text)


def _article(kind: str) -> str:
    return {"area": "an area", "angle": "an angle"}.get(kind, f"a {kind}")
