"""The pure geometry kernel: figures parsed, solved, verified and measured; closed forms; stated answers.

It does not use language models, Blender, a database or the terminal. The notation and the verifier do not import the
solver.
"""
