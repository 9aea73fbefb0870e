"""Whether two figures mean the same: solved, compared, and solved again with other numbers. Knows no statement."""
