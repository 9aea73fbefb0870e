"""Solids and points that a reading brings in with its question although the question's words do not.

A question asks about what the statement has described. A solid declared beside it must be named there, by its kind or
by its vertices.
"""

from collections.abc import Iterator

from agents.language.accounting import vocabulary
from agents.language.accounting.passages import Told
from agents.language.accounting.vocabulary import says
from agents.language.statements.statement_tokens import labels_in
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.printer import print_line

_POINT_WORDS = (
    r"\bpoints?\b|\bplanes?\b|\bdistance|\bsegment|section|\bpath|\bdiagonal|\bline|\bbetween|\bfrom\b|\bant\b|\bfly\b|\bfarthest"
    r"|\bfurthest|\blongest|\bgreatest|\blargest|\bmaxim|\bminim|\bshortest|\bsmallest|\bleast|\bangle|\baxis|\bcent(?:er|re)|\bside|\bedge"
    r"|\bface|\bradi(?:us|i)|\btriangle|\bchord|\barc|\bgreat circle|\bpieces?|\bparts?"
)


def inventions(question: Told, figure: s.Figure) -> Iterator[str]:
    """A sentence for each solid or point beside the question that its words do not bring in."""
    said = {token.text for token in labels_in(question.text)}
    before = {d.kind for d in figure.solids if d not in question.items}
    for item in question.items:
        if isinstance(item, s.SolidDecl):
            labels = {label for label in item.labels if not is_hidden(label)}
            is_named = bool(labels) and labels <= said
            is_new_kind = item.kind not in before and says(vocabulary.KINDS[item.kind], question.text)
            if not is_named and not is_new_kind:
                yield (
                    f"The line {print_line(item)!r} brings a solid in with the question, whose words do not; ask for "
                    "the solid that the statement describes."
                )
        elif isinstance(item, s.PointDecl) and item.label not in said and not says(_POINT_WORDS, question.context):
            yield f"The line {print_line(item)!r} brings a point in with the question, whose words do not."
