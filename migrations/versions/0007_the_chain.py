"""the chain: what binds a game to what its players saw, and the hash of each entry"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

COLUMNS = (
    ("game", sa.Column("trust", sa.Integer(), nullable=False, server_default="1")),
    ("entry", sa.Column("hash", sa.String(), nullable=False, server_default="")),
    ("message", sa.Column("record", sa.Integer(), nullable=False, server_default="0")),
)


def upgrade() -> None:
    for table, column in COLUMNS:
        with op.batch_alter_table(table) as changed:
            changed.add_column(column)
        with op.batch_alter_table(table) as changed:
            changed.alter_column(column.name, server_default=None)
