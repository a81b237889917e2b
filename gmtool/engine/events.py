"""Events that everybody, or one player, may know of, told as plain data."""

from __future__ import annotations

from typing import Any, ClassVar

from gmtool.engine.codec import to_json
from gmtool.engine.game import Event
from gmtool.engine.wording import HOST


class PublicEvent(Event):
    """Everybody may know all of it but the fields that `hidden` names, which only the host does."""

    hidden: ClassVar[tuple[str, ...]] = ()

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        return {k: v for k, v in facts(self).items() if seer == HOST or k not in self.hidden}


class PrivateEvent(Event):
    """Only the player in its field `who`, and the host, may know of it."""

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        return facts(self) if seer in {getattr(self, "who"), HOST} else None  # noqa: B009


def facts(event: Event) -> dict[str, Any]:
    """All of an event as plain data; its name stands under `event`."""
    return {"event": type(event).__name__, **plain(event)}


def plain(value: object) -> Any:
    """Frozen data as a reader gets it: lists and dicts, without the codec's names of classes."""
    return _nameless(to_json(value))


def _nameless(data: Any) -> Any:
    if isinstance(data, list):
        return [_nameless(item) for item in data]
    if isinstance(data, dict):
        return {key: _nameless(item) for key, item in data.items() if key != "$"}
    return data
