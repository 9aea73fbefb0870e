"""The reader: splits a statement into quotes and figure lines, and checks the reading with a series of gates."""
