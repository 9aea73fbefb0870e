"""Language detection for statements: Chinese, English or other, from scripts and function words.

Formulas and LaTeX commands are ignored. Chinese is translated; a language that is neither Chinese nor English is a
Refusal, because the checks could not compare its labels and numbers with a translation.
"""

import re
from typing import Literal

from agents.records import Refusal

Language = Literal["en", "zh", "other"]

_MATH = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|\\\(.*?\\\)|\\\[.*?\\\]|\\[A-Za-z]+", re.DOTALL)
_TEXT_COMMAND = re.compile(r"\\(?:text|mathrm|mbox|textrm)\s*\{([^{}]*)\}")
HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
"""A Chinese character; Japanese uses them too, together with its own scripts."""
_KANA_OR_HANGUL = re.compile("[\u3041-\u30ff\u1100-\u11ff\uac00-\ud7af]")
# A word in a script that is neither Latin nor Greek, or a Greek word: a single Greek letter is a mathematical symbol.
_OTHER_SCRIPT = re.compile("[\u0400-\u08ff\u0900-\u10ff\u1e00-\u1eff]{2}|[\u0370-\u03ff]{3}")
_WORD = re.compile(r"[^\W\d_]+")
# Function words. Those that English shares with another language (a, in, is, die) count for neither.
_ENGLISH = frozenset(
    _WORD.findall(
        "the of and with what find are has its at on from to that by each which how if then let given this between be"
        " point angle length volume edge side base plane line cube pyramid cone sphere height radius distance"
    )
)
_FOREIGN = frozenset(
    _WORD.findall(
        "le la les des du une est dans et sur avec soit que quel quelle calculer trouver au aux sont "
        "der das ein eine einer und ist mit von dem auf wie gegeben berechne sei sind "
        "el los las del un una es en con por para cuál halla calcula "
        "il lo gli di della uno che con qual calcolare trova da dos das uma é com qual "
        "het een van en met wat jest oraz które długość objętość och är av med som en det og"
    )
)


def detect_language(text: str) -> Language:
    """`zh` if it contains a Chinese character, `en` for English or formulas only, else `other`."""
    if _KANA_OR_HANGUL.search(text):
        return "other"
    if HAN.search(text):
        return "zh"
    words = _MATH.sub(" ", _TEXT_COMMAND.sub(r" \1 ", text))
    if _OTHER_SCRIPT.search(words):
        return "other"
    found = [word.lower() for word in _WORD.findall(words)]
    english, foreign = (sum(word in known for word in found) for known in (_ENGLISH, _FOREIGN))
    return "other" if foreign > english else "en"


def needs_translation(text: str) -> bool:
    """Whether the statement is Chinese."""
    return detect_language(text) == "zh"


def language_refusal(text: str) -> Refusal | None:
    """The refusal of a statement in neither English nor Chinese; None for those two."""
    if detect_language(text) != "other":
        return None
    sentence = f"The statement is neither English nor Chinese: {text[:60]!r}; translate it first"
    return Refusal(reason="not_understood", sentence=sentence)
