solid right prism k = ABC-DEF
given AB = 13, BC = 14, CA = 15, AD = 8
find surface_area(k)
