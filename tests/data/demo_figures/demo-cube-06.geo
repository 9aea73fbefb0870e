solid cube k
solid sphere s
given edge_sum(k) = 72, inscribed(s, k)
find volume(s)
