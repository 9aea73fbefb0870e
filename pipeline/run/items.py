"""The published samples of a run as items of a dataset."""

from pathlib import Path

from dataset.errors import DatasetError
from dataset.folder import ItemSource
from dataset.items import Answer, Capability, Item, Proof, Provenance
from dataset.video.film_media import film_media
from pipeline.run.sample_files import read_samples
from pipeline.stages.records import Sample

SUITE = "siri"
_LOOK_AND_MEASURE: tuple[Capability, ...] = ("CR", "MM")
_LOOK_AND_RECONSTRUCT: tuple[Capability, ...] = ("CR", "MR")


def items_of_run(run: Path, films: bool = True) -> ItemSource:
    """Items of all published samples, in the order of the corpus; without `films` no film file is read."""
    samples = list(read_samples(run))
    published = [sample for sample in samples if sample.status == "published"]
    items = tuple(item_of(run, sample, films) for sample in published)
    return ItemSource(folder=run, items=items, unpublished=len(samples) - len(published))


def item_of(run: Path, sample: Sample, films: bool = True) -> Item:
    """A published sample as an item; fails if its film is missing in the run or truncated."""
    if sample.answer is None or not sample.checks:
        raise DatasetError(f"{sample.id} is published without its numbers. Remedy: run the same convert command again")
    try:
        media = (film_media(run, sample.video),) if sample.video and films else ()
    except DatasetError as error:
        raise DatasetError(f"{sample.id}: its {error}") from error
    angular = sample.problem_type in ("angle", "ratio")
    return Item(
        id=sample.id,
        suite=SUITE,
        task=sample.problem_type,
        category=sample.geometry_type,
        level=sample.difficulty.band if sample.difficulty else "",
        capabilities=_LOOK_AND_RECONSTRUCT if angular else _LOOK_AND_MEASURE,
        question=sample.question,
        variants=sample.variants,
        answer=Answer(
            form="number",
            text=sample.answer_exact,
            value=sample.answer,
            unit=sample.unit,
            tolerance=sample.answer_tolerance or 0.0,
            quantity=sample.problem_type,
        ),
        media=media,
        cluster=str(sample.provenance.get("parent", "")),
        proof=Proof(checks=sample.checks, reading=sample.evidence, perturbations=sample.perturbations),
        provenance=Provenance(
            generator="convert",
            version=str(sample.provenance.get("program", "unknown")),
            seed=int(sample.provenance.get("seed", 0)),
            parameters={
                "figure": sample.figure,
                "asked_figure": sample.asked_figure,
                "determined_by": sample.determined_by,
                "difficulty": sample.difficulty.model_dump() if sample.difficulty else {},
                "scale": sample.scale,
                "size_m": sample.size_m,
                "colours": sample.colours,
                "answer_in_statement": sample.answer_in_statement,
            },
            source={"statement": sample.statement, "stated_answer": sample.stated_answer},
            process=sample.provenance,
        ),
    )
