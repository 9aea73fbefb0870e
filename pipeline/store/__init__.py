"""The SQLite store of a run: problems, checkpoints, paid exchanges. All writing queries are here."""
