"""A record's JSON schema in the subset that servers support for strict structured output.

Every object must be closed, every property required, and only supported keywords used. A schema outside this subset
(free-form dictionaries, a root that is not an object) is returned unchanged and marked as not strict.
"""

from typing import Any

_KEPT = ("type", "enum", "const", "description", "anyOf", "items", "properties", "required", "additionalProperties")
"""Bounds and patterns are left out: servers differ in which they support, and the reply is validated anyway."""


def strict_schema(schema: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """The schema and whether it is in the strict subset; if not, the schema is unchanged."""
    if schema.get("type") != "object" or _has_free_form(schema):
        return schema, False
    strict = _node(schema)
    if definitions := schema.get("$defs"):
        strict["$defs"] = {name: _node(node) for name, node in definitions.items()}
    return strict, True


def _has_free_form(node: Any) -> bool:
    """Whether any object has unnamed properties, or any value is unconstrained."""
    if isinstance(node, list):
        return any(_has_free_form(item) for item in node)
    if not isinstance(node, dict):
        return False
    closed = node.get("additionalProperties", False) is False
    named = node.get("type") != "object" or "properties" in node or closed
    return not (closed and named) or any(_has_free_form(item) for item in _parts(node)) or node == {}


def _parts(node: dict[str, Any]) -> list[Any]:
    """The subschemas of a schema."""
    inside = [node[name] for name in ("items", "anyOf", "oneOf", "allOf", "prefixItems") if name in node]
    return inside + [part for name in ("properties", "$defs") for part in node.get(name, {}).values()]


def _node(node: dict[str, Any]) -> dict[str, Any]:
    """One schema, rewritten."""
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    if len(node.get("allOf", ())) == 1:
        return _node(node["allOf"][0])
    node = _with_plain_unions(node)
    kept = {name: node[name] for name in _KEPT if name in node}
    if "anyOf" in kept:
        kept["anyOf"] = [_node(part) for part in kept["anyOf"]]
    if isinstance(kept.get("items"), dict):
        kept["items"] = _node(kept["items"])
    if kept.get("type") == "object":
        kept["properties"] = {name: _node(part) for name, part in kept.get("properties", {}).items()}
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept


def _with_plain_unions(node: dict[str, Any]) -> dict[str, Any]:
    """Tagged unions and fixed-length tuples, rewritten with keywords of the strict subset."""
    if "oneOf" in node:
        node = {**node, "anyOf": node["oneOf"]}
    if "prefixItems" in node:
        kinds = [part for at, part in enumerate(node["prefixItems"]) if part not in node["prefixItems"][:at]]
        node = {**node, "items": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}}
    return node
