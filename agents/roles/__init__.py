"""The roles of the models: translator, reader, solver, code writer, stripper, normalizer; each with its checks."""
