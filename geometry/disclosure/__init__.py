"""What a question discloses of the object that its film shows: what it needs to say, and what it says too much."""
