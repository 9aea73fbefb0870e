"""The baseline of `solidscene bench geometry`: a figure's textbook equations, solved by `sympy.nsolve`.

`formulas` holds closed formulas, `scene` writes a figure down in symbols, `equations` turns its conditions into
equations, `baseline` solves them and measures the target. It shares no code with the kernel's solver, measures and
predicates. It does not cover the whole notation, and says so figure by figure.
"""
