solid regular prism ABCDEF-A1B1C1D1E1F1
given AB = 2, AA1 = 3
find AD1
