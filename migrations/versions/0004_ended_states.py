"""the seal of an ended game's state says so in clear, and is found by it

So a game that was marked as ended by something else than gmtool is seen in the list of those that go
on. What was kept before there were seals gets one. A state that can't be read goes: whoever asks for
it replays the journal.
"""

import json
from datetime import datetime
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_FIELDS = (
    "entry, rules_version, codec, program, ended, paused, deadline, brief, state, seal, game_id"
)


def upgrade() -> None:
    connection = op.get_bind()
    for *fields, there, game in connection.execute(sa.text(f"SELECT {_FIELDS} FROM head")).all():
        try:
            digest = _digest(*fields)
        except (ValueError, TypeError, AttributeError):
            connection.execute(sa.text("DELETE FROM head WHERE game_id = :game"), {"game": game})
            continue
        seal = f"ended {digest}" if fields[4] else digest
        if there in ("", digest) and there != seal:
            connection.execute(
                sa.text("UPDATE head SET seal = :seal WHERE game_id = :game"),
                {"seal": seal, "game": game},
            )
    op.drop_index("ix_head_ended", table_name="head")
    op.create_index("ix_head_ended_seal", "head", ["ended", "seal"])


def _digest(
    entry: int,
    rules: int,
    codec: int,
    program: str,
    ended: Any,
    paused: Any,
    deadline: Any,
    brief: Any,
    state: str,
) -> str:
    if isinstance(deadline, str):
        deadline = datetime.fromisoformat(deadline)
    at = deadline.strftime("%Y-%m-%dT%H:%M:%SZ") if deadline else None
    brief = json.dumps(json.loads(brief) if isinstance(brief, str) else brief, sort_keys=True)
    whole = (entry, rules, codec, program, bool(ended), bool(paused), at, brief, state)
    return sha256("\n".join(map(str, whole)).encode()).hexdigest()
