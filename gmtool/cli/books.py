"""Commands about the rulebooks: kinds, rules, demo. None of them opens the host's database."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer

Kind = Annotated[str, typer.Argument(metavar="KIND", help="see: gmtool kinds")]


def kinds(
    kind: Annotated[str | None, typer.Argument(metavar="KIND", show_default=False)] = None,
) -> "Answer":
    """The kinds of game; of one: its options, moves and occasions."""
    from gmtool.desk import kinds as desk_kinds
    from gmtool.desk.answers import Answer, table

    if kind is None:
        others, broken = desk_kinds.others()
        found = [*map(desk_kinds.describe, desk_kinds.names()), *others]
        rows = [{k: one[k] for k in ("kind", "title", "rules")} for one in found]
        cells = [(row["kind"], row["title"]) for row in rows]
        return Answer((*table(cells, ""), *broken), facts=rows)
    facts = desk_kinds.describe(kind)
    return Answer(tuple(_described(facts)), facts=facts)


def _described(facts: dict[str, Any]) -> list[str]:
    from gmtool.desk.answers import table
    from gmtool.engine.options import write_value

    def default(option: dict[str, Any]) -> str:
        return "-" if option["default"] is None else write_value(option["default"])

    return [
        f"{facts['title']} ({facts['kind']})",
        "options, as in -o key=value:",
        *table(
            [(o["name"], default(o), o["takes"], o["doc"], o["clause"]) for o in facts["options"]]
        ),
        "moves:",
        *table([(m["who"], m["text"], m["when"]) for m in facts["moves"]]),
        "occasions:",
        *table([(o["name"], o["to"], o["doc"]) for o in facts["occasions"]]),
        *_demos(facts["demos"]),
    ]


def _demos(lines: list[str]) -> list[str]:
    return ["demos:", *(f"  {line}" for line in lines)] if lines else []


def rules(
    kind: Kind,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", show_default=False)] = None,
) -> "Answer":
    """The rulebook of a kind, or one clause of it."""
    from gmtool.desk import kinds as desk_kinds
    from gmtool.desk.answers import Answer

    text = desk_kinds.rulebook(kind) if clause is None else desk_kinds.clause(kind, clause)
    facts = {"kind": kind, "clause": clause.upper() if clause else None, "text": text}
    return Answer((text.rstrip("\n"),), facts=facts)


def demo(
    kind: Annotated[str | None, typer.Argument(metavar="KIND", show_default=False)] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "-o", metavar="KEY=VALUE", help="another demo of it: see gmtool kinds KIND"
        ),
    ] = None,
) -> "Answer":
    """Play a whole scripted game, every command and text shown."""
    from gmtool.cli.app import run
    from gmtool.cli.script import play
    from gmtool.desk import kinds as desk_kinds
    from gmtool.desk.answers import Answer

    chosen = kind or desk_kinds.names()[0]
    ok = play(desk_kinds.script(chosen, option or ()), run)
    return Answer((), facts={"kind": chosen}, ok=ok)
