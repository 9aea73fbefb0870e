"""The error raised by everything that reads or writes a dataset."""


class DatasetError(ValueError):
    """A dataset that cannot be read or written; one sentence and its remedy."""
