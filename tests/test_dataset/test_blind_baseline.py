"""The best constant guess of each class of question."""

import pytest

from dataset.blind_baseline import blind_baseline


def test_the_best_guess_is_close_to_as_many_answers_as_any_guess() -> None:
    answers = [1.0, 1.1, 1.3, 2.0, 5.0, 9.0]
    near, far = blind_baseline(("length", answer) for answer in answers)
    tried = [0.01 * n for n in range(1, 2000)]
    for found, within in ((near, 0.2), (far, 0.4)):
        best = max(sum(abs(g - a) <= within * a for a in answers) for g in tried)
        assert found.share * len(answers) == pytest.approx(best)
        hits = sum(abs(found.guess - a) <= within * a * (1 + 1e-6) for a in answers)
        assert hits == best


def test_classes_are_judged_apart() -> None:
    found = blind_baseline([("angle", 60.0), ("angle", 60.0), ("angle", 120.0), ("volume", 0.5)])
    assert [(each.quantity, each.questions) for each in found] == [("angle", 3)] * 2 + [("volume", 1)] * 2
    assert found[0].share == pytest.approx(2 / 3)
    assert found[2].share == 1.0


def test_equal_answers_and_negative_ones_are_guessed() -> None:
    assert all(each.share == 1.0 for each in blind_baseline([("ratio", -0.5)] * 4))
    assert blind_baseline([]) == ()
