"""plans: by which one a move was made that nobody sent at that moment"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    with op.batch_alter_table("entry") as entry:
        entry.add_column(sa.Column("planned", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("entry") as entry:
        entry.alter_column("planned", server_default=None)
