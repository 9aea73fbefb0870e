solid regular frustum k = ABCD-EFGH
given AB = 20, EF = 30, height(k) = 24
find volume(k)
