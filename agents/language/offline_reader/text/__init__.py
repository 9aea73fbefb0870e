"""Words, numbers and units of a statement as tokens, the vocabulary, and the state that rules write to."""
