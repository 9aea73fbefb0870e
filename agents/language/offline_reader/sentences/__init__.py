"""Rules for whole sentences: facts, relations, cuts, comparisons, the question; and the figure assembled from them."""
