"""The translator: a Chinese statement in English, with every label, number and formula preserved.

English passes through without a model. Raises Complaint if a translation loses, adds or changes a label, number,
formula or geometric term, or leaves Chinese text; without a model a Chinese statement is a Refusal.
"""

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from agents.gateway.asker import Asker, Complaint, Message, Turn, with_complaints
from agents.gateway.json_replies import Reply, read_json
from agents.gateway.prompt_files import load_prompt
from agents.language.statements.detect_language import HAN, language_refusal, needs_translation
from agents.language.statements.statement_tokens import labels_in, numbers_in, values_of
from agents.language.statements.translation_terms import NUMBER_WORDS, TERMS, chinese_numbers
from agents.records import Refusal
from geometry.checks import Check

# Commands that affect only a formula's layout, or that mark the blank of a question.
_LAYOUT = frozenset(
    re.findall(
        r"\w+",
        "text mathrm mathbf textrm mbox left right big Big bigg Bigg quad qquad displaystyle textstyle dfrac tfrac frac"
        " rm hspace underline overline mathit operatorname limits cdots ldots dots",
    )
)
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_FULL_WIDTH = str.maketrans("，。；：？！（）、“”", ',.;:?!(),""')


class TranslationReply(Reply):
    """The translation."""

    english: str
    """The whole statement in English, every formula copied character for character."""


def messages(statement: str) -> tuple[Message, ...]:
    """The prompt of the translator."""
    return load_prompt("translate").fill({"statement": statement})


def read(reply: str, statement: str) -> str:
    """The English statement; raises Complaint if something of the source is missing or changed."""
    english = read_json(reply, TranslationReply).english.translate(_FULL_WIDTH).strip()
    if found := faults(statement, english):
        raise Complaint(" ".join(found), reply)
    return english


def faults(statement: str, english: str) -> list[str]:
    """What is missing or changed in the translation, one sentence each."""
    return [
        *_language_faults(english),
        *_label_faults(statement, english),
        *_number_faults(statement, english),
        *_formula_faults(statement, english),
        *_term_faults(statement, english),
    ]


def check(statement: str, english: str) -> Check:
    """The comparison as evidence: what was searched for in the translation, and what is missing or new."""
    found = faults(statement, english)
    labels, numbers = len(labels_in(statement)), len(numbers_in(statement))
    commands = sum(command not in _LAYOUT for command in _COMMAND.findall(statement))
    terms = sum(term in statement for term in TERMS)
    looked_for = f"{labels} labels, {numbers} numbers, {commands} LaTeX commands and {terms} known terms"
    return Check(
        name="the translation keeps every label, number and formula",
        status="failed" if found else "passed",
        measured=float(len(found)),
        tolerance=0.0,
        sentence=f"Looked for in the translation: {looked_for}; missing or new: {' '.join(found) or 'none'}.",
    )


def run(asker: Asker, statement: str, turns: Sequence[Turn] = ()) -> str:
    """The English statement, from a model if it needs translation."""
    if not needs_translation(statement):
        return statement
    reply = asker.ask("translator", with_complaints(messages(statement), turns), TranslationReply)
    return read(reply, statement)


def offline(statement: str) -> str | Refusal:
    """English unchanged; a Refusal for anything else, because there are no rules to translate it."""
    if needs_translation(statement):
        sentence = "The statement is Chinese and no model translates it; set a model for the role translator"
        return Refusal(reason="not_understood", sentence=sentence)
    return language_refusal(statement) or statement


def _language_faults(english: str) -> list[str]:
    left = "".join(dict.fromkeys(HAN.findall(english)))
    faults = [f"Chinese is left in the translation: {left}."] if left else []
    return faults if english else ["The translation is empty."]


def _label_faults(statement: str, english: str) -> list[str]:
    """A label may be repeated for grammar, but not lost, and no new label may appear."""
    there, here = (Counter(token.text for token in labels_in(text)) for text in (statement, english))
    faults = [f"Keep every mention of the labels {_listed(there - here)}."] if there - here else []
    new = [label for label in here if label not in there]
    return [*faults, f"The original has no label {', '.join(new)}."] if new else faults


def _number_faults(statement: str, english: str) -> list[str]:
    there, here = (values_of(numbers_in(text)) for text in (statement, english))
    words = Counter(Fraction(NUMBER_WORDS[w]) for w in re.findall(r"[a-z]+", english.lower()) if w in NUMBER_WORDS)
    spelled = {Fraction(value) for value in chinese_numbers(statement)}
    lost = there - here - words
    added = {value: n for value, n in (here - there).items() if value not in spelled | {Fraction(1)}}
    faults = [f"These numbers of the original are missing: {_listed(lost)}."] if lost else []
    return [*faults, f"These numbers are not in the original: {_listed(added)}."] if added else faults


def _formula_faults(statement: str, english: str) -> list[str]:
    there, here = (Counter(c for c in _COMMAND.findall(text) if c not in _LAYOUT) for text in (statement, english))
    lost = [f"\\{command}" for command in there - here]
    hint = "copy every formula as it stands, and double its backslashes inside JSON"
    return [f"These LaTeX commands are missing: {', '.join(lost)}; {hint}."] if lost else []


def _term_faults(statement: str, english: str) -> list[str]:
    low = english.lower()
    lost = [(term, stems) for term, stems in TERMS.items() if term in statement and not any(s in low for s in stems)]
    return [f"{term} ({stems[0]}) is not in the translation." for term, stems in lost]


def _listed(counted: Counter[str] | Counter[Fraction] | dict[Fraction, int]) -> str:
    return ", ".join(str(item) for item in counted)
