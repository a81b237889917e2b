"""Text without markup, for a forum without any or whose dialect isn't known."""

from gmtool.render.dialects.dialect import Dialect

DIALECT = Dialect(name="plain", underline="=", code=("\n", "\n"))
