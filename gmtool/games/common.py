"""What holds for every game, beside its clauses (common.md): the rulings."""

from gmtool.engine.rulings import Ruling

RULINGS: tuple[Ruling, ...] = ()
