"""The workflow of one problem as a LangGraph state graph, built from the catalogue of stages.

    translate → read → solve → compare → ask → fit ─┬→ script → render ─┬→ publish
                  ↑_______|________|                ├→ rewrite ─────────┤
                                                    └→ answer ──────────┘

A role whose reply fails a check is retried with the complaint. A figure that cannot be right goes back to its reader.
Once a problem has a verdict its other stages are skipped, and `publish` writes the outcome. The only module that
imports LangGraph; it stores nothing.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypedDict

from langgraph.graph import END, START, StateGraph

from agents.gateway.asker import Complaint, Turn
from agents.records import Problem
from pipeline.run.checkpoints import Checkpoints
from pipeline.stages.catalogue import LAST, Stage, following, stages_of_run
from pipeline.stages.context import ProblemState, StageContext
from pipeline.stages.records import Sample, Verdict

DISPUTED = (
    "The figure's answer is not the one in the answer key. Read the statement again with care and look for a "
    "condition you left out, misread or put on the wrong points, or for a target that is not what is asked."
)
"""Contains no number: the reader must find its own mistake, not fit the figure to the answer key."""


def _merged(old: dict[Any, Any], new: dict[Any, Any]) -> dict[Any, Any]:
    """The newer entries win; None deletes an entry."""
    return {name: value for name, value in {**old, **new}.items() if value is not None}


def _first(old: Verdict | None, new: Verdict | None) -> Verdict | None:
    return old or new


class GraphState(TypedDict, total=False):
    """The state that the graph passes between stages."""

    problem: Problem
    context: StageContext
    outputs: Annotated[dict[str, Any], _merged]
    keys: Annotated[dict[str, str], _merged]
    turns: Annotated[dict[str, tuple[Turn, ...]], _merged]
    """Failed attempts of each stage."""
    verdict: Annotated[Verdict | None, _first]


class Workflow:
    """The compiled graphs, with and without films, over one set of checkpoints."""

    def __init__(self, checkpoints: Checkpoints) -> None:
        self._checkpoints = checkpoints
        self._graphs = {filmed: self._build(stages_of_run(filmed)) for filmed in (False, True)}

    def run(self, problem: Problem, context: StageContext) -> tuple[Sample, dict[str, Any]]:
        """The sample of a problem, and the output of each of its stages."""
        start: GraphState = {
            "problem": problem,
            "context": context,
            "outputs": {},
            "keys": {},
            "turns": {},
            "verdict": None,
        }
        # Every stage may be retried; the limit only guards against an endless loop.
        graph = self._graphs[context.filming is not None]
        ended: GraphState = graph.invoke(start, {"recursion_limit": 25 + 10 * context.tries})
        if LAST in ended["outputs"]:
            return ended["outputs"][LAST], ended["outputs"]
        assert ended["verdict"] is not None  # the publish stage itself failed
        raise RuntimeError(ended["verdict"].sentence)

    def _build(self, stages: tuple[Stage, ...]) -> Any:
        graph: Any = StateGraph(GraphState)
        for stage in stages:
            # A deferred node waits until all branches have ended, which they do at different times.
            graph.add_node(stage.name, self._node(stage), defer=len(stage.after) > 1)
            followers = [other.name for other in stages if stage.name in other.after]
            if stage.name != LAST:
                targets = [stage.name, *followers, LAST, stage.returns_to or LAST]
                graph.add_conditional_edges(stage.name, _route(stage, followers), list(dict.fromkeys(targets)))
        graph.add_edge(START, stages[0].name)
        graph.add_edge(LAST, END)
        return graph.compile()

    def _node(self, stage: Stage) -> Callable[[GraphState], dict[str, Any]]:
        def node(state: GraphState) -> dict[str, Any]:
            if state["verdict"] is not None and stage.name != LAST:
                return {}  # another branch ended the problem in the last step, so it needs no film
            try:
                result, key = self._checkpoints.run(stage, _problem_state(state))
            except Complaint as complaint:
                return _tried(stage.name, state, Turn(reply=complaint.reply, complaint=complaint.sentence))
            if isinstance(result, Verdict):
                return _ended(stage, result, state)
            return {"outputs": {stage.name: result}, "keys": {stage.name: key}}

        return node


def _problem_state(state: GraphState) -> ProblemState:
    return ProblemState(
        problem=state["problem"],
        outputs=state["outputs"],
        turns=state["turns"],
        verdict=state["verdict"],
        keys=state["keys"],
        context=state["context"],
    )


def _tried(name: str, state: GraphState, turn: Turn) -> dict[str, Any]:
    """Record a failed attempt; after the last one the problem is quarantined."""
    turns = (*state["turns"].get(name, ()), turn)
    update: dict[str, Any] = {"turns": {name: turns}}
    if len(turns) >= state["context"].tries:
        sentence = f"the {name} stage failed {len(turns)} times; last: {turn.complaint}"
        update["verdict"] = Verdict(status="quarantined", stage=name, reason=f"{name} failed", sentence=sentence)
    return update


def _ended(stage: Stage, verdict: Verdict, state: GraphState) -> dict[str, Any]:
    """The verdict, or a retry of an earlier stage (the reader) if its output was at fault."""
    if not verdict.may_reread or not (verdict.is_outvoted or _may_retry(stage.returns_to, state)):
        return {"verdict": verdict}
    # The answer key must not leak to the reader, who could fit the figure to it.
    complaint = DISPUTED if verdict.reason == "answer disputed" else verdict.sentence
    turn = Turn(reply=state["outputs"][stage.returns_to].reply, complaint=complaint)
    turns = (*state["turns"].get(stage.returns_to, ()), turn)
    undone = following(stage.returns_to)
    return {
        "outputs": dict.fromkeys(undone),
        "turns": {**dict.fromkeys(name for name in undone if name != stage.returns_to), stage.returns_to: turns},
    }


def _may_retry(name: str, state: GraphState) -> bool:
    """Whether a model made the stage's output and has attempts left."""
    tries = state["context"].tries
    return bool(state["outputs"][name].reply) and len(state["turns"].get(name, ())) < tries - 1


def _route(stage: Stage, followers: list[str]) -> Callable[[GraphState], str | list[str]]:
    """Retry the stage while it has an open complaint; then its followers, or the last stage if there is a verdict."""

    def route(state: GraphState) -> str | list[str]:
        if state["verdict"] is not None:
            return LAST
        if stage.returns_to and stage.returns_to not in state["outputs"]:
            return stage.returns_to
        return followers if stage.name in state["outputs"] else stage.name

    return route
