"""messages of which no move was made: which one a move was taken from, and what refused one"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("entry") as entry:
        entry.add_column(sa.Column("message", sa.Integer(), nullable=False, server_default="0"))
        entry.add_column(sa.Column("refused", sa.String(), nullable=False, server_default=""))
    with op.batch_alter_table("entry") as entry:
        entry.alter_column("message", server_default=None)
        entry.alter_column("refused", server_default=None)
