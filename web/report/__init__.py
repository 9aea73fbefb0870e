"""The report of a run as one file that needs no network."""
