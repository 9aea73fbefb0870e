"""Rules for whole sentences: facts, relations, cuts, changes, the question; and the figure assembled from them."""
