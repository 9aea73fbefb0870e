"""From options and settings to the tools of a run: store, gateway, kernel, Blender, and what all of it depends on."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from agents.asking import Asker
from agents.model_settings import ModelSettings
from pipeline.convert import OFFLINE_ASKER, RunTools
from pipeline.kernel_pool import KernelPool
from pipeline.render_pool import RenderPool
from pipeline.render_records import FilmSpec
from pipeline.run_options import ConvertOptions, fingerprint, provenance, roles_of
from pipeline.stage_tools import Filming, Tools
from pipeline.store import Store

Say = Callable[[str], None]


@contextmanager
def run_tools(
    store: Store, options: ConvertOptions, settings: ModelSettings, cache: Path, say: Say
) -> Iterator[RunTools]:
    """The tools of a run, ended with the context."""
    roles = roles_of(options, settings)
    with ExitStack() as stack:
        asker_for = _askers(stack, store, (options, settings), say)
        kernel = stack.enter_context(KernelPool())
        kernel.start()
        filming = _filming(stack, store.folder, options, cache, say)

        def tools_for(problem: str) -> Tools:
            return Tools(
                problem=problem,
                asker=asker_for(problem),
                roles=roles,
                tries=settings.repair_tries,
                kernel=kernel,
                seed=options.seed,
                sandbox=options.sandbox,
                filming=filming,
            )

        yield RunTools(
            store=store,
            tools_for=tools_for,
            fingerprint=fingerprint(options, settings),
            provenance=provenance(options, settings),
            stop_filming=filming.pool.close if filming else lambda: None,
            jobs=options.jobs,
        )


def _askers(
    stack: ExitStack, store: Store, wanted: tuple[ConvertOptions, ModelSettings], say: Say
) -> Callable[[str], Asker]:
    options, settings = wanted
    if options.agents == "offline":
        return lambda problem: OFFLINE_ASKER
    from agents.budget import Budget, Limits
    from agents.cassette import CassetteBook
    from agents.exchange import ExchangeBook, ShelvedBook, total_usage
    from agents.gateway import Gateway
    from agents.patience import Surroundings

    book: ExchangeBook = store if options.cassette is None else ShelvedBook(store, CassetteBook(options.cassette))
    limits = Limits(
        tokens=options.budget_tokens if options.budget_tokens is not None else "unlimited",
        usd=options.budget_usd if options.budget_usd is not None else "unlimited",
    )
    budget = Budget(limits, total_usage(store.exchanges()))
    gateway = Gateway(settings, book, options.agents, budget, Surroundings(warn=say))
    return stack.enter_context(gateway).for_problem


def _filming(stack: ExitStack, folder: Path, options: ConvertOptions, cache: Path, say: Say) -> Filming | None:
    if options.film is None:
        return None
    request = options.film
    pool = stack.enter_context(RenderPool(folder / "blender-logs"))
    # A wrong room is told before any work is done, and a folder of houses takes minutes to look through.
    rooms = request.found_rooms(pool, say)

    def spec_of(problem: str) -> FilmSpec:
        return request.model_copy(update={"seed": problem_seed(options.seed, problem)}).spec_in(rooms)

    return Filming(pool=pool, spec_of=spec_of, cache=cache, folder=folder, progress=lambda what, share: None)


def problem_seed(seed: int, problem: str) -> int:
    """The seed of one film: every problem has its own, the same in every run and shard."""
    return int(hashlib.sha256(f"{seed}:{problem}".encode()).hexdigest()[:8], 16)
