"""The words that express each predicate, function, kind and property of the notation: one table for all gates.

Each pattern lists the words of which at least one must be said before the name on its left may be used. A name that is
not in the tables needs no word: it builds an object (`plane`, `segment`) or calculates (`sqrt`).
"""

import re

_RIGHT_ANGLE = (
    r"perpendicular|\\perp|[⊥⟂]|\bright\b|\b90\b|upright|upwards|vertical|altitude|heights?\b|\bhigh\b"
    r"|\btall\b|orthogonal|normal"
    r"|\bfoot\b|\bfeet\b|project(?:s|ed|ion)|shadow|straight (?:up|down)|directly|exactly (?:above"
    r"|below)|\bax[ei]s\b|origin"
    r"|coordinate|rectang|\bsquare|\bcub(?:e|ic|oid)|\bbox|\blegs?\b|hypotenuse|plumb|\bdistance|pythag|\bstand"
)
_PARALLEL = (
    r"parallel|[∥∦]|//|horizontal|\bvertical|directly|exactly (?:above|below)|trapez|\bcut|\bslice"
    r"|\blevel|\bprism|\bcub(?:e|oid)"
    r"|translat|\bax[ei]s\b|\bsame direction|opposite"
)
_INSIDE = (
    r"inscrib|\bfits?\b|\binside|\bwithin|enclos|contain|circumscrib|\btouch|tangent|snug|\bpack|\blargest"
    r"|\bgreatest|\bmaximum|\bbiggest|\bcarve|\bwhittle|\bin(?:to)? (?:a|an|the|its)\b|insphere"
    r"|circumsphere|circumcircle|\bcut from|passes through|pass through|through the|lie on|lies on"
    r"|on the (?:surface|sphere)|vertices|surround|\bholds?\b|\bcover"
)
_ON = (
    r"\bon\b|\bonto\b|\blie|\blay|\blocated|\bpoints?\b|vert(?:ex|ices)|\bsurface|\bin\b|\binside|interior"
    r"|\bwithin|through|\bcontain|∈|\\in\b|\bmoves?\b|divid|trisect|\bat\b|\bof\b|circle|\bends?\b"
    r"|intersect|\bmeets?\b|\bcrosses"
)

PREDICATES: dict[str, str] = {
    "perp": _RIGHT_ANGLE,
    "right_angle": _RIGHT_ANGLE,
    "parallel": _PARALLEL,
    "square": r"\bsquare|\bcube|\bregular",
    "rectangle": r"rectang|\bbox|cuboid|\bsquare|\bright\b",
    "rhombus": r"rhomb|diamond|\bequal (?:sides|edges)|sides? (?:are )?(?:all )?equal",
    "parallelogram": r"parallelogram|parallelepiped|rhomb",
    "trapezoid": r"trapez",
    "equilateral": r"equilateral|\bregular|\b60\b|congruent|\bequal|\bsame|\ball\b|\beach\b|\bevery",
    "isosceles": r"isosceles|\bequal|congruent|\bsame|equilateral",
    "regular": r"\bregular|equilateral|\bsquare|congruent",
    "folded": r"\bfold|\bunfold|\bcrease|\bbent|\bbend|\bturn|\brotat|\bflip|\brolled up",
    "collinear": r"collinear|\bline\b|\bstraight|\bon\b|extend|extension",
    "coplanar": (
        r"coplanar|\bplanes?\b|quadrilateral|\bflat|polygon|\bbase\b|hexagon|pentagon|parallelogram|trapez"
        r"|\bface"
    ),
    "concyclic": r"concyclic|cyclic|\bcircle|\bcircular|inscrib|circum",
    "cospherical": r"spher|\bball|\bglobe|circum|equidistant|distance",
    "on": _ON,
    "tangent": (
        r"tangent|\btouch|\brests?\b|\bcontact|inscrib|\bfits?\b|\blie[ns]?\b|\bsits?\b|\bplaced|\bstack"
        r"|\bkiss|snug|\bpack|\bmeets?\b"
    ),
    "internally_tangent": (
        r"tangent|\btouch|inscrib|\bfits?\b|\binside|snug|\bpack|contain|enclos|circumscrib|hold|within"
    ),
    "inscribed": _INSIDE + r"|\bhollow|\bshar(?:e|ing)|\bapex|\bhighest",
    "circumscribed": _INSIDE,
    "stacked": (
        r"\btop|\bstack|\battach|\bsits?\b|surmount|\bcapped|\bcaps?\b|\bjoin|\bglue|\bplaced|\bmount"
        r"|\brests?\b|consist|\bon (?:a|an|the|it|each|one)|\bend\b|\bends\b|\bbase\b|\bbases\b|compos"
        r"|\bformed|\bupon|\babove|\bsecond|\bhemispher|\bcommon|\bshar"
    ),
    "coaxial": (
        r"\bax[ei]s|concentric|coaxial|\bcent(?:er|re)|\bsame\b|\bhole|\bbored?|\bdrill|\bthrough|\bhollow"
        r"|\bpipe|\btube|\bshell|inscrib|circumscrib|\binside|\bremov|\bcommon|\bcut\b|\bring|\bwall"
        r"|\bthick|\bshar"
    ),
    "similar": (
        r"\bsink|\bliquid|\bwater|\bfilled|\bsimilar|same shape|\bscale|\bproportion|\bmodel|\bminiature"
        r"|\bratio|\bcut\b|\btimes"
    ),
    "same_side": r"same side|\bside|\bone side|\bboth\b",
    "opposite_sides": (
        r"\btop|\bon (?:its|the|each)|\boutside|\bpoint(?:s|ing)? (?:up|down)|opposite|\bsides\b"
        r"|either side|\bother side|different sides|\bon both"
    ),
    "homothetic": r"similar|homothet|\bparallel|\bscale",
    "integer": r"integer|integral|\bwhole|\bnatural|\bdivisible|\bmultiple|\bexact",
    "edges": r"\bedges?\b|\bsides?\b|dimension|\blengths?\b",
}
"""By predicate: words that may become it."""

SHAPES = frozenset(
    {"square", "rectangle", "rhombus", "parallelogram", "trapezoid", "equilateral", "isosceles", "regular"}
)
"""Predicates of a polygon's shape."""

_LENGTHS = r"\blengths?\b|\blong\b|\bdistance|\bmeasur"
_SIDE = (
    r"\bsides?\b|\bedges?\b|"
    + _LENGTHS
    + (
        r"|[-\s](?:inch|foot|feet|cm|meter|unit)|\bcubes?\b|\bsquare|perimeter|dimension|\bwid|×|\\times"
        r"|\bby\b|congruent|equilateral|\bunit"
    )
)
_RADIUS = r"radi(?:us|i)|\btouch|\btangent|diameter|\bcircl|\bcircumferen|\bR\b|\br\b|\bsize"
_HEIGHT = (
    r"\bheights?\b|\bhigh\b|\btall\b|altitude|\bdeep|\bdepth|\bthick|"
    + _LENGTHS
    + r"|\bh\b|\bup\b|vertical|\btop\b|\blevel"
)

_PIECES = (
    r"\bslic|\bpiece|\bcut|\bsaw(?:n|ed|ing)\b|\bdivid|\bparts?\b|\bslabs?\b|\bchop|\bsplit|\bboards?\b"
    r"|\bdis[ck]s?\b|\bsmall"
)

_FORMED = (
    r"|\bsectors?\b|\brolled?\b|\baxial|\brotat|\brevol|\bspun|\bmelt|\brecast|\bmou?ld|\bfold|\bnet\b"
    r"|\bshar(?:e|ing)|\bcoincid|\bsame|\bequal"
    r"|\bcongruent|\btap(?:ed|ing)|\bglu|\bsubmerg|\bdisplac|\bdiametric|\bcarv|\bpour|\bdistribut"
    r"|\bsheet|\bcircular piece|\bsink|\bliquid|\bimmers"
)
"""Ways to make one body of another or beside another: they state equal measures without naming them."""

FUNCTIONS: dict[str, str] = {
    "distance": (
        r"\bdistance|\bapart|\bfrom\b|\bbetween|\babove|\bbelow|heights?\b|\bhigh|\btall|altitude|\bfar\b|\bdeep|\bdepth"
        r"|\bthick|perpendicular|\blengths?\b|\blong\b|\bwid|\btouch|tangent|\bradius|\bax[ei]s\b"
    ),
    "norm": r"magnitude|\bnorm\b|modulus|\||\blengths?\b",
    "interior": r"\binside|\binterior|\bwithin|\bin\b",
    "gap": r"\bdistance|\bapart|\bfrom\b|\bbetween|\babove|\bbelow|\bheight|\bhigh",
    "perimeter": r"perimeter|\baround|\bround\b|boundary" + _FORMED,
    "radius": _RADIUS + _FORMED,
    "top_radius": _RADIUS + _FORMED,
    "diameter": r"diameter|\bacross|\bwide|\bcaliber|thickness|\bradi(?:us|i)|\bd\b|\bwidth" + _FORMED,
    "circumference": r"circumference|\baround|\bround\b|perimeter|\bgirth|\brim\b" + _FORMED,
    "height": _HEIGHT + _FORMED,
    "slant": r"\bslant|generat|\bside length|\bslope|apothem|\blateral|element" + _FORMED,
    "edge": _SIDE + _FORMED,
    "base_edge": _SIDE + _FORMED,
    "lateral_edge": r"lateral|\bedge|\bsides?\b|slant|\bheight|\bhigh\b|\blength|\blong\b|\bapex|\bpeak|vert(?:ex|ices)"
    + _FORMED,
    "diagonal": r"diagonal",
    "longest_segment": (
        r"\blongest|\bgreatest|\blargest|\bmaxim|\bfarthest|\bfurthest|\bfits?\b|\bdiameter|\bmost\b|diagonal|\blong\b"
    ),
    "edge_sum": r"\bedges?\b|\bwire|\bframe|\bsticks?",
    "circumradius": r"circum|spher|\bcircle|\bball|equidistant|vertices|radi(?:us|i)",
    "inradius": r"inscrib|\bin(?:sphere|circle|radius)|spher|\bcircle|tangent|touch|\bball|radi(?:us|i)",
    "midradius": r"tangent|touch|edges",
    "surface_path": (
        r"surface|\bcrawl|\bwalk|\bshortest|\bpath|\broute|\balong|\bant\b|\bfly\b|\bspider|\bbug\b"
        r"|\bstring|\bthread|\brope|\bway\b|travel|wound|\bwrap|face"
    ),
    "helix": r"spiral|\bwind|\bwound|helix|helical|\bround\b|\baround|\btwist|\bwrap|turns?\b|thread|wire|string|vine",
    "area": r"\bareas?\b|\bsquare|\[" + _FORMED,
    "lateral_area": (
        r"lateral|\bside|\bcurved|\blabel\b|\bwalls?\b|\bslant|\bsheet|\bpaper|\brolled?|\bsurface"
        r"|\bunrolled|\bareas?\b"
    )
    + _FORMED,
    "surface_area": (
        r"surface|\btotal area|\bpaint|\bcover|\bwrap|\bareas?\b|\bfaces\b|\bboards?\b|\bmaterial"
        r"|\bsquare (?:met|cent|inch|feet|foot|yard|unit|dec|mil)"
    )
    + _FORMED,
    "base_area": r"\bbases?\b|\bbottom|\bfloor|cross|\bfaces?\b|\bcircle|\bareas?\b|\bcircular" + _FORMED,
    "top_area": r"\btop\b|\bupper|\bbases?\b|\bsmaller|\bother" + _FORMED,
    "volume": (
        r"volume|cubic|capacity|\bholds?\b|\bcontain|\bfill|\blit(?:er|re)|\bspace|\bmelt|\bpour|\bwater"
        r"|\bamount|\bfull|\bV\b|\bgallon|\bcarved|\bequal parts|how much|\bbisect|\bhal[fv]"
    )
    + _FORMED,
    "angle": (
        r"\bangles?\b|\\angle|∠|\bdegrees?\b|°|\\circ|inclin|\bslope|\btilt|\bmakes?\b|\bforms?\b|\bsteep"
        r"|\bsin|\bcos|\btan|\\(?:sin|cos|tan)"
    ),
    "sector_angle": r"\bsector|\bunroll|\bunfold|\bdevelop|\bnet\b|\bflatten|\bcut\b|\bcentral angle|\brolled?\b",
    "dihedral": r"dihedral|\bangles?\b|\\angle|∠|\bfaces?\b|\bplanes?\b|inclin|°|\\circ",
    "section": r"section|\bcut|\bslice|\bplanes?\b|intersect|\bcross",
    "larger_part": r"larger|\bgreater|\bbigger|\bpart|\bpiece|\bsolids?\b|\bdivid|\bcut",
    "smaller_part": r"smaller|\bpart|\bpiece|\bsolids?\b|\bdivid|\bcut|\blesser",
    "part": (
        r"\bpart|\bpiece|\bportion|\bremain|\bcut|\bdivid|\bsolids?\b|\bsegment|\bcap\b|\bbelow|\babove"
        r"|\bsmaller|\blarger|\bwater|\bfilled|\bregion|\bslice|\bcloser|\bnearer|\bset of"
    ),
    "slices": _PIECES,
    "blocks": _PIECES + r"|\bcubes?\b|\bblocks?\b",
    "piece": _PIECES + r"|\bcubes?\b|\bblocks?\b",
    "common": r"common|\bintersect|\boverlap|\bboth\b|\bshared?\b|inequalit",
    "hull": (
        r"pyramid|tetrahedr|\bsolid|polyhedr|prism|hexahedr|\bbounded|\bpart|\bpiece|\bregion|octahedr"
        r"|\bcorner|\bvertices"
    ),
    "midpoint": r"mid-?points?\b|\bmiddle|\bbisect|\bcent(?:er|re)|\bhalf-?way|\bhalf\b|\bhalves",
    "divide": (
        r"divid|\bratio|\btrisect|\bthird|\bquarter|\bsuch that|\bso that|:|=|\btimes|\btwice|\bhalf"
        r"|\bone-|\bsatisf|\bfrac|\\frac|\bequal"
    ),
    "centroid": r"centroid|\bcent(?:er|re)|\bgravity|\bmass|\bmedian|\bmean",
    "circumcenter": r"circumcent|circum|\bcent(?:er|re)|equidistant|spher",
    "incenter": r"incent|inscrib|\bcent(?:er|re)|\bequidistant|\bbisector",
    "orthocenter": r"orthocent|altitude",
    "foot": (
        r"\bfoot\b|\bfeet\b|perpendicular|\\perp|[⊥⟂]|project|altitude|\bheight|\bdistance|\bshadow"
        r"|directly|\bbelow|\babove|tangent|\btouch"
    ),
    "intersection": (
        r"directly|intersect|\bmeets?\b|\bcross|\bconcur|\bcut|\bpasses|\bcommon|∩|\\cap|\bcent(?:er|re)"
        r"|\bpoint of|\bdiagonals|\bat\b|\bextend|\bextension|\bon\b"
    ),
    "reflect": (
        r"reflect|\bax[ei]s|\bdiameter|\bends?\b|\bmirror|symmetr|\bopposite|\bimage|\bsame distance"
        r"|\bextend|\bbeyond|\bextension|\bglu|\bfold"
    ),
    "dot": r"\bdot\b|scalar|product|\\cdot|·",
    "bisector_plane": r"\bcloser|\bnearer|bisect|equidistant|equally|\bmiddle|midpoint|\bhalf",
    "normal_plane": r"perpendicular|\\perp|[⊥⟂]|normal|orthogonal|\bright\b",
    "normal_line": r"perpendicular|\\perp|[⊥⟂]|normal|vertical|\bax[ei]s|altitude|\bheight|directly",
    "parallel_line": r"parallel|[∥]|direction",
    "parallel_plane": r"parallel|[∥]|horizontal|\blevel|\bslice|\bcut|\bdeep|\bdepth|\bheight|\bwater",
}
"""By function: words that may become it. Not listed: lengths between labels, objects and arithmetic."""

SIGNS: dict[str, str] = dict.fromkeys(
    ("<", ">", "<=", ">="),
    r"\bless|\bgreater|\bmore\b|\blarger|\bsmaller|\bshorter|\blonger|\bacute|\bobtuse|\babove|\bbelow"
    r"|\bbeyond|[<>≤≥]"
    r"|\\[gl]e?q?\b|\bbigger|\bat (?:least|most)|\bhigher|\blower|\bnearer|\bcloser|\bfarther"
    r"|\bfurther|\bpositive|\bnegative"
    r"|\bbetween|\bexceed|\bexternal|\boutside|\bupper|\bwider|\btaller|\blesser|\bshortest|\blongest"
    r"|\bgreatest|\bsmallest|\blargest",
)
"""By sign of an inequality: words that may become it."""

SAME = (
    r"=|\bequal|\bsame|\bcongruent|\bisosceles|\bequilateral|\bregular|\bsquare|\bcube|\brhomb|\beach|\ball\b|\bevery"
    r"|\bmid-?point|\bhalf-?way|\bmiddle|\bequidistant|\bbisect|:|\btouch|\btangent|\bon top|\bvertices"
    r"|\bcommon|\btranslat|\bopposite|\babove|\bbelow"
    r"|\bon the (?:surface|sphere|dome)|\bdiametric|\bequals|\bas (?:long|high|large|big|much|wide|tall)|\bwhole|\bfill"
    r"|\bdistribut|\bsubmerg|\bremov|\bcut\b|\bmultipl|\bconstant|\brim|\baxial|\bperimeter|\bdiagonal|\bcent(?:er|re)"
) + _FORMED
"""Words that may become an equation of two quantities as they are."""
EQUALITY = (
    SAME + r"|\btwice|\bhalf|\btimes|\bdouble|\btriple|\bratio|\bthird|\bquarter|\bpercent|%|\bmore\b|\bless\b|\blonger"
    r"|\bshorter|\bincreas|\bdecreas|\bsum\b|\bfraction|\bof its"
)
"""Words that may become any equation between quantities."""

VECTORS = (
    r"\bvector|\\vec|\\overrightarrow|\bgenerated|mid-?points?|\bparallelogram|\btranslat|\bsymmetr|\breflect|\bopposite"
    r"|\bextend|\bbisect|\bhalf|\bcent(?:er|re)|\bdivid|\bratio|\btrisect|\bthird|="
)
"""Words that may become an equation between two vectors."""

NAMELESS_KINDS = frozenset({"cuboid", "prism", "cylinder", "pyramid", "tetrahedron", "polyhedron", "composite"})
"""Kinds that may stand for a thing of daily life; the others are made only where the statement names them."""

KINDS: dict[str, str] = {
    "cube": (
        r"\bcub(?:es?|ical)\b|\bcubic (?!units?|inch|cent|met|f[oe]+t|yard|cm|mm|dm|m\b|polyn)"
        r"|\bcube-|\bdie\b|\bdice\b|\bregular hexahedr"
    ),
    "cuboid": (
        r"\bholes?\b|\bslices?\b|\bslots?\b|\bcheese|cuboid|rectangular|\bbox|\bbrick|\bblock|\btank"
        r"|\baquarium|\bcontainer|\bcase\b|\broom\b|\bcrate|\bpool\b|\bparcel|\bpackage|\bslab"
        r"|\bright parallelepiped|\bsolid|\bplank|\bbeam|\bcarton|\bchest|\btrunk"
    ),
    "parallelepiped": r"parallelepiped",
    "prism": (
        r"prism|\btent|\btrough|\bwedge|\bramp|\bbar\b|\bcolumn|\broof|parallelepiped|\bsquare (?:box|base|column)"
        r"|square[- ]based"
    ),
    "pyramid": r"pyramid|tetrahedr|\bapex",
    "tetrahedron": (
        r"tetrahedr|triangular pyramid|pyramid|\borigin|\bcoordinate|\btriangles?\b|\bpoints\b|\bcorner"
        r"|(?-i:[A-Z]-?[A-Z]{3})|\\triangle|△"
    ),
    "frustum": r"frust|truncat|\bcut|pyramid",
    "octahedron": r"octahedr|bipyramid|\bcent(?:er|re)s of (?:the|its|all)|\btwo .*pyramids",
    "icosahedron": r"icosahedr",
    "dodecahedron": r"dodecahedr",
    "polyhedron": r"",
    "cylinder": (
        r"cylind|\bcan\b|\bpipe|\btube|\bdisk|\bdisc\b|\bcoin|\bdrum|\bbarrel|\bwell\b|\blog\b|\bpole\b"
        r"|\bwheel|\bjar\b|\bglass|\bcup\b|\bbucket|\brolled?|rotat|revol|\bturn|\bspun|\bhole|\bcircular"
        r"|\btank|\bsilo|\bpost\b|\bring|\bcandle|\brod\b|\bwire|\bcolumn|\bpillar|\bcake|\bpuck|\bbore"
    ),
    "cone": r"\bcon(?:e|es|ical|ic)\b|\bsector|\bfunnel|rotat|revol|\bspun|\bturn|\bpile|\bicicle|\btepee|\bhat\b",
    "cone_frustum": (
        r"frust|truncat|\bcon(?:e|es|ical)\b|\bbucket|\bpail|\bcup\b|\blampshade|\bglass|rotat|revol"
        r"|\btrapez"
    ),
    "sphere": (
        r"(?<!hemi)spher|\bballs?\b|\bglobe|\bmarbles?\b|\bplanet|\borb\b|\bbubble|\bdroplet|\bscoop|\borange"
        r"|\bbasketball|\bbowling|\bearth\b|\bmoon|insphere|circum"
    ),
    "hemisphere": r"hemispher|half.{0,12}(?:sphere|ball)|\bdome|semi-?spher|\bbowl",
    "composite": (
        r"\bdrill|\bbor(?:e|ed|ing)\b|\bhol(?:e|es|low)\b|\bremov|\bcut|\bcarv|\bscoop|\bdug|\bcavity|\bnotch|\btunnel"
        r"|\bconsist|\bcompos|\bcombin|\btogether|\bjoin|\battach|\bglu|\bstack|\bon top|\bplaced|\bmount|\bcapped"
        r"|\bcaps?\b|\bsurmount|\bform|\bunion|\bmade (?:of|up|from)|\bremain|\bshell|\binside|\boutside|\bsolids?\b"
        r"|\bends?\b|\btop\b"
    ),
}
"""By kind of solid: words that may become it; empty if any words may."""
ANY_KIND = r"\bcub(?:e|oid)|prism|pyramid|(?<!di)hedr|frust|parallelepiped|cylind|\bcone|\bconical|spher|\bball\b|\bbox"
INEQUALITIES = r"inequalit|\\leq?\b|≤"
"""Words that define a solid without naming its kind."""
"""Words that name some solid; a statement without them leaves the choice of the kind to its reader."""

EXTREMA: dict[str, str] = {
    "minimize": r"minim|\bleast|\bsmallest|\bshortest|\bclosest|\bnearest|\blowest|\bfewest|\bonly just|\bjust",
    "maximize": (
        r"maxim|\bgreatest|\blargest|\bmost\b|\blongest|\bbiggest|\bhighest|\bfarthest|\bfurthest|\bbig as"
        r"|\blarge as"
    ),
}
"""By kind of extremum: words that may become it."""

EXTREME_NOUNS: dict[str, str] = {
    "volume": r"volume|capacity|\bholds?\b|\bfill|\bwater|\bspace",
    "area": r"\bareas?\b|surface|material|cardboard|\bmetal|\bpaint|\bpaper|\bsheet|\bcost|\btin\b|\bglass",
    "length": (
        r"distance|lengths?\b|\bpath|perimeter|\bedges?|\bsum\b|\bvalue|radi(?:us|i)|diameter|height|\bside|\broute|\bway\b"
        r"|[A-Z]{2}|\+"
    ),
}
"""By class of a quantity: words for which it may be made extreme."""
CALCULATIONS = (
    r"\btimes\b|×|\\times|\\cdot|·|\beach\b|\bevery|\bper\b|\bby\b|product|\btwice|doubl|\blayers?|\brows?\b|\bstack|ratio"
    r"|\bparts?\b|\bequal|\bdivid|\bsector|percent|%|:"
)
"""Words that may become a product or quotient of two numbers."""
LEVELS = r"\baltitudes?\b|\belevations?\b|\blevels?\b|\b(?:rises?|rose|falls?|fell|drops?|sinks?|lowered|raised) from\b"
"""Words for two heights whose difference is a length of the figure."""

PROPERTIES: dict[str, str] = {
    # "Right" and a regular base make a pyramid or prism regular; a box or prism on a square base is upright by custom.
    "regular": (
        r"\bregular|\bequilateral|\bsquare (?:pyramid|prism|frustum|column|box)|\bsquare[- ]based"
        r"|\bright\b|congruent|\bequal|\bbox|\bcube|\bsame|\bprism|tower|\ball\b"
    ),
    "right": (
        r"\bright\b|upright|straight|\bregular|perpendicular|\\perp|[⊥⟂]|\bbox|\bcub|rectang|\bvertical"
        r"|\btent|\btrough|\bprism"
    ),
    "oblique": r"oblique|\bslanted|\binclined|\btilted",
}
"""By property of a solid: words that may become it."""

IMPLIED_NUMBERS: tuple[tuple[str, tuple[float, ...]], ...] = (
    (_RIGHT_ANGLE + r"|\blie flat", (90.0,)),
    (r"equilateral|\bregular", (60.0,)),
    (r"\b[xyz]{1,2}\$?[- ](?:plane|axis)|coordinate (?:plane|ax[ei]s)", (1.0,)),
    (
        (
            r"half|halv|twice|doubl|mid-?point|\bmiddle|bisect|diameter|\bboth\b|\btwo\b|\bpair|\bsum\b"
            r"|semi|hemispher|square root|average|\bsecond"
        ),
        (2.0, 0.5),
    ),
    (r"\bthird|triple|thrice|trisect|\bthree\b|centroid", (3.0, 1 / 3, 2 / 3, 2.0)),
    (r"quarter|fourth|quadrupl|\bfour\b|tetra", (4.0, 0.25, 0.75)),
    (r"\bfi(?:ve|fths?)\b", (5.0, 0.2)),
    (r"\bsix(?:ths?)?\b|hex", (6.0, 1 / 6)),
    (r"\bseven(?:ths?)?\b", (7.0, 1 / 7)),
    (r"\beight(?:hs?)?\b|octa", (8.0, 0.125)),
    (r"\bnin(?:e|ths?)\b", (9.0,)),
    (r"\bten(?:ths?)?\b", (10.0,)),
    (r"\beleven\b", (11.0,)),
    (r"\btwelve\b|\bdozen", (12.0,)),
    (r"\bfifteen\b", (15.0,)),
    (r"\btwenty\b", (20.0,)),
    (r"\bunit\b|\bonce\b|\bone\b|\bsingle|\bunits? (?:cube|sphere|square|circle)|percent|%|\bequal|\bsame", (1.0,)),
    (r"percent|%", (100.0,)),
    (r"\bsector|central angle|°|\\circ|degree", (360.0, 180.0)),
    (r"origin|coordinate|\bax[ei]s", (0.0, 1.0)),
)
"""Words that bring numbers with them, and the numbers."""


def asked_words(function: str) -> str:
    """Words of a question that may ask for a function: its own, not those for the making of a body."""
    return FUNCTIONS[function].removesuffix(_FORMED)


def says(pattern: str, text: str) -> bool:
    """Whether a text has one of the words of a table's row; an empty row is always said."""
    return not pattern or re.search(pattern, text, re.IGNORECASE) is not None
