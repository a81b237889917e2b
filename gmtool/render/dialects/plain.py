"""Text without any markup, for a forum whose dialect isn't known or that has none."""

from gmtool.render.dialects.dialect import Dialect

DIALECT = Dialect(name="plain", underline="=", code=("\n", "\n"))
