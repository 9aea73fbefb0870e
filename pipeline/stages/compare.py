"""How strong the evidence for a reading is: a second, independent reading is compared with it, or an auditor reads it.

The figures are compared by the kernel, also with other numbers. A difference goes back to both readers as one sentence,
at most twice; then a third reading decides. A figure that a person wrote and one that rules read are not compared.
"""

from typing import Any

from agents.gateway.asker import Complaint
from agents.language.accounting.shared_numbers import places_by_number, shared_numbers, unshared_number
from agents.language.offline_reader import read_statement
from agents.language.statements.statement_tokens import named_labels
from agents.records import Problem, Reading, Refusal
from agents.roles import auditor
from agents.roles.reader import second_reading
from agents.roles.reader.second_reading import SecondReading, as_second
from geometry.checks import Check
from geometry.equivalence.compare import FigureComparison, compare
from geometry.equivalence.implied import deviations_without, follows
from geometry.equivalence.solutions import HELD_RELATIVE
from geometry.notation.resolve import parse_figure
from geometry.record import Record
from geometry.tolerances import SAME_TARGET_RELATIVE
from pipeline.stages.context import Outvoted, ProblemState, Quarantine, Reread, StageContext
from pipeline.stages.figure_cache import figure_of
from pipeline.stages.records import OUTVOTED, Compared

DIFFER = "Two readings of this statement differ. "
KEEP = " Read the statement again with care. Keep your reading if it is right."
MOST_REMARKS = 2
"""How often a difference goes back to both readers before a third one decides."""


class Input(Record):
    """What the stage works on."""

    problem: Problem
    statement: str
    """The statement in English."""
    reading: Reading
    remarks: tuple[str, ...] = ()
    """Differences between earlier readings that were sent to both readers."""


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    return Input(
        problem=state.problem,
        statement=state.outputs["translate"].statement,
        reading=state.outputs["read"].reading,
        remarks=tuple(turn.complaint for turn in state.turns_of("read") if turn.complaint.startswith(DIFFER)),
    )


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    if given.problem.figure or context.is_offline("reader"):
        return {}
    return {
        "readings": context.readings,
        "seed": context.seed,
        "second": context.role_fingerprint("reader_check", "read_again"),
        "audit": context.role_fingerprint("auditor", "audit"),
        "same model": _same_model(context),
    }


def run(given: Input, context: StageContext) -> Compared:
    """The evidence for the reading; Reread or Quarantine if another reading contradicts it."""
    if given.problem.figure:
        return Compared(level="figure given")
    if context.is_offline("reader"):
        return Compared(level="rules")
    if context.readings == 1:
        _insist_on_words(_doubts(given.reading, context))
        return _audited(given, context) or Compared(level="one reading")
    by_rules = _by_rules(given, context) if context.readings == 2 else None
    found = by_rules or _by_readings(given, context)
    if found.level != "two readings":
        _insist_on_words(_doubts(given.reading, context))
    return found


def _doubts(reading: Reading, context: StageContext) -> tuple[str, ...]:
    """What the words of the statement do not say, and what does not follow from the rest either."""
    lines = reading.to_show
    gaps = context.run_in_kernel(deviations_without, figure_of(reading.figure), lines, context.seed)
    unshown = [
        f"The line 'given {line}' is not said by the words it stands beside, and does not follow from the others."
        for line, gap in zip(lines, gaps, strict=True)
        if gap > HELD_RELATIVE
    ]
    return (*reading.doubts, *unshown)


def _insist_on_words(doubts: tuple[str, ...]) -> None:
    """Reread for a figure that has what the statement's words do not say, where no other reading needs that too."""
    if doubts:
        raise Reread("statement disputed", " ".join(doubts))


def _by_rules(given: Input, context: StageContext) -> Compared | None:
    """Agreement with the reading of the offline rules, which costs nothing; None if they read it otherwise or not."""
    found = read_statement(given.problem.model_copy(update={"statement": given.statement}))
    if isinstance(found, Refusal):
        return None
    second = as_second(given.statement, found)
    comparison = _comparison(given, second, context)
    return _agreed(given, comparison, second, context, "offline rules") if comparison.verdict == "same" else None


def _by_readings(given: Input, context: StageContext) -> Compared:
    """Agreement of two readings by models, after remarks to both if need be."""
    try:
        second, comparison = _second(given, context)
    except Complaint as complaint:
        # A second reader that cannot write a figure says nothing about the first.
        audited = _audited(given, context)
        if audited is None:
            raise Quarantine("no second reading", f"the second reader failed: {complaint.sentence}") from complaint
        return audited
    if comparison.verdict == "same" and isinstance(second, SecondReading):
        agreed = _agreed(given, comparison, second, context, context.model("reader_check"))
        return _confirmed(given, context, agreed) if context.readings == 3 else agreed
    if len(given.remarks) < MOST_REMARKS:
        sentence = f"{DIFFER}{comparison.sentence}{KEEP}"
        raise Reread("readings disagree", sentence, figures=_figures(given, second))
    return _decided(given, context, second, comparison)


def _confirmed(given: Input, context: StageContext, agreed: Compared) -> Compared:
    """The agreement of two readings with a third one beside them; two of three suffice."""
    third = _third(given, context)
    agrees = third is not None and _comparison(given, third, context).verdict == "same"
    return agreed.model_copy(update={"readings": 3}) if agrees else agreed


def _decided(
    given: Input, context: StageContext, second: SecondReading | Refusal, difference: FigureComparison
) -> Compared:
    """The verdict of a third reading, and of an audit if all three differ."""
    third = _third(given, context)
    if third is not None:
        comparison = _comparison(given, third, context)
        if comparison.verdict == "same":
            return _agreed(given, comparison, third, context, context.model("reader_check"))
        if isinstance(second, SecondReading) and _same(given.statement, second, third, context):
            raise Outvoted("readings disagree", OUTVOTED)
    if isinstance(second, SecondReading):
        audited = _audited(given, context)
        if audited is not None and _differences(given.statement, second.figure, context):
            return audited
    raise Quarantine("readings disagree", difference.sentence, figures=_figures(given, second))


def _second(given: Input, context: StageContext) -> tuple[SecondReading | Refusal, FigureComparison]:
    """The second reading, compared with the first; one whose figure has no solution goes back to its reader alone."""
    dressed = second_reading.dress(given.statement, context.seed, _same_model(context))
    remarks = given.remarks
    for _ in range(context.tries):
        found = second_reading.run(context.asker, given.problem, dressed, remarks, context.tries)
        comparison = _compared(given, found, context)
        if comparison.verdict != "not solved":
            return found, comparison
        remarks = (*remarks, comparison.sentence)
    raise Complaint(remarks[-1])


def _third(given: Input, context: StageContext) -> SecondReading | None:
    """A third reading; None if it refuses the problem or fails."""
    problem = given.problem.model_copy(update={"statement": given.statement})
    try:
        found, _ = second_reading.third(context.asker, problem, context.tries)
    except Complaint:
        return None
    return None if isinstance(found, Refusal) else as_second(given.statement, found)


def _same_model(context: StageContext) -> bool:
    return context.model("reader_check") == context.model("reader")


def _compared(given: Input, other: SecondReading | Refusal, context: StageContext) -> FigureComparison:
    if isinstance(other, Refusal):
        sentence = f"One reading finds a figure, the other refuses the problem: {other.sentence}"
        return FigureComparison(verdict="different", perturbations=0, sentence=sentence)
    return _comparison(given, other, context)


def _comparison(given: Input, other: SecondReading, context: StageContext) -> FigureComparison:
    first = figure_of(given.reading.figure)
    places = places_by_number(given.statement, given.reading, first)
    unshared = unshared_number(places, other.places)
    if unshared:
        return FigureComparison(verdict="different", perturbations=0, sentence=unshared)
    shared = shared_numbers(places, other.places)
    second = parse_figure(other.figure)
    return context.run_in_kernel(compare, first, second, shared, context.seed, named_labels(given.statement))


def _same(statement: str, first: SecondReading, second: SecondReading, context: StageContext) -> bool:
    figures = parse_figure(first.figure), parse_figure(second.figure)
    shared = shared_numbers(first.places, second.places)
    found = context.run_in_kernel(compare, *figures, shared, context.seed, named_labels(statement))
    return found.verdict == "same"


def _agreed(
    given: Input, comparison: FigureComparison, other: SecondReading, context: StageContext, by: str
) -> Compared:
    """The evidence of two readings that agree; Reread for the first if only it has what no words say.

    The words allow the second reading as it is, so the first can be written like that too.
    """
    doubts = _doubts(given.reading, context)
    if doubts and not _doubts(other.reading, context):
        _insist_on_words(doubts)
    check = Check(
        name="two readings of the statement agree",
        status="passed",
        measured=comparison.deviation,
        tolerance=SAME_TARGET_RELATIVE,
        sentence=f"Conditions and target agree, also under {comparison.perturbations} changes of the numbers.",
    )
    return Compared(
        level="two readings",
        perturbations=comparison.perturbations,
        readings=2,
        by=by,
        other_figure=other.figure,
        checks=(check,),
    )


def _audited(given: Input, context: StageContext) -> Compared | None:
    """The evidence of an audit without findings; Reread for one with findings; None if the audit failed."""
    try:
        found = _differences(given.statement, given.reading.figure, context)
    except Complaint:
        return None
    if found:
        raise Reread("audit", f"An auditor compared the figure with the statement: {' '.join(found)}")
    check = Check(
        name="an audit found no difference between statement and figure",
        status="passed",
        measured=0.0,
        tolerance=0.0,
        sentence="The figure was described in words and compared with the statement.",
    )
    return Compared(level="audited reading", by=context.model("auditor"), checks=(check,))


def _differences(statement: str, figure: str, context: StageContext) -> list[str]:
    """What an auditor finds, without conditions that the figure implies."""
    parsed = parse_figure(figure)
    found = []
    for each in auditor.run(context.asker, statement, parsed, context.tries):
        line = each.line.strip().removeprefix("given ")
        if each.what == "missing" and line and context.run_in_kernel(follows, figure_of(figure), line, context.seed):
            continue
        found.append(f"{each.sentence.rstrip('.')} ({each.quote!r}).")
    return found


def _figures(given: Input, other: SecondReading | Refusal) -> tuple[str, str]:
    """Both readings, to be shown side by side."""
    return given.reading.figure, other.figure if isinstance(other, SecondReading) else f"refused: {other.sentence}\n"
