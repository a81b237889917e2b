"""ended games are found by what their kept state is sealed with

The seals themselves are made anew with the states, when a game is looked at for the first time.
"""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.drop_index("ix_head_ended", table_name="head")
    op.create_index("ix_head_ended_seal", "head", ["ended", "seal"])
