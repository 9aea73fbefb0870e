"""The commands: one file per group. A command parses, calls one function and prints."""
