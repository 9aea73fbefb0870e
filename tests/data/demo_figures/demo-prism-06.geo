solid regular prism ABCDE-A1B1C1D1E1
given AB = AA1
find angle(AB, C1D1)
