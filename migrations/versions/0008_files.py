"""files: the text of the one that a game is made of"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("file", sa.String(), nullable=False, server_default=""))
    with op.batch_alter_table("game") as game:
        game.alter_column("file", server_default=None)
