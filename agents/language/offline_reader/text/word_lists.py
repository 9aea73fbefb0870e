"""Closed lists of words, written as one string each."""


def words(text: str) -> frozenset[str]:
    """The words of a string that is split at spaces."""
    return frozenset(text.split())
