"""Creates the resources of a run from its options and settings: gateway, kernel pool, Blender pool."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from agents.gateway.asker import Asker
from agents.gateway.model_settings import ModelSettings
from pipeline.film.records import FilmSpec
from pipeline.run.options import (
    ConvertOptions,
    code_fingerprint,
    provenance,
    roles_of,
    run_code,
    settings_fingerprint,
)
from pipeline.run.runner import RunResources
from pipeline.scene.presentation import problem_seed
from pipeline.stages.context import Filming, StageContext
from pipeline.store.sqlite_store import Store
from workers.blender_pool import BlenderPool
from workers.kernel_pool import KernelPool

Say = Callable[[str], None]


@contextmanager
def run_resources(
    store: Store, problems: int, wanted: tuple[ConvertOptions, ModelSettings], cache: Path, say: Say
) -> Iterator[RunResources]:
    """The resources of a run over so many problems, released with the context."""
    options, settings = wanted
    roles = roles_of(options, settings)
    facts = provenance(options, settings)
    with ExitStack() as stack:
        asker_for = _askers(stack, store, (options, settings), say)
        kernel = stack.enter_context(KernelPool())
        kernel.start(problems)
        filming = _filming(stack, store.folder, options, cache, say)

        def context_for(problem: str) -> StageContext:
            return StageContext(
                problem=problem,
                asker=asker_for(problem),
                roles=roles,
                tries=settings.repair_tries,
                kernel=kernel,
                seed=options.seed,
                readings=options.readings,
                sandbox=options.sandbox,
                presentation=options.presentation,
                filming=filming,
                provenance=facts,
            )

        yield RunResources(
            store=store,
            context_for=context_for,
            fingerprint=settings_fingerprint(options, settings),
            code=code_fingerprint(run_code(options)),
            stop_filming=filming.pool.close if filming else lambda: None,
            jobs=options.jobs,
            keep_made=options.keep_made,
        )


class OfflineAsker:
    """The asker of an offline run: raises if it is called."""

    def ask(self, *_: Any, **__: Any) -> str:
        raise RuntimeError("an offline run asked a model")


def _askers(
    stack: ExitStack, store: Store, wanted: tuple[ConvertOptions, ModelSettings], say: Say
) -> Callable[[str], Asker]:
    options, settings = wanted
    if options.agents == "offline":
        offline = OfflineAsker()
        return lambda problem: offline
    from agents.gateway.budget import Budget, Limits
    from agents.gateway.cassette import CassetteExchanges
    from agents.gateway.exchange import ExchangeStore, LayeredExchanges, total_usage
    from agents.gateway.gateway import Gateway
    from agents.gateway.retry_policy import Clock

    book: ExchangeStore = (
        store if options.cassette is None else LayeredExchanges(store, CassetteExchanges(options.cassette))
    )
    limits = Limits(
        tokens=options.budget_tokens if options.budget_tokens is not None else "unlimited",
        usd=options.budget_usd if options.budget_usd is not None else "unlimited",
    )
    budget = Budget(limits, total_usage(store.exchanges()))
    gateway = Gateway(settings, book, options.agents, budget, Clock(warn=say))
    return stack.enter_context(gateway).for_problem


def _filming(stack: ExitStack, folder: Path, options: ConvertOptions, cache: Path, say: Say) -> Filming | None:
    if options.film is None:
        return None
    request = options.film
    pool = stack.enter_context(BlenderPool(folder / "blender-logs"))
    # Checked first, so that a wrong room is reported before any work is done; listing a folder of houses takes minutes.
    rooms = request.found_rooms(pool, say)

    def spec_of(problem: str, longest_m: float) -> FilmSpec:
        own = request.model_copy(update={"seed": problem_seed(options.seed, problem)})
        return own.spec_in(rooms, longest_m)

    return Filming(
        pool=pool,
        spec_of=spec_of,
        scale_cue=rooms[0].scale_cue,
        cache=cache,
        folder=folder,
        progress=lambda what, share: None,
    )
