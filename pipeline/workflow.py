"""The way of one problem as a LangGraph state graph: stages, parallel branches after the fit, repair loops.

    translate → read → solve → fit ─┬→ script → render ─┬→ the end
                  ↑_______|         ├→ rewrite ─────────┤
                                    └→ answer ──────────┘

A role whose reply fails a check runs again with the complaint. A figure that cannot be right goes back to its reader.
Once a problem has a verdict it goes no further. The graph ends when its last branch does; what it found is judged
and published by the caller. The only module that knows LangGraph; nothing is kept here.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Annotated, Any, TypedDict

from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel

from agents.asking import Complaint, Turn
from agents.records import Problem
from pipeline.checkpoints import Checkpoints
from pipeline.render_records import ScaleCue
from pipeline.run_records import Output, StageName, Verdict
from pipeline.stage_tools import Tools
from pipeline.stages import answer, fit, read, render, rewrite, script, solve, translate

DISPUTED = (
    "The figure's answer is not the one in the answer key. Read the statement again with care and look for a "
    "condition you left out, misread or put on the wrong points, or for a target that is not what is asked."
)
"""Tells the reader no number: it must find its own mistake, not bend the figure to the key."""


def _merged(old: dict[Any, Any], new: dict[Any, Any]) -> dict[Any, Any]:
    """The newer entries win; None takes an entry back."""
    return {name: value for name, value in {**old, **new}.items() if value is not None}


def _first(old: Verdict | None, new: Verdict | None) -> Verdict | None:
    return old or new


_FILMED: tuple[StageName, ...] = ("script", "render")
"""Left out of the graph of a run without films."""


class State(TypedDict, total=False):
    """What goes round in the graph."""

    problem: Problem
    tools: Tools
    outputs: Annotated[dict[StageName, Output], _merged]
    keys: Annotated[dict[StageName, str], _merged]
    turns: Annotated[dict[StageName, tuple[Turn, ...]], _merged]
    """Failed tries of each stage."""
    verdict: Annotated[Verdict | None, _first]


class Workflow:
    """The compiled graph over a set of checkpoints."""

    def __init__(self, checkpoints: Checkpoints) -> None:
        self._checkpoints = checkpoints
        self._graphs = {filming: self._build(filming) for filming in (False, True)}

    def run(self, problem: Problem, tools: Tools) -> State:
        """All outputs of a problem, its verdict if it has one, and the keys of its checkpoints."""
        start: State = {
            "problem": problem,
            "tools": tools,
            "outputs": {},
            "keys": {},
            "turns": {},
            "verdict": None,
        }
        # Every stage may loop; the limit only guards against a graph that never ends.
        graph = self._graphs[tools.filming is not None]
        ended: State = graph.invoke(start, {"recursion_limit": 25 + 10 * tools.tries})
        return ended

    def _build(self, filming: bool) -> Any:
        graph: Any = StateGraph(State)
        for stage, inputs in _STAGES.items():
            if filming or stage.NAME not in _FILMED:
                graph.add_node(stage.NAME, self._node(stage, inputs))
        branches: list[StageName] = ["script", "rewrite", "answer"] if filming else ["rewrite", "answer"]
        graph.add_edge(START, "translate")
        _route(graph, "translate", ["read"])
        _route(graph, "read", ["solve"])
        graph.add_conditional_edges("solve", _after_solve, ["read", "solve", "fit", END])
        _route(graph, "fit", branches)
        for name in branches:
            _route(graph, name, ["render"] if name == "script" else [])
        return graph.compile()

    def _node(self, stage: ModuleType, inputs: Callable[[State], BaseModel]) -> Callable[[State], dict[str, Any]]:
        name: StageName = stage.NAME

        def node(state: State) -> dict[str, Any]:
            if state["verdict"] is not None:
                return {}  # another branch ended the problem in the last round: no film of it is needed
            try:
                result, key = self._checkpoints.run(stage, inputs(state), state["tools"])
            except Complaint as complaint:
                return _tried(name, state, Turn(reply=complaint.reply, complaint=complaint.sentence))
            if isinstance(result, Verdict):
                return _ended(result, state)
            return {"outputs": {name: result}, "keys": {name: key}}

        return node


def _tried(name: StageName, state: State, turn: Turn) -> dict[str, Any]:
    """One more failed try, and the end of the problem when it was the last."""
    turns = (*state["turns"].get(name, ()), turn)
    update: dict[str, Any] = {"turns": {name: turns}}
    if len(turns) >= state["tools"].tries:
        sentence = f"the {name} stage failed {len(turns)} times; last: {turn.complaint}"
        update["verdict"] = Verdict(status="quarantined", stage=name, reason=f"{name} failed", sentence=sentence)
    return update


def _ended(verdict: Verdict, state: State) -> dict[str, Any]:
    """The verdict, or one more try of the reader where the figure was at fault."""
    if not verdict.may_reread or not _reader_may_retry(state):
        return {"verdict": verdict}
    # The answer key must not leak to the reader, who could bend the figure to it.
    complaint = DISPUTED if verdict.reason == "answer disputed" else verdict.sentence
    turn = Turn(reply=state["outputs"]["read"].reply, complaint=complaint)  # type: ignore[union-attr]
    turns = (*state["turns"].get("read", ()), turn)
    return {"outputs": {"read": None}, "turns": {"read": turns, "solve": None}}


def _reader_may_retry(state: State) -> bool:
    tools = state["tools"]
    by_model = not state["problem"].figure and not tools.is_offline("reader")
    return by_model and len(state["turns"].get("read", ())) < tools.tries - 1


def _route(graph: Any, name: StageName, following: Sequence[str]) -> None:
    graph.add_conditional_edges(name, _after(name, following), [name, *following, END])


def _after(name: StageName, following: Sequence[str]) -> Callable[[State], str | list[str]]:
    """Back to the stage while it has complaints to answer; then on, or to the end where there is a verdict."""

    def route(state: State) -> str | list[str]:
        if state["verdict"] is not None:
            return END
        if name not in state["outputs"]:
            return name
        return list(following) or END

    return route


def _after_solve(state: State) -> str | list[str]:
    if state["verdict"] is None and "read" not in state["outputs"]:
        return "read"
    return _after("solve", ["fit"])(state)


def _translate(state: State) -> BaseModel:
    return translate.Given(problem=state["problem"], turns=state["turns"].get("translate", ()))


def _read(state: State) -> BaseModel:
    return read.Given(
        problem=state["problem"],
        statement=state["outputs"]["translate"].statement,  # type: ignore[union-attr]
        turns=state["turns"].get("read", ()),
    )


def _solve(state: State) -> BaseModel:
    outputs: Any = state["outputs"]
    return solve.Given(
        problem=state["problem"],
        statement=outputs["translate"].statement,
        reading=outputs["read"].reading,
        turns=state["turns"].get("solve", ()),
    )


def _fit(state: State) -> BaseModel:
    outputs: Any = state["outputs"]
    return fit.Given(figure=outputs["read"].reading.figure, coordinates=outputs["solve"].coordinates)


def _script(state: State) -> BaseModel:
    outputs: Any = state["outputs"]
    return script.Given(brief=outputs["fit"].brief, turns=state["turns"].get("script", ()))


def _render(state: State) -> BaseModel:
    outputs: Any = state["outputs"]
    return render.Given(scene=outputs["script"].scene)


def _rewrite(state: State) -> BaseModel:
    outputs: Any = state["outputs"]
    return rewrite.Given(
        reading=outputs["read"].reading,
        colours=outputs["fit"].colours,
        scale=outputs["fit"].fitted.scale,
        cue=_cue(state["tools"]),
        turns=state["turns"].get("rewrite", ()),
    )


def _cue(tools: Tools) -> ScaleCue:
    return tools.filming.spec_of(tools.problem).room.scale_cue if tools.filming else "none"


def _answer(state: State) -> BaseModel:
    outputs: Any = state["outputs"]
    return answer.Given(
        problem=state["problem"],
        statement=outputs["translate"].statement,
        reading=outputs["read"].reading,
        report=outputs["solve"].report,
        coordinates=outputs["solve"].coordinates,
        fitted=outputs["fit"].fitted,
        turns=state["turns"].get("answer", ()),
    )


_STAGES: dict[ModuleType, Callable[[State], BaseModel]] = {
    translate: _translate,
    read: _read,
    solve: _solve,
    fit: _fit,
    script: _script,
    render: _render,
    rewrite: _rewrite,
    answer: _answer,
}
