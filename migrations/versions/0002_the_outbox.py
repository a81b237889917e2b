"""the outbox: messages from draft to sent

`message` and `sent` are only added to; `waiting` says which drafts are still to go out.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
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
