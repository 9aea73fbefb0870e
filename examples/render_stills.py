"""Render two small pictures of a figure in a room: python examples/render_stills.py FOLDER"""

import sys

import solidscene

FIGURE = "solid regular pyramid S-ABCD\ngiven AB = 4, SA = 2*sqrt(5)\nfind dihedral(S-BC-A)"

out = sys.argv[1] if len(sys.argv) > 1 else "out"
request = solidscene.FilmRequest(profile="preview", stills=2, scale_cue="rule")
film = solidscene.render(FIGURE, out, name="pyramid", film=request)
for path in film.files:
    print(path)
for check in film.checks:
    print(check.status, "-", check.sentence)
