"""Commands about the rulebooks: kinds, rules. None of them opens the host's database."""

from typing import Annotated, Any

import typer

from gmtool.desk.answers import Answer, Hint, table
from gmtool.desk.problems import UsageProblem

Kind = Annotated[
    str | None, typer.Argument(metavar="KIND", help="without it: a list", show_default=False)
]


def kinds(
    kind: Kind = None,
    *,
    check: Annotated[
        bool, typer.Option("--check", help="of one: whether it keeps what every kind promises")
    ] = False,
) -> Answer:
    from gmtool.desk.session import kinds as desk_kinds

    if check:
        from gmtool.testing.promised import checked

        if kind is None:
            raise UsageProblem("--check is about one kind; name it: gmtool kinds KIND --check.")
        return checked(desk_kinds.find(kind).game)
    if kind is None:
        return _listed("kinds", "its options, moves and occasions")
    facts = desk_kinds.describe(kind)
    return Answer(tuple(_described(facts)), facts=facts)


def _listed(command: str, what: str) -> Answer:
    """All kinds; the hint says that `command` tells `what` about one."""
    from gmtool.desk.session import kinds as desk_kinds

    others, broken = desk_kinds.others()
    found = [*map(desk_kinds.describe, desk_kinds.names()), *others]
    rows = [{k: one[k] for k in ("kind", "title", "rules")} for one in found]
    cells = [(row["kind"], row["title"]) for row in rows]
    hint = Hint(f"gmtool {command} {rows[0]['kind']}", what)
    return Answer((*table(cells, ""), *broken), hints=(hint,), facts=rows)


def _described(facts: dict[str, Any]) -> list[str]:
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
        *["demos:"] * bool(facts["demos"]),
        *(f"  {line}" for line in facts["demos"]),
    ]


def rules(
    kind: Kind = None,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", show_default=False)] = None,
) -> Answer:
    from gmtool.desk.session import kinds as desk_kinds

    if kind is None:
        return _listed("rules", "its clauses")
    text = desk_kinds.rulebook(kind) if clause is None else desk_kinds.clause(kind, clause)
    facts = {"kind": kind, "clause": clause.upper() if clause else None, "text": text}
    return Answer(tuple(text.rstrip("\n").split("\n")), facts=facts)
