"""The tables of a run: problems, stage checkpoints, paid exchanges, notes; and the schema migrations.

The only module besides `sqlite_store` that imports sqlmodel.
"""

from sqlmodel import Field, Index, SQLModel

SCHEMA_VERSION = 2


class ProblemRow(SQLModel, table=True):
    """One problem of the corpus and how it ended."""

    __tablename__ = "problem"
    id: str = Field(primary_key=True)
    position: int = Field(index=True)
    """Position in the corpus; samples are listed in this order."""
    status: str = Field(default="pending", index=True)
    reason: str = Field(default="", index=True)
    stage: str = ""
    final_key: str = ""
    """What the ending depends on besides the code: the row and every setting."""
    code: str = ""
    """Hash of the code that wrote the ending; the note `code:HASH` lists the code hash of each stage."""
    video: str = ""
    """Path of the video within the run."""
    seconds: float = 0.0
    # Long texts last: SQLite has to read past them to reach later columns.
    row: str
    """The problem as JSON."""
    sample: str = ""
    """The line of `samples.jsonl`."""


class StageRow(SQLModel, table=True):
    """One finished stage of one problem."""

    __tablename__ = "stage"
    # Everything that `status` counts: without this index it would read the outputs of all stages.
    __table_args__ = (Index("ix_stage_counts", "stage", "code", "status", "seconds", "order"),)
    problem: str = Field(primary_key=True)
    stage: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    """The checkpoint key: hash of input, prompt, model, the settings that matter, and the code."""
    base_key: str = ""
    """The same without the code; empty in rows of version 0.1, which stored no code hash."""
    code: str = ""
    """Hash of the code that wrote the row; empty likewise."""
    order: int = Field(index=True)
    """Increases over the run, so that the newest row of a stage is known."""
    status: str
    """`done` or `quarantined`."""
    seconds: float
    input: str
    """The stage's input as JSON."""
    output: str
    """The stage's output, or its verdict, as JSON."""


class ExchangeRow(SQLModel, table=True):
    """One paid question to a model and its reply."""

    __tablename__ = "exchange"
    key: str = Field(primary_key=True)
    problem_id: str = Field(index=True)
    role: str = Field(index=True)
    model: str
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float
    seconds: float
    body: str
    """The whole exchange as JSON: request, reply, usage."""


class NoteRow(SQLModel, table=True):
    """Facts about the run itself, by name."""

    __tablename__ = "note"
    name: str = Field(primary_key=True)
    value: str


STAGE_COLUMNS: tuple[str, ...] = tuple(StageRow.model_fields)
MIGRATIONS: dict[int, tuple[str, ...]] = {
    # Version 0.2 stores the code hash with each row. The table is rebuilt, not altered: SQLite reads past long texts to
    # reach a column behind them.
    1: (
        "ALTER TABLE problem ADD COLUMN code VARCHAR NOT NULL DEFAULT ''",
        "ALTER TABLE stage RENAME TO stage_1",
        "DROP INDEX IF EXISTS ix_stage_order",
        "CREATE TABLE stage (problem VARCHAR NOT NULL, stage VARCHAR NOT NULL, key VARCHAR NOT NULL, "
        'base_key VARCHAR NOT NULL, code VARCHAR NOT NULL, "order" INTEGER NOT NULL, status VARCHAR NOT NULL, '
        "seconds FLOAT NOT NULL, input VARCHAR NOT NULL, output VARCHAR NOT NULL, PRIMARY KEY (problem, stage, key))",
        "INSERT INTO stage SELECT problem, stage, key, '', '', \"order\", status, seconds, given, output FROM stage_1",
        "DROP TABLE stage_1",
        'CREATE INDEX ix_stage_order ON stage ("order")',
        'CREATE INDEX ix_stage_counts ON stage (stage, code, status, seconds, "order")',
    ),
}
"""Migration statements from each schema version to the next."""
