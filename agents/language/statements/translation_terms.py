"""Chinese terms of solid geometry and the English stems of which a translation must contain one.

A closed list, compared with a translation so that no relation or question is lost; it does not translate.
"""

import re

TERMS: dict[str, tuple[str, ...]] = {
    "中点": ("midpoint", "mid-point", "middle", "center", "centre"),
    "等分": ("trisect", "equal part", "divid", "section", "quarter"),
    "等腰": ("isosceles",),
    "等边": ("equilateral",),
    "正三角形": ("equilateral", "regular"),
    "直角": ("right", "rectangular", "cartesian"),
    "垂直": ("perpendicular", "\\perp", "⊥", "⟂", "orthogonal", "altitude", "right angle"),
    "垂足": ("foot", "feet"),
    "平行": ("parallel", "∥"),
    "正方形": ("square",),
    "矩形": ("rectang",),
    "长方形": ("rectang",),
    "菱形": ("rhomb",),
    "梯形": ("trapez", "trapeci"),
    "重心": ("centroid", "barycent", "center of gravity", "centre of gravity"),
    "二面角": ("dihedral", "angle between"),
    "余弦": ("cos",),
    "正弦": ("sin",),
    "正切": ("tan",),
    "夹角": ("angle",),
    "体积": ("volume",),
    "表面积": ("surface area", "area of the surface", "area of its surface"),
    "侧面积": ("lateral", "curved surface", "side area"),
    "面积": ("area",),
    "距离": ("distance", "far", "apart", "away"),
    "最大": ("max", "largest", "greatest", "biggest", "longest"),
    "最小": ("min", "smallest", "least", "lowest", "shortest"),
    "最短": ("shortest", "min", "least"),
    "外接": ("circum",),
    "内切": ("inscribed", "insphere", "internal", "incircle", "inradius"),
    "外切": ("circumscribed", "external", "tangent"),
    "相切": ("tangent", "touch"),
    "直径": ("diameter",),
    "半径": ("radi",),
    "异面": ("skew",),
    "截面": ("section", "cut"),
    "母线": ("generat", "slant", "element"),
    "倍": ("times", "twice", "double", "triple", "multiple"),
    "一半": ("half", "\\frac{1}{2}", "1/2"),
    "之比": ("ratio", ":"),
    "正方体": ("cube",),
    "长方体": ("cuboid", "rectangular", "box"),
    "平行六面体": ("parallelepiped",),
    "四面体": ("tetrahedr",),
    "棱锥": ("pyramid", "tetrahedr"),
    "棱柱": ("prism",),
    "棱台": ("frust", "truncated"),
    "圆锥": ("cone", "conical"),
    "圆柱": ("cylind",),
    "圆台": ("frust", "truncated"),
    "球": ("sphere", "spher", "ball"),
}
"""Each term with the lower-case stems accepted as its translation."""

_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2, "半": 2}
_TENS = re.compile("([一二三四五六七八九])?十([一二三四五六七八九])?")

_SMALL = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER_WORDS = {word: n for n, word in enumerate(_SMALL, start=1)} | {
    "half": 2,
    "twice": 2,
    "double": 2,
    "third": 3,
    "thirds": 3,
    "thrice": 3,
    "quarter": 4,
    "quarters": 4,
}
"""English words that may replace a digit of the source."""


def chinese_numbers(text: str) -> set[int]:
    """Values below a hundred of the Chinese numerals in a text, digit by digit too; a half counts as the 2 of 1/2."""
    tens = {10 * _DIGITS[found[1] or "一"] + _DIGITS[found[2] or "零"] for found in _TENS.finditer(text)}
    return tens | {value for numeral, value in _DIGITS.items() if numeral in text}
