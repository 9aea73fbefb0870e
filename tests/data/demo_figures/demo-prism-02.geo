solid right prism ABC-A1B1C1
given AB ⟂ AC, AB = AC = 3, AA1 = √6
find angle(BC1, AA1)
