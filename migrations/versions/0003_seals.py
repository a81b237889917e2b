"""the seal of a kept state, by which one that was changed or damaged is known

What is kept so far has none and is made anew from the journal.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("head") as head:
        head.add_column(sa.Column("seal", sa.String(), nullable=False, server_default=""))
    with op.batch_alter_table("head") as head:
        head.alter_column("seal", server_default=None)
