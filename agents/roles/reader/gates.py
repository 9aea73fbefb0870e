"""The gates of a reading: its figure parses, its quotes are in the statement, words and lines account for each other.

Each gate returns sentences for the model; only the figure parser raises, with the position of the fault.
"""

import re
from collections.abc import Iterable, Iterator

from agents.language.accounting.asides import statements_aside
from agents.language.accounting.asked_quantity import calculated, given_away, question_faults, unlike_letters
from agents.language.accounting.counted_solids import miscounted_solids
from agents.language.accounting.coverage import uncovered
from agents.language.accounting.idle_objects import idle_objects
from agents.language.accounting.inventions import inventions
from agents.language.accounting.key_words import key_faults, without_key_words
from agents.language.accounting.named_parts import misplaced_parts
from agents.language.accounting.passages import Item, Told, sentences_around
from agents.language.accounting.unsaid_items import unsaid_items
from agents.language.accounting.unused_words import unused_words
from agents.language.statements.figure_claims import Claim, Part, item_parts
from agents.language.statements.relation_words import unsaid_relations
from agents.language.statements.statement_account import unaccounted_numbers, undeclared_labels, units_named
from agents.language.wording.categories import problem_type
from agents.records import Passage
from agents.roles.reader.quotes import find_quote, nearest
from agents.roles.reader.reply import ReadingReply
from geometry.answers.answer_text import take_unit
from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS
from geometry.notation.figure_errors import FigureError
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure
from geometry.record import Record

QUESTION = -1
"""The owner of lines that belong to the question."""

LONGEST_NAME = 3
"""Letters of a name of the reader's own; a longer one could contain words that answer for a condition."""

_RANKS = ("param", "unknown", "solid", "point", "plane", "given", "minimize", "maximize", "find", "key")


class SourceLine(Record):
    """One line that a model wrote for the figure."""

    text: str
    owner: int
    """Index of the condition that it belongs to, or QUESTION."""


class Located(Record):
    """The passages of a reply, located in the statement."""

    diagram: tuple[Passage, ...]
    conditions: tuple[Passage, ...]
    question: tuple[Passage, ...]
    """The one passage of the question; none when it was not found."""
    aside: tuple[Passage, ...]
    faults: tuple[str, ...]
    """A sentence for each quote that is not in the statement."""


def source_lines(parsed: ReadingReply) -> tuple[SourceLine, ...]:
    """The lines of the figure in the order written, the question's last."""
    owned = [(owner, condition.lines) for owner, condition in enumerate(parsed.conditions)]
    owned.append((QUESTION, parsed.question.lines))
    return tuple(
        SourceLine(text=_bare(line), owner=owner)
        for owner, lines in owned
        for text in lines
        for line in text.splitlines()
        if _bare(line)
    )


def parsed_lines(lines: tuple[SourceLine, ...]) -> tuple[s.Figure, tuple[SourceLine, ...]]:
    """The figure and the line order that parsed; raises FigureError, with positions in the order written."""
    try:
        return parse_figure(figure_text(lines)), lines
    except FigureError as error:
        # A statement may mention a point before it names the solid; the notation requires the solid first.
        ordered = tuple(sorted(lines, key=_rank))
        try:
            return parse_figure(figure_text(ordered)), ordered
        except FigureError:
            raise error from None


def figure_text(lines: Iterable[SourceLine]) -> str:
    """The lines as one text."""
    return "\n".join(line.text for line in lines)


def located(statement: str, parsed: ReadingReply) -> Located:
    """The position of every quote; a quote that occurs more than once is matched in the order of the statement."""
    diagram, lost_diagram = _found(statement, parsed.diagram)
    conditions, lost_conditions = _found(statement, [c.quote for c in parsed.conditions])
    question, lost_question = _found(statement, [parsed.question.quote])
    aside, lost_aside = _found(statement, [a.quote for a in parsed.not_in_figure])
    lost = [*lost_diagram, *lost_conditions, *lost_question, *lost_aside]
    return Located(
        diagram=diagram,
        conditions=conditions,
        question=question,
        aside=aside,
        faults=tuple(_not_there(statement, quote) for quote in lost),
    )


def claims(places: Located, figure: s.Figure, lines: tuple[SourceLine, ...]) -> tuple[Claim, ...]:
    """Each condition's and the question's passage with the parts of the figure it became."""
    owned: dict[int, list[Part]] = {}
    for item in (*figure.declarations, *figure.givens, *figure.extrema):
        owned.setdefault(lines[item.span.line - 1].owner, []).extend(item_parts(item))
    passages = [*enumerate(places.conditions), *((QUESTION, passage) for passage in places.question)]
    # A number stated earlier may be used by the find line: a rope goes four times round, find helix(k, 4).
    # The words for a key name the quantity itself: "the greatest value of r^2 is m/n".
    asked = (figure.target, figure.key.quantity) if figure.key else (figure.target,)
    return tuple(Claim(p.start, p.end, (*owned.get(owner, ()), *asked)) for owner, p in passages)


class Findings(Record):
    """What the gates found in a reading."""

    faults: tuple[str, ...]
    """Sentences for its reader: the reading is refused."""
    doubts: tuple[str, ...]
    """What the tables of words do not find in the statement: another reading must have it too."""
    to_show: tuple[str, ...]
    """Conditions without words in their quote: they must follow from the others, or another reading must have them."""


def examine(statement: str, parsed: ReadingReply, figure: s.Figure, lines: tuple[SourceLine, ...]) -> Findings:
    """Everything that the gates find in a reading whose figure parses."""
    places = located(statement, parsed)
    if places.faults:
        return Findings(faults=_plain_faults(statement, parsed, places, figure, lines), doubts=(), to_show=())
    unkeyed = tuple(_key_faults(statement, places, figure, lines))
    if unkeyed:
        return Findings(faults=unkeyed, doubts=(), to_show=())
    # From here on the question is the one for the quantity itself.
    statement, places = _for_the_quantity(statement, places, figure)
    passages = told(statement, places, figure, lines)
    unsaid = unsaid_items(statement, passages)
    faults = [u.sentence for u in unsaid if not u.condition and not u.is_doubt]
    doubts = [u.sentence for u in unsaid if u.is_doubt]
    doubts += [c for p in passages for i in p.items if isinstance(i, s.Relation) for c in calculated(i, p.context)]
    return Findings(
        faults=(
            *_plain_faults(statement, parsed, places, figure, lines),
            *faults,
            *_account_faults(statement, places, figure, passages),
        ),
        doubts=tuple(dict.fromkeys(doubts)),
        to_show=tuple(dict.fromkeys(u.condition for u in unsaid if u.condition)),
    )


def _key_faults(statement: str, places: Located, figure: s.Figure, lines: tuple[SourceLine, ...]) -> Iterator[str]:
    """Faults of the key line against the words of the question."""
    for question in places.question:
        yield from key_faults(statement, question.text, figure)
        if figure.key and lines[figure.key.span.line - 1].owner != QUESTION:
            yield "The key line stands beside a condition; write it below the find line of the question."
        if figure.key and not re.search(r"\w", _for_the_quantity(statement, places, figure)[1].question[0].text):
            yield (
                "The question's quote has only what is made from the quantity; let it begin where the statement names "
                "the quantity itself."
            )


def _for_the_quantity(statement: str, places: Located, figure: s.Figure) -> tuple[str, Located]:
    """Statement and passages with blanks in place of the words for the key."""
    if figure.key is None:
        return statement, places
    ((start, end),) = [(question.start, question.end) for question in places.question]
    heard = without_key_words(statement, (start, end), figure)

    def blanked(passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
        return tuple(p.model_copy(update={"text": heard[p.start : p.end]}) for p in passages)

    return heard, Located(
        diagram=blanked(places.diagram),
        conditions=blanked(places.conditions),
        question=blanked(places.question),
        aside=blanked(places.aside),
        faults=places.faults,
    )


def _plain_faults(
    statement: str, parsed: ReadingReply, places: Located, figure: s.Figure, lines: tuple[SourceLine, ...]
) -> tuple[str, ...]:
    """Faults of the quotes, numbers, labels, relations and the unit."""
    faults = list(places.faults)
    if not figure.solids:
        faults.append("The figure has no solid; declare the one the problem is about, such as: solid tetrahedron ABCD.")
    faults += _type_faults(parsed, figure)
    if not places.faults:
        faults += _number_faults(statement, places, claims(places, figure, lines))
        faults += _label_faults(statement, places, figure)
        faults += _relation_faults(statement, parsed, places, figure)
    if parsed.unit and not unit_of(parsed):
        faults.append(f"{parsed.unit!r} is not a unit of length; write mm, cm, dm, m, km, in, ft, yd or nothing.")
    named = units_named(statement)
    if unit_of(parsed) and named and unit_of(parsed) not in named:
        faults.append(f"The unit is {parsed.unit}, but the statement has {' and '.join(sorted(named))}.")
    return tuple(faults)


def told(statement: str, places: Located, figure: s.Figure, lines: tuple[SourceLine, ...]) -> tuple[Told, ...]:
    """Each passage with the items it became, the question last."""
    owned: dict[int, list[Item]] = {}
    for item in (*figure.declarations, *figure.givens, *figure.extrema):
        owned.setdefault(lines[item.span.line - 1].owner, []).append(item)
    passages = [*enumerate(places.conditions), *((QUESTION, passage) for passage in places.question)]
    return tuple(
        Told(
            text=p.text,
            start=p.start,
            end=p.end,
            context=sentences_around(statement, p.start, p.end),
            items=tuple(owned.get(owner, ())),
            target=figure.target if owner == QUESTION else None,
        )
        for owner, p in passages
    )


def _account_faults(statement: str, places: Located, figure: s.Figure, passages: tuple[Told, ...]) -> Iterator[str]:
    # Words inside the quote of a condition cannot be set aside from that condition.
    apart = [p for p in places.aside if not any(_within(p, c) for c in places.conditions)]
    aside = [(p.start, p.end) for p in (*apart, *places.diagram)]
    yield from _speaking_names(figure)
    yield from unused_words(statement, passages, figure, aside)
    yield from statements_aside([p.text for p in places.aside], [p.text for p in places.conditions])
    yield from (fault for passage in passages[-1:] if passage.target for fault in question_faults(passage, statement))
    yield from (fault for passage in passages[-1:] for fault in inventions(passage, figure))
    yield from misplaced_parts(statement, figure)
    yield from given_away(figure)
    yield from idle_objects(statement, figure, [item for passage in passages[-1:] for item in passage.items])
    yield from miscounted_solids(statement, figure)
    for passage in passages[-1:]:
        yield from unlike_letters(statement, figure, passage) if passage.target else ()
    yield from uncovered(statement, (*places.conditions, *places.question, *places.aside, *places.diagram))


def _speaking_names(figure: s.Figure) -> Iterator[str]:
    """Names of solids, planes and letters that are words: they would answer for words of the statement."""
    for item in figure.declarations:
        name = "" if isinstance(item, s.PointDecl) else item.name
        if name.islower() and sum(map(str.isalpha, name)) > LONGEST_NAME and name not in KINDS:
            yield f"The name {name!r} is a word; call it by one letter."


def unit_of(parsed: ReadingReply) -> str:
    """The canonical unit of length, empty if none or an unknown one is named."""
    unit = take_unit(f"1 {parsed.unit}")[1]
    return unit.name if unit.dimension == "length" and unit.name != "unit" else ""


def _bare(line: str) -> str:
    """The line without surrounding blanks and the backticks that models add."""
    return line.strip().strip("`").strip()


def _rank(line: SourceLine) -> int:
    word = line.text.split(maxsplit=1)[0].lower()
    # A composite refers to solids that must be declared before it.
    return _RANKS.index(word) * 2 + ("composite" in line.text.lower()) if word in _RANKS else 0


def _found(statement: str, quotes: Iterable[str]) -> tuple[tuple[Passage, ...], list[str]]:
    """The passages of quotes, and the quotes that were not found."""
    passages: list[Passage] = []
    lost = []
    for quote in quotes:
        passage = find_quote(statement, quote, passages[-1].start if passages else 0)
        if passage is None:
            lost.append(quote)
        else:
            passages.append(passage)
    return tuple(passages), lost


def _not_there(statement: str, quote: str) -> str:
    if not quote.strip():
        return "A quote is empty; copy the words of the statement."
    hint = nearest(statement, quote)
    hint = f" The statement has {hint!r}." if hint else ""
    return f"The quote {quote!r} is not in the statement; copy its words exactly and without gaps.{hint}"


def _type_faults(parsed: ReadingReply, figure: s.Figure) -> list[str]:
    kind = problem_type(figure)
    if kind is None:
        return ["The target is neither an angle, a ratio, a length, an area nor a volume; ask for one of these."]
    # The sine of an angle may be classified as a ratio or as an angle; neither is a misreading.
    if parsed.problem_type == kind or {parsed.problem_type, kind} == {"angle", "ratio"}:
        return []
    return [f"The problem type is {parsed.problem_type}, but the find line asks for a quantity of type {kind}."]


def _number_faults(statement: str, places: Located, claimed: tuple[Claim, ...]) -> list[str]:
    numbers = unaccounted_numbers(statement, claimed, (*places.aside, *places.diagram))
    if not numbers:
        return []
    shown = "; ".join(f"{n.text} in {statement[max(0, n.start - 20) : n.end + 12]!r}" for n in numbers)
    return [
        f"These numbers of the statement are in no line beside the words quoted for them: {shown}. Quote the words and "
        "write the condition, with the number as it stands, or quote it under not_in_figure with the reason."
    ]


def _label_faults(statement: str, places: Located, figure: s.Figure) -> list[str]:
    aside = (*places.aside, *places.diagram)
    said = [p for p in (*places.conditions, *places.question) if not any(_within(p, a) for a in aside)]
    labels = [label for label in undeclared_labels(statement, said, figure) if not _set_aside(label, places)]
    if not labels:
        return []
    return [
        f"These labels are not points of the figure: {', '.join(labels)}. Declare them as vertices or with point "
        "lines, or quote them under not_in_figure if they name no point."
    ]


def _relation_faults(statement: str, parsed: ReadingReply, places: Located, figure: s.Figure) -> list[str]:
    aside = (*places.aside, *places.diagram)
    pairs = zip(parsed.conditions, places.conditions, strict=True)
    idle = [p.text for c, p in pairs if not any(map(_bare, c.lines)) and not any(_within(p, a) for a in aside)]
    faults = [f"No line stands beside {quote!r}; write one, or quote it under not_in_figure." for quote in idle]
    # Words inside a quote are compared with the lines of that quote.
    quoted = (*places.conditions, *places.question)
    unsaid = unsaid_relations(statement, print_figure(figure), (*aside, *quoted))
    if unsaid:
        faults.append(
            f"The statement says {', '.join(map(repr, unsaid))}, and no line of the figure does; quote the words and "
            "write the condition."
        )
    return faults


def _within(inner: Passage, outer: Passage) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _set_aside(label: str, places: Located) -> bool:
    return any(label in passage.text.replace("_", "").replace("{", "").replace("}", "") for passage in places.aside)
