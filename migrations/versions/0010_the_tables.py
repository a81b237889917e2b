"""all tables: the journal with its heads and attempts, the choices, and the outbox

A migration changes tables with `op.batch_alter_table` and names every constraint; it runs within
one transaction and without triggers, which are made anew after the last one.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("aliases", sa.JSON(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("file", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("name_key", name="uq_game_name_key"),
    )
    op.create_table(
        "entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("link", sa.String(), nullable=False),
        sa.Column("late", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("raw", sa.String(), nullable=False),
        sa.Column("drawn", sa.String(), nullable=False),
        sa.Column("desk", sa.String(), nullable=False),
        sa.Column("message", sa.Integer(), nullable=False),
        sa.Column("refused", sa.String(), nullable=False),
        sa.Column("planned", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entry"),
        sa.UniqueConstraint("game_id", "number", name="uq_entry_game_id_number"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_entry_game_id_game"),
    )
    op.create_index("ix_entry_game_id_recorded_at", "entry", ["game_id", "recorded_at"])
    op.create_table(
        "head",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("program", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("seal", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_head"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_head_game_id_game"),
    )
    op.create_index("ix_head_ended_seal", "head", ["ended", "seal"])
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("clause", sa.String(), nullable=False),
        sa.Column("sentence", sa.String(), nullable=False),
        sa.Column("raw", sa.String(), nullable=False),
        sa.Column("after_entry", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_attempt"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_attempt_game_id_game"),
    )
    op.create_index("ix_attempt_game_id", "attempt", ["game_id"])
    op.create_table(
        "choice",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_choice"),
    )
    op.create_table(
        "message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("parts", sa.JSON(), nullable=False),
        sa.Column("blocks", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("passing", sa.Boolean(), nullable=False),
        sa.Column("drafted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_message"),
        sa.UniqueConstraint(
            "game_id", "number", "revision", name="uq_message_game_id_number_revision"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_message_game_id_game"),
    )
    op.create_index("ix_message_game_id_entry", "message", ["game_id", "entry"])
    op.create_table(
        "waiting",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("passing", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_waiting"),
        sa.ForeignKeyConstraint(
            ["game_id", "number", "revision"],
            ["message.game_id", "message.number", "message.revision"],
            name="fk_waiting_game_id_number_revision_message",
        ),
    )
    op.create_index(
        "ix_waiting_game_id_passing_number", "waiting", ["game_id", "passing", "number"]
    )
    op.create_table(
        "sent",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("link", sa.String(), nullable=False),
        sa.Column("parts", sa.JSON(), nullable=False),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sent"),
        sa.ForeignKeyConstraint(
            ["game_id", "number", "revision"],
            ["message.game_id", "message.number", "message.revision"],
            name="fk_sent_game_id_number_revision_message",
        ),
    )
    op.create_index("ix_sent_game_id_number", "sent", ["game_id", "number"])
