"""Cassettes and other books: what is written is found again, whatever happens to the writer."""

import multiprocessing
import threading
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from agents.gateway.cassette import CassetteError, CassetteExchanges
from agents.gateway.exchange import Exchange, LayeredExchanges, MemoryExchanges, total_usage


def exchange(key: str, reply: str = "six ⬡") -> Exchange:
    return Exchange(
        key=key,
        problem_id="p",
        role="reader",
        model="m",
        request_json="{}",
        reply=reply,
        finish_reason="stop",
        prompt_tokens=3,
        completion_tokens=2,
        cost_usd=0.5,
        seconds=0.1,
        attempts=1,
    )


def write_many(path: Path, start: Barrier) -> None:
    book = CassetteExchanges(path)
    start.wait(30)
    for number in range(100):
        book.add(exchange(f"k{number}", "x" * 5000))


def test_a_cassette_gives_back_what_was_written_in_order(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    book = CassetteExchanges(path)
    assert book.find("a") is None
    written = [exchange("a"), exchange("b", "two\nlines")]
    for one in (*written, exchange("a", "another")):
        book.add(one)
    for reader in (book, CassetteExchanges(path)):
        assert list(reader.exchanges()) == written
        assert reader.find("b") == written[1]
        assert reader.find("c") is None


@pytest.mark.parametrize("cut", [1, 20, -1])
def test_a_torn_last_line_is_ignored_and_the_next_writer_removes_it(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "c.jsonl"
    CassetteExchanges(path).add(exchange("a"))
    path.write_bytes(path.read_bytes() + exchange("b").model_dump_json().encode()[:cut])
    book = CassetteExchanges(path)
    assert [one.key for one in book.exchanges()] == ["a"]
    book.add(exchange("c"))
    assert [one.key for one in CassetteExchanges(path).exchanges()] == ["a", "c"]


def test_a_broken_line_in_the_middle_is_an_error_that_names_the_place(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    line = exchange("a").model_dump_json()
    path.write_text(f"{line}\n{line[:30]}\n{line}\n")
    with pytest.raises(CassetteError, match=rf"c\.jsonl: the line at byte {len(line.encode()) + 1} .*Remedy"):
        CassetteExchanges(path)


@pytest.mark.slow
def test_threads_and_processes_may_write_one_cassette(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(2)
    other = context.Process(target=write_many, args=(path, start))
    other.start()
    book = CassetteExchanges(path)

    def add_from(at: int) -> None:
        for n in range(100):
            book.add(exchange(f"k{at + n}"))

    threads = [threading.Thread(target=add_from, args=(at,)) for at in (50, 200, 250)]
    start.wait(30)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.join()
    keys = [one.key for one in CassetteExchanges(path).exchanges()]
    assert len(keys) == len(set(keys))
    assert set(keys) == {f"k{n}" for n in (*range(150), *range(200, 350))}


def test_recordings_are_copied_to_the_store_and_cost_nothing_there(tmp_path: Path) -> None:
    cassette = CassetteExchanges(tmp_path / "c.jsonl")
    cassette.add(exchange("a"))
    store = MemoryExchanges()
    shelf = LayeredExchanges(store, cassette)
    assert shelf.find("b") is None
    found = shelf.find("a")
    assert found is not None
    assert found.source == "recorded"
    assert store.find("a") == found
    shelf.add(exchange("b"))
    assert cassette.find("b") is None
    usage = total_usage(store.exchanges())
    assert (usage.calls, usage.replayed, usage.tokens, usage.cost_usd) == (1, 1, 5, 0.5)
