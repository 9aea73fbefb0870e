"""First mentions of solids: what the main solid is, and how others are introduced.

A solid that shares its noun with another is introduced with the ordinal that later references use.
"""

import re

from agents.language.wording.naming import (
    OBJECT,
    ORDINALS,
    Naming,
    a,
    idle_labels,
    kind_words,
    label_text,
    listed,
    tex_label,
    tex_run,
)
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.main_solid import main_solid, simple_parts

_ORDINAL = re.compile(rf"the ({'|'.join(ORDINALS)}|\d+th) ")


def solid_sentence(words: Naming) -> str:
    """What the main solid is, with its properties and labels."""
    main = main_solid(words.figure)
    as_object = words.solids[main.name] == OBJECT
    if main.kind == "composite":
        return _composite_sentence(words, as_object)
    return f"The object is {introduced(main, words)}." if as_object else f"Consider {introduced(main, words)}."


def kind_sentence(figure: s.Figure) -> str:
    """The kind of the main solid only, without labels and properties."""
    said: dict[str, list[str]] = {"+": [], "-": []}
    for sign, part in simple_parts(figure, main_solid(figure)):
        said[sign].append(a(kind_words(part, with_properties=False)))
    return f"The object is {_assembled(said)}."


def introduced(solid: s.SolidDecl, words: Naming) -> str:
    """The solid with its article, ordinal, properties and labels."""
    ordinal = _ORDINAL.match(words.solids[solid.name])
    kind = a(" ".join([*(ordinal.groups() if ordinal else ()), kind_words(solid, with_properties=True)]))
    if solid.kind == "polyhedron":
        return f"{kind} with the faces {listed(f'${tex_run(face)}$' for face in solid.faces)}"
    if not solid.labels or is_hidden(solid.labels[0]) or solid.labels[0] in idle_labels(words.figure):
        return kind
    first, last = (f"${tex_label(label)}$" for label in (solid.labels[0], solid.labels[-1]))
    match solid.kind:
        case "sphere":
            return f"{kind} with centre {first}"
        case "hemisphere":
            return f"{kind} whose flat face has the centre {first}"
        case "cone":
            return f"{kind} with apex {first} and base centre {last}"
        case "cylinder" | "cone_frustum":
            return f"{kind} whose base has the centre {first} and whose top has the centre {last}"
        case "pyramid" if solid.properties == ("right",):
            return f"{kind} ${label_text(solid)}$ with its apex above the centroid of its base"
        case "frustum":
            return kind.replace("frustum", f"frustum ${label_text(solid)}$", 1)
        case _:
            return f"{kind} ${label_text(solid)}$"


def _composite_sentence(words: Naming, as_object: bool) -> str:
    said: dict[str, list[str]] = {"+": [], "-": []}
    for sign, part in simple_parts(words.figure, main_solid(words.figure)):
        said[sign].append(introduced(part, words))
    noun = "a solid " if not as_object and len(said["+"]) > 1 else ""
    return f"{'The object is' if as_object else 'Consider'} {noun}{_assembled(said)}."


def _assembled(said: dict[str, list[str]]) -> str:
    joined, removed = said["+"], said["-"]
    whole = joined[0] if len(joined) == 1 else f"made of {listed(joined)} joined together"
    verb = "is" if len(removed) == 1 else "are"
    return f"{whole}, from which {listed(removed)} {verb} removed" if removed else whole
