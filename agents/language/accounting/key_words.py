"""The words for a figure's key: "where m and n are relatively prime positive integers. Find m + n".

A key must be what the words ask: its expression equals the formula or the phrase that the question asks for, its form
equals a formula of the statement, letter by letter. So no number, operator or letter can be added to make a wrong
figure agree with a stated answer. The words for the key are then blanked, and what is left asks for the quantity.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from agents.language.accounting.vocabulary import says
from agents.language.statements.formula_text import Formula, formulas_in
from agents.language.statements.statement_tokens import NUMBER_WORDS, labels_in
from geometry.equivalence.keys import same_expression
from geometry.notation import syntax as s
from geometry.notation.answer_key import TARGET_LETTER, letters_of, power_of
from geometry.notation.printer import print_expr, print_key

_VERB = re.compile(
    r"\b(?:find|compute|determine|calculate|evaluate|what(?:'s| is| are| must be)|give|submit|report|enter|answer)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.?!]\s+(?=[A-Z$\\(\"])|[.?!]\s*\Z")
_FLOOR = r"(?:greatest|largest) (?:whole number|integer)|integer (?:part|portion)|\bfloor of\b"
_CEIL = r"(?:least|smallest) (?:whole number|integer)"
_BOUND = (
    r"(?: (?:that|which) (?:is|does|are))?(?: not| less than or equal to| greater than or equal to| at (?:most|least)"
    r"| no (?:more|less) than| exceed(?:s|ing)?| less than| greater than| above| below| of| more than)*"
)
_ROUNDED = re.compile(rf"(?:the )?(?:(?P<floor>{_FLOOR})|(?P<ceil>{_CEIL})){_BOUND}", re.IGNORECASE)
_MULTIPLE = re.compile(rf"\s*\$?(?P<number>[\d,]+|{'|'.join(NUMBER_WORDS)})\$? times\b", re.IGNORECASE)
_SQUARE = re.compile(
    r"(?:the )?(?:(?P<two>squares?)|(?P<three>cubes?)) of (?=(?:the|its|this|that|their)\b)"
    r"|(?P<two_after>\bsquared)|(?P<three_after>\bcubed)",
    re.IGNORECASE,
)
_NUMERATOR = re.compile(r"sum of (?:the|its) numerator and (?:the |its )?denominator", re.IGNORECASE)
_LIST = re.compile(r"\b(?:(?P<sum>sum)|(?P<product>product)) of\s*\Z", re.IGNORECASE)
_POWER_OF = re.compile(r"\b(?:(?P<two>square)|(?P<three>cube)) of\s*\$?\s*\Z", re.IGNORECASE)
_OTHER = re.compile(r"remainder|\bdigits?\b|nearest|reciprocal|\bnumber of\b|\bhow many\b", re.IGNORECASE)
"""Words that make something of an expression that no key says."""
_NORMAL = re.compile(
    r"relatively prime|co-?prime|\bintegers?\b|(?:natural|whole) numbers?|not divisible by|square-?free"
    r"|(?:in |its )?lowest terms|(?:smallest|least) possible \$?[a-z]\b"
    r"|(?:in )?simplest (?:\w+ )?(?:form|terms)|reduced|perfect (?:square|cube|power)|no common|common divisor",
    re.IGNORECASE,
)
"""Words for the normal form of a quantity; a statement that has them defines the letters of a key."""
_CLAUSE = re.compile(r",?\s*\b(?:where|such that|in which|with|for|given that|assuming|and)\b", re.IGNORECASE)
_PHRASE_ALONE = re.compile(
    r",?\s*\b(?:in|to) (?:its )?(?:lowest terms|simplest (?:\w+ )?(?:form|terms))", re.IGNORECASE
)


_Span = tuple[int, int, tuple[int, int]]
"""Start and end of words to blank, and of those inside that stay."""


@dataclass(frozen=True)
class Asked:
    """An expression that words ask for, and the words from its verb to its end."""

    start: int
    end: int
    expr: s.Expr
    kept: tuple[int, int] = (0, 0)
    """A letter or noun inside that names the quantity itself."""


def key_faults(statement: str, question: str, figure: s.Figure) -> Iterator[str]:
    """A sentence if the key is not what the question asks, or if the question asks for one and there is none.

    `question` are the words that a reader quotes as the question.
    """
    if figure.key is None:
        made = _unanswered(statement, asked_expressions(statement))
        if made:
            yield (
                f"The question asks for {made}, which is made from the quantity; let find ask for the quantity and "
                f"write below it: key {made} where {print_expr(figure.target)} = its form in these letters."
            )
        return
    line = print_key(figure.key)
    asked = asked_expressions(question)
    if not _matching(figure.key, asked):
        shown = " or ".join(print_expr(each.expr) for each in asked) or "no number made from the quantity"
        yield f"The line '{line}' is not what the question asks for: {shown}; write the key as the question does."
    if not _is_bare(figure.key) and not _written_form(statement, figure.key) and not _NUMERATOR.search(question):
        yield (
            f"The form {print_expr(figure.key.form)} of the key is not written in the statement; write the formula "
            "that the statement has for the quantity, with its own letters in lower case."
        )
    power = power_of(figure.key.quantity, figure.target)
    if power is not None and power > 1 and not _says_power(statement, figure.key, power):
        yield f"The line '{line}' is about a power of the quantity, and the words before its form are not."
    if _inside(figure.key.form) != figure.key.form and not says(r"degree|°|\\circ", statement):
        yield f"The line '{line}' has degrees, and the statement has none."


def without_key_words(statement: str, question: tuple[int, int], figure: s.Figure) -> str:
    """The statement with blanks in place of the words for its key: as long as before, asking for the quantity.

    `question` is the place of the question's words.
    """
    key = figure.key
    if key is None:
        return statement
    spans = [*_asked_spans(statement, question, key), *_form_spans(statement, key)]
    spans += _definitions(statement, key, spans)
    asked = _matching(key, asked_expressions(statement[slice(*question)]))
    spans += _capitals(statement, letters_of((key.form, *(each.expr for each in asked))), figure)
    text = list(statement)
    for start, end, kept in (_with_dollar(statement, span) for span in spans):
        text[start:end] = [char if kept[0] <= i < kept[1] else " " for i, char in enumerate(text[start:end], start)]
    return "".join(text)


def _with_dollar(statement: str, span: _Span) -> _Span:
    """The span with the dollar sign that closes or opens a formula at one of its ends."""
    start, end, kept = span
    if statement.count("$", start, end) % 2 and statement[end : end + 1] == "$" and kept == (0, 0):
        return start, end + 1, kept
    return span


def asked_expressions(text: str) -> tuple[Asked, ...]:
    """What the last verb of a text that asks for letters asks for, or what is asked for in words."""
    formulas = [formula for formula in formulas_in(text) if letters_of((formula.expr,))]
    for verb in reversed(list(_VERB.finditer(text))):
        stop = _SENTENCE_END.search(text, verb.end())
        inside = [f for f in formulas if verb.end() <= f.start and f.end <= (stop.start() if stop else len(text)) + 1]
        # The article of "a cube" is a letter, too.
        inside = [f for f in inside if text[f.start : f.end] not in ("a", "A") or text[: f.start].endswith("$")]
        end = stop.start() if stop else len(text)
        found = _in_letters(text, verb, inside) if inside else _in_words(text, verb, end)
        if found is not None:
            return (found,)
    return ()


def _in_letters(text: str, verb: re.Match[str], formulas: Sequence[Formula]) -> Asked | None:
    first = formulas[0]
    words = text[verb.end() : first.start]
    if _OTHER.search(words):
        return None
    rounded = _ROUNDED.search(words)
    listed = _LIST.search(words.rstrip("$ "))
    power = _POWER_OF.search(words)
    expr, end = first.expr, first.end
    if listed:
        row = [first, *_row(text, formulas)]
        end = row[-1].end
        for each in row[1:]:
            expr = s.Op("+" if listed["sum"] else "*", expr, each.expr)
    if power:
        expr = s.Op("^", expr, s.Number("2" if power["two"] else "3"))
    if rounded:
        expr = s.Call("floor" if rounded["floor"] else "ceil", (expr,))
    letters = _letter_places(text, first)
    return Asked(verb.start(), end, expr, letters[0] if len(letters) == 1 else (0, 0))


def _letter_places(text: str, formula: Formula) -> list[tuple[int, int]]:
    found = re.finditer(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])", text[formula.start : formula.end])
    return [(formula.start + each.start(), formula.start + each.end()) for each in found]


def _row(text: str, formulas: Sequence[Formula]) -> Iterator[Formula]:
    """Formulas after the first with nothing but commas and "and" between them."""
    for before, after in pairwise(formulas):
        if not re.fullmatch(r"[\s,$]*(?:and)?[\s,$]*", text[before.end : after.start]):
            return
        yield after


def _in_words(text: str, verb: re.Match[str], stop: int) -> Asked | None:
    """A square, a cube or a whole number below what is asked for, without letters."""
    letter: s.Expr = s.Name(TARGET_LETTER)
    numerator = _NUMERATOR.search(text, verb.end(), stop)
    if numerator:
        return Asked(verb.start(), numerator.end(), s.Op("+", s.Name("m"), s.Name("n")))
    rounded = _ROUNDED.search(text, verb.end(), stop)
    if rounded:
        times = _MULTIPLE.match(text, rounded.end(), stop)
        if times:
            number = times["number"].lower().replace(",", "")
            letter = s.Op("*", s.Number(str(NUMBER_WORDS.get(number, number))), letter)
        end = times.end() if times else rounded.end()
        return Asked(rounded.start(), end, s.Call("floor" if rounded["floor"] else "ceil", (letter,)))
    power = _SQUARE.search(text, verb.end(), stop)
    if power:
        exponent = "2" if power["two"] or power["two_after"] else "3"
        return Asked(power.start(), power.end(), s.Op("^", letter, s.Number(exponent)))
    return None


def _matching(key: s.AnswerKey, asked: Sequence[Asked]) -> list[Asked]:
    """The expressions asked for that the key is; a letter for the quantity itself may have another name."""
    found = []
    for each in asked:
        own, theirs = letters_of((key.expression,)), letters_of((each.expr,))
        renamed = dict(zip(theirs, own, strict=True)) if _is_bare(key) and len(own) == len(theirs) == 1 else {}
        if same_expression((key.expression,), (each.expr,), renamed):
            found.append(each)
    return found


def _is_bare(key: s.AnswerKey) -> bool:
    """Whether the form is a letter for the quantity itself."""
    return isinstance(_inside(key.form), s.Name)


def _inside(form: s.Expr) -> s.Expr:
    """A form without the degrees that a statement may write as a word."""
    return form.args[0] if isinstance(form, s.Call) and form.name in ("degrees", "radians") else form


def _written_form(statement: str, key: s.AnswerKey) -> list[Formula]:
    form = _inside(key.form)
    return [f for f in formulas_in(statement) if same_expression((form,), (_inside(f.expr),), {})]


def _says_power(statement: str, key: s.AnswerKey, power: int) -> bool:
    """Whether the words right before the form speak of this power: "the value of r^2 is m/n"."""
    if _is_bare(key):
        return False
    words = {2: r"\bsquared\b|\bsquare of (?!an?y? )|²", 3: r"\bcubed\b|\bcube of (?!an?y? )|³"}.get(power, "$^")
    said = rf"{words}|\^\s*\{{?\s*{power}(?!\d)"
    return all(
        says(said, _SENTENCE_END.split(statement[: formula.start])[-1]) for formula in _written_form(statement, key)
    )


def _unanswered(statement: str, asked: Sequence[Asked]) -> str:
    """The expression of letters that a question asks for, if the statement defines them by a form."""
    for each in asked:
        letters = letters_of((each.expr,))
        defined = [f for f in formulas_in(statement) if letters <= letters_of((f.expr,))]
        others = [f for f in defined if not same_expression((each.expr,), (f.expr,), {})]
        if len(letters) > 1 and others and _NORMAL.search(statement):
            return print_expr(each.expr)
    return ""


def _asked_spans(statement: str, question: tuple[int, int], key: s.AnswerKey) -> Iterator[_Span]:
    """The words that ask for the key. If they are all of the question, the letter for the quantity stays: "find x"."""
    text, offset = statement[slice(*question)], question[0]
    for each in _matching(key, asked_expressions(text)):
        start, end = each.start + offset, each.end + offset
        is_all = not re.search(r"\w", text[: each.start] + text[each.end :])
        if _is_bare(key) and is_all and each.kept != (0, 0):
            verb = _VERB.match(text, each.start)
            start = offset + (verb.end() if verb else each.start)
            yield start, end, (each.kept[0] + offset, each.kept[1] + offset)
        else:
            yield start, end, (0, 0)


def _form_spans(statement: str, key: s.AnswerKey) -> Iterator[_Span]:
    if not _is_bare(key):
        yield from ((formula.start, formula.end, (0, 0)) for formula in _written_form(statement, key))


def _definitions(statement: str, key: s.AnswerKey, spans: Sequence[_Span]) -> Iterator[_Span]:
    """Clauses that say which integers the letters are; one that names a point is left alone."""
    letters = letters_of((key.form,))
    cuts = [0, *(found.end() for found in _SENTENCE_END.finditer(statement)), len(statement)]
    for start, end in pairwise(cuts):
        normal = _NORMAL.search(statement, start, end)
        if normal is None:
            continue
        stop = min([end, *(a for a, b, _ in spans if a > normal.start() and a < end)])
        places = [f.start for f in formulas_in(statement) if letters_of((f.expr,)) and letters_of((f.expr,)) <= letters]
        own = [p for p in places if start <= p < stop and not any(a <= p < b for a, b, _ in spans)]
        phrase = _PHRASE_ALONE.search(statement, start, end)
        if own:
            lead = list(_CLAUSE.finditer(statement, start, own[0]))
            # "where" right before the first letter belongs to the definition.
            begin = lead[-1].start() if lead and not re.search(r"\w", statement[lead[-1].end() : own[0]]) else own[0]
            if not labels_in(_without_letters(statement[begin:stop], letters)):
                yield begin, stop, (0, 0)
        elif phrase:
            yield phrase.start(), phrase.end(), (0, 0)


def _capitals(statement: str, letters: set[str], figure: s.Figure) -> Iterator[_Span]:
    """Other places of letters that the key's words write as capitals: "Let V be the volume". Points keep theirs."""
    points = {label for solid in figure.solids for label in solid.labels}
    points |= {item.label for item in figure.declarations if isinstance(item, s.PointDecl)}
    # A and I are words of English.
    for letter in {name.upper() for name in letters} - points - {"A", "I"}:
        for found in re.finditer(rf"(?<![A-Za-z\\]){letter}(?![A-Za-z_'’\d])", statement):
            yield found.start(), found.end(), (0, 0)


def _without_letters(text: str, letters: set[str]) -> str:
    """The text without the letters of a key, some of which a statement writes as capitals."""
    return re.sub(rf"(?<![A-Za-z])[{''.join(letters)}](?![A-Za-z])", " ", text, flags=re.IGNORECASE)
