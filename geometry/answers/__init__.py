"""Stated answers parsed by a bounded grammar, and measured decimals recognised as closed forms."""
