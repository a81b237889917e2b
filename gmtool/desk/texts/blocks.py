"""The keys in the `extra` of a block: what it keeps of what it tells, beside its text.

Two more stand where they are needed first: `recipients.SUBSTITUTE` and `engine.plans.PLAN`.
"""

from __future__ import annotations

TRIED, VOID = "tried", "void"
"""Keys in a refusal's `extra`: the texts that were refused, and the entry that became invalid."""
RECEIVED = "received"
"""The key in a refusal's `extra` for the instant at which the refused texts arrived."""
MESSAGE = "message"
"""The key in the `extra` of a refusal or a question for the number of the message that
it is about, or 0.
"""
FOLLOWED = "followed"
"""The key in a block's `extra` that marks a part of a post which another part follows."""
AS_OF = "as_of"
"""The key in the `extra` of a text about how things are for the entry as of which it tells that, if
it isn't the one that gave rise to it.
"""
EARLIER = "earlier"
"""The key in a block's `extra` for the post to which it refers for how to answer: a text that is
written again refers to the same.
"""
SEAL = "seal"
"""The key in a receipt's `extra` for the seal of its move and the digest of that."""
POLICY = "policy"
"""The key in a block's `extra` that marks the post of a deadline policy, which tells all of it."""
NOW = "as_it_is"
"""The key in a block's `extra` that marks a text about how things are, not about what an
entry did.
"""
WINDOW = "window_key"
"""The key in a block's `extra` for the window that a CALL is about."""
OF_PRIVATE = "of_private"
"""The key in the `extra` of a reminder about a window of which not everybody knows whom it asks."""
