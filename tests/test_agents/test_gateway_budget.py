"""The budget holds with calls under way, and the run stops cleanly."""

import threading

import pytest

from agents.gateway.asker import Message
from agents.gateway.budget import Budget, Limits
from agents.gateway.errors import BudgetSpent, ProviderError
from agents.gateway.exchange import MemoryExchanges, Usage, total_usage
from agents.gateway.gateway import Gateway
from agents.gateway.model_settings import Price
from tests.support.gateway_ground import MODEL, live_ground, settings_for
from tests.support.scripted_server import ScriptedServer, Step, says, scripted_server

PRICE = {MODEL: Price(input_usd_per_million=1000.0, output_usd_per_million=2000.0)}
SLOW = Step(body=says("six", tokens=(10, 90)).body, delay_s=0.05)


def ask_many(server: ScriptedServer, budget: Budget, count: int) -> tuple[MemoryExchanges, list[BudgetSpent]]:
    """Ask different questions from as many threads; the book and the refusals."""
    refusals: list[BudgetSpent] = []
    with live_ground(server, budget, prices=PRICE) as ground:

        def ask(number: int) -> None:
            try:
                ground.gateway.for_problem(str(number)).ask("reader", (Message(role="user", content=f"{number:03}"),))
            except BudgetSpent as refusal:
                refusals.append(refusal)

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return ground.book, refusals


@pytest.mark.slow
@pytest.mark.parametrize("limits", [Limits(tokens=650), Limits(usd=1.2)])
def test_a_budget_is_not_exceeded_by_calls_under_way_and_not_left_unused(limits: Limits) -> None:
    budget = Budget(limits)
    with scripted_server(otherwise=lambda _body: SLOW) as server:
        book, refusals = ask_many(server, budget, 12)
    spent = total_usage(book.exchanges())
    assert spent == budget.spent
    assert len(server.asked) + len(refusals) == 12
    # A call takes 100 tokens or 0.19 dollars and may take 119 or 0.219: six go in, the seventh could not.
    assert len(server.asked) == 6
    assert limits.tokens == "unlimited" or spent.tokens <= limits.tokens
    assert limits.usd == "unlimited" or spent.cost_usd <= limits.usd
    assert {type(refusal) for refusal in refusals} == {BudgetSpent}
    assert "Remedy: raise --budget-" in str(refusals[0])


def test_what_earlier_sessions_spent_counts() -> None:
    budget = Budget(Limits(tokens=1000), spent=Usage(prompt_tokens=500, completion_tokens=450))
    told = pytest.raises(BudgetSpent, match="cube-1 · reader: 950 of 1000 tokens are spent")
    with scripted_server(says("six")) as server, live_ground(server, budget) as ground, told:
        ground.ask()
    assert server.asked == []


def test_a_recorded_reply_is_free_even_when_the_budget_is_spent() -> None:
    budget = Budget(Limits(tokens=250))
    with scripted_server(says("six", tokens=(100, 100))) as server, live_ground(server, budget) as ground:
        assert ground.ask() == "six"
        assert ground.ask() == "six"
        with pytest.raises(BudgetSpent):
            ground.gateway.for_problem("p").ask("solver", (Message(role="user", content="another"),))


def test_a_failed_call_gives_its_reservation_back() -> None:
    budget = Budget(Limits(tokens=300))
    steps = [Step(drops=True), Step(status=500), says("six", tokens=(40, 60))]
    with scripted_server(*steps) as server, live_ground(server, budget) as ground:
        assert ground.ask() == "six"
    assert (budget.spent.calls, budget.spent.tokens) == (3, 100)


def test_dollars_cannot_be_budgeted_without_a_price() -> None:
    with pytest.raises(ProviderError, match=r'needs the price of test-model.*\[models.prices."test-model"\]'):
        Gateway(settings_for("http://127.0.0.1:9/v1"), MemoryExchanges(), "live", Budget(Limits(usd=1.0)))


def test_a_missing_price_is_said_once_and_counts_as_nothing() -> None:
    with scripted_server(says("six")) as server, live_ground(server) as ground:
        ground.ask()
        assert ground.clock.warnings == [f"no price is stated for {MODEL}: its cost is counted as 0"]
        assert ground.only().cost_usd == 0
