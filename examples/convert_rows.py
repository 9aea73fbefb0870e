"""Convert problems without a model: each ends as a published sample, or in quarantine with the reason."""

import solidscene

ROWS = [
    {
        "id": "cone",
        "statement": "A cone has a base radius of 3 cm and a height of 4 cm. Find its volume in cubic centimeters.",
        "answer": "12\\pi",
    },
    {
        "id": "wrong-key",
        "statement": "A cube has an edge of 2 cm. Find its volume in cubic centimeters.",
        "answer": "9",
    },
]

for sample in solidscene.convert(ROWS):
    print(f"{sample.id}: {sample.status}")
    if sample.status == "published":
        print("  question:", sample.question)
        print(f"  answer: {sample.answer:.4f} {sample.unit}, proved by {len(sample.checks)} checks")
    else:
        print(f"  at {sample.stage}: {sample.sentence}")
