"""Jinja closed by default: what a template prints is treated as players' text unless a dialect made
it.

Jinja's autoescape is for HTML: joining a text to one that is marked up escapes it for HTML, which
protects no forum. So marked-up text (`Markup`) can only be printed, joined and passed to the
dialect's functions, and the few statements that bypass `finalize` are led through it or refused.
"""

from collections.abc import Callable, Iterable, Mapping, MutableMapping
from functools import wraps
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import Template
from jinja2.exceptions import SecurityError, TemplateRuntimeError
from jinja2.filters import FILTERS
from jinja2.runtime import Context, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import pass_context
from markupsafe import Markup

from gmtool.render.environment.loader import COMPILED, Loader
from gmtool.render.environment.markup import MarkupWriter

# Those of Jinja's filters that choose among values or change plain text. Left out are those that
# make or unmake markup, or print Python's form of a value: safe, escape, xmlattr, urlize, tojson …
_FILTERS = (
    *("batch", "count", "dictsort", "first", "groupby", "items", "last", "length", "list", "map"),
    *("max", "min", "reject", "rejectattr", "reverse", "select", "selectattr", "slice", "sort"),
    *("sum", "unique"),
    *("abs", "capitalize", "int", "lower", "replace", "round", "trim", "truncate", "upper"),
)
_GLOBALS = ("range", "dict", "cycler", "joiner", "namespace")
_NO_MORE = "text that is marked up already can be printed, joined and nothing else"


class Generator(CodeGenerator):
    """Jinja's code generator, changed so that nothing bypasses `finalize` or is joined as HTML, and
    that the code tells which facts the template may look at.
    """

    def visit_Template(  # noqa: N802
        self, node: nodes.Template, frame: Frame | None = None
    ) -> None:
        super().visit_Template(node, frame)
        self.writeline(f"{_NAMES} = {_names_in(node)!r}")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        self.write("environment.writer.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        if not isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
            return
        self.write("environment.getitem(")
        self.visit(node.node, frame)
        self.write(", slice(")
        for part in (node.arg.start, node.arg.stop, node.arg.step):
            if part is None:
                self.write("None")
            else:
                self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_CallBlock(self, node: nodes.CallBlock, frame: Frame) -> None:  # noqa: N802
        call_frame, macro_ref = self.macro_body(node, frame)
        self.writeline("caller = ")
        self.macro_def(macro_ref, call_frame)
        self.start_write(frame, node)
        self.write("environment.finalize(context, ")
        self.visit_Call(node.call, frame, forward_caller=True)
        self.write(")")
        self.end_write(frame)

    def visit_AssignBlock(self, node: nodes.AssignBlock, frame: Frame) -> None:  # noqa: N802
        if node.filter is not None:
            self.fail("a {% set %} block can't be filtered; filter what it prints", node.lineno)
        super().visit_AssignBlock(node, frame)

    def visit_FilterBlock(self, node: nodes.FilterBlock, _frame: Frame) -> None:  # noqa: N802
        self.fail("there is no {% filter %} here; filter what it prints", node.lineno)

    def visit_ScopedEvalContextModifier(  # noqa: N802
        self, node: nodes.ScopedEvalContextModifier, _frame: Frame
    ) -> None:
        self.fail("there is no {% autoescape %} here; all text is made literal", node.lineno)


_NAMES = "names"
"""The variable of compiled code that holds the names in its template."""
Names = tuple[tuple[str, ...], tuple[str | None, ...]]
"""The names in a template, and the other templates that get its facts: None for one that it names
as it is rendered.
"""


def names_of(template: Template) -> Names:
    """The names in a compiled template: `you`, or `you.hand` where only that part of it is looked
    at; and the other templates that get its facts.
    """
    names: Names = template.root_render_func.__globals__[_NAMES]
    return names


def _names_in(template: nodes.Template) -> Names:
    """The names in a template, in an order, so that the same text compiles to the same code."""
    named = [
        *(one.template for one in template.find_all(nodes.Extends)),
        *(one.template for one in template.find_all(nodes.Include)),
        *(one.template for one in template.find_all(nodes.Import) if one.with_context),
        *(one.template for one in template.find_all(nodes.FromImport) if one.with_context),
    ]
    others = (one.value if isinstance(one, nodes.Const) else None for one in named)
    # what `you.hand` names is a part, where it isn't one of Python's own, such as `you.items`
    parts = {
        id(one.node): f"{one.node.name}.{one.attr}"
        for one in template.find_all(nodes.Getattr)
        if isinstance(one.node, nodes.Name) and not hasattr(dict, one.attr)
    }
    names = {parts.get(id(one), one.name) for one in template.find_all(nodes.Name)}
    return tuple(sorted(names)), tuple(one if isinstance(one, str) else None for one in others)


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of all templates; `writer` writes what they print."""

    code_generator_class = Generator
    intercepted_binops = frozenset({"+", "*", "%"})

    def __init__(self, writer: MarkupWriter, loader: Loader) -> None:
        @pass_context  # so that constants, too, reach `finalize` only while rendering
        def finalize(_context: Context, value: object) -> Markup:
            return writer.text(value)

        super().__init__(
            loader=loader,
            autoescape=True,
            finalize=finalize,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            optimized=False,
            bytecode_cache=COMPILED,
        )
        self.writer = writer
        self.templates = loader
        functions = writer.functions()
        self.filters = {name: _without_markup(FILTERS[name]) for name in _FILTERS}
        self.filters |= {name: FILTERS[name] for name in ("default", "d")} | functions
        self.globals = {name: self.globals[name] for name in _GLOBALS} | functions | writer.words

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Like Jinja's, but at hand as one: each rendering copies them."""
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Like Jinja's, but a fact of that name comes before a method of the same name."""
        if isinstance(obj, Markup):
            raise SecurityError(_NO_MORE)
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Like Jinja's; slices come here too."""
        if isinstance(obj, Markup):
            raise SecurityError(_NO_MORE)
        return super().getitem(obj, argument)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Like Jinja's, but the writer joins marked-up text, and no text is repeated."""
        if isinstance(left, Markup) or isinstance(right, Markup):
            if operator == "+":
                return self.writer.joined((left, right))
            raise SecurityError(_NO_MORE)
        if operator == "*" and (isinstance(left, str) or isinstance(right, str)):
            raise TemplateRuntimeError(
                "a text times a number; a product to be filtered needs brackets: (a * b) | money"
            )
        if operator == "%" and isinstance(left, str):
            self._see_that_all_can_be_printed(right if isinstance(right, tuple) else (right,))
        return super().call_binop(context, operator, left, right)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """Like Jinja's, but what can't be printed can't be formatted either."""
        formats = super().wrap_str_format(value)
        if formats is None:
            return None

        def formatted(*args: Any, **kwargs: Any) -> str:
            kwargs.pop("caller", None)  # where it is called as a macro
            is_map = value.__name__ == "format_map"
            values = args[0].values() if is_map else (*args, *kwargs.values())
            self._see_that_all_can_be_printed(values)
            return formats(*args, **kwargs)

        return formatted

    def _see_that_all_can_be_printed(self, values: Iterable[Any]) -> None:
        for value in values:
            self.writer.text(value)


def _without_markup(does: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of Jinja's that refuses marked-up text, which it would treat as HTML."""

    @wraps(does)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        if any(isinstance(value, Markup) for value in (*args, *kwargs.values())):
            raise SecurityError(_NO_MORE)
        return does(*args, **kwargs)

    return guarded
