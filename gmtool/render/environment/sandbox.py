"""Jinja closed by default: what a template prints is treated as players' text unless a dialect made
it.

Jinja's autoescape is for HTML: joining a text to one that is marked up escapes it for HTML, which
protects no forum. So marked-up text (`Markup`) can only be printed, joined and passed to the
dialect's functions, and the few statements that bypass `finalize` are led through it or refused.
"""

from collections.abc import Callable, Iterable, Mapping, MutableMapping
from types import BuiltinMethodType, MethodType
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef, operators
from jinja2.environment import Template
from jinja2.exceptions import SecurityError, TemplateRuntimeError, TemplateSyntaxError
from jinja2.filters import FILTERS
from jinja2.parser import Parser
from jinja2.runtime import Context, LoopContext, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import _PassArg, pass_context
from markupsafe import Markup

from gmtool.render.environment import bounds
from gmtool.render.environment.bounds import NO_MORE, STEP, Budget
from gmtool.render.environment.compiled import COMPILED
from gmtool.render.environment.loading import Loader
from gmtool.render.environment.pen import Pen

# Those of Jinja's filters that choose among values or change plain text. Left out are those that
# make or unmake markup, or print Python's form of a value: safe, escape, xmlattr, urlize, tojson …
_FILTERS = (
    *("batch", "count", "dictsort", "first", "groupby", "items", "last", "length", "list", "map"),
    *("max", "min", "reject", "rejectattr", "reverse", "select", "selectattr", "slice", "sort"),
    *("sum", "unique"),
    *("abs", "capitalize", "int", "lower", "replace", "round", "trim", "truncate", "upper"),
)
_GLOBALS = ("range", "dict", "cycler", "joiner", "namespace")


_DEEPEST = 60
"""How many expressions and statements may stand one within the other, loops and macros counted."""
_NESTED_LOOPS = 15
"""Python itself takes no more than 20."""
_MOST_CASES = 200
"""The most times that a statement says {% elif %}; for Python each stands within the one before."""
_TOO_DEEP = "too much stands one within the other here; divide it, or make a macro of a part"
_TOO_LARGE = "a number has 18 digits at most"
_HIGHEST_POWER = 64
_BLOCKS = ("body", "else_", "elif_")
"""The parts of a statement that are blocks of their own."""


class Generator(CodeGenerator):
    """Jinja's code generator, changed so that nothing bypasses `finalize` or is joined as HTML, and
    that whatever runs again and again takes its steps from the budget.
    """

    _defaults = 0

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """Each time the block runs it takes steps for all that stands in it, outside of the blocks
        within, which take their own.
        """
        block = list(nodes)
        steps, self._defaults = 1 + self._defaults + sum(map(_steps, block)), 0
        self.writeline(f"spend({STEP * steps})", block[0] if block else None)
        super().blockvisit(block, frame)

    def write_commons(self) -> None:
        super().write_commons()
        self.writeline("spend = environment.budget.spend")

    def macro_body(
        self, node: nodes.Macro | nodes.CallBlock, frame: Frame
    ) -> tuple[Frame, MacroRef]:
        self._defaults = sum(map(_steps, node.defaults))
        return super().macro_body(node, frame)

    def visit_For(self, node: nodes.For, frame: Frame) -> None:  # noqa: N802
        if node.test is not None:
            step = nodes.Const(STEP * (1 + _steps(node.test)))
            takes = nodes.Call(nodes.EnvironmentAttribute("takes"), [step], [], None, None)
            node.test = nodes.And(takes, node.test, lineno=node.test.lineno)
            node.test.set_environment(self.environment)
        super().visit_For(node, frame)

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        """What is compared to more than a word or number is weighed: it may be deep."""
        sides = [node.expr, *(op.expr for op in node.ops)]
        is_short = len(sides) == 2 and node.ops[0].op not in {"in", "notin"}
        weighs = not (is_short and any(isinstance(side, nodes.Const) for side in sides))
        self.write("(")
        for place, side in enumerate(sides):
            if place:
                self.write(f" {operators[node.ops[place - 1].op]} ")
            self._weighed(side, frame, weighs=weighs)
        self.write(")")

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self.write("{")
        for item in node.items:
            self._weighed(item.key, frame)
            self.write(": ")
            self.visit(item.value, frame)
            self.write(", ")
        self.write("}")

    def _weighed(self, node: nodes.Node, frame: Frame, *, weighs: bool = True) -> None:
        weighs = weighs and not isinstance(node, nodes.Const)
        self.write("environment.budget.weighed(" if weighs else "")
        self.visit(node, frame)
        self.write(")" if weighs else "")

    def visit_Const(self, node: nodes.Const, frame: Frame) -> None:  # noqa: N802
        if isinstance(node.value, int) and abs(node.value) > bounds.LARGEST_NUMBER:
            self.fail(_TOO_LARGE, node.lineno)
        super().visit_Const(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        self.write("environment.budget.made(environment.pen.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write(")))")

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


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of all templates; `pen` writes what they print."""

    code_generator_class = Generator
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, pen: Pen, loader: Loader) -> None:
        @pass_context  # so that constants, too, reach `finalize` only while rendering
        def finalize(_context: Context, value: object) -> Markup:
            if isinstance(value, str) and not isinstance(value, Markup):
                self.budget.length(len(value))
            return pen.text(value)

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
        self.pen = pen
        self.templates = loader
        self.budget = Budget()
        functions = {name: self._bounded(name, does) for name, does in pen.functions().items()}
        self.filters = {
            name: self._bounded(name, bounds.without_markup(FILTERS[name])) for name in _FILTERS
        }
        self.filters |= {name: FILTERS[name] for name in ("default", "d")} | functions
        tests: dict[str, Any] = self.tests
        self.tests = tests | {
            name: bounds.comparing(self.budget, tests[name]) for name in bounds.COMPARING
        }
        self.globals = {name: self.globals[name] for name in _GLOBALS} | functions | pen.words

    def _bounded(self, name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        return bounds.bounded(
            self.budget, name, does, first=int(_PassArg.from_obj(does) is not None)
        )

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Like Jinja's, but at hand as one: each rendering copies them."""
        return {**self.globals, **(d or {})}

    def concat(self, parts: Iterable[str]) -> str:
        """The parts of a template's or a macro's text as one, within the budget."""
        return self.budget.text(parts)

    def takes(self, cost: int) -> bool:
        """Take so much from the budget."""
        self.budget.spend(cost)
        return True

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        self.budget.compile(source)
        parser = Parser(self, source, name, filename)
        try:
            template = parser.parse()
            _see_that_it_isnt_deep(template)
        except RecursionError as error:
            line = parser.stream.current.lineno
            raise TemplateSyntaxError(_TOO_DEEP, line, name, filename) from error
        except _TooDeep as error:
            raise TemplateSyntaxError(_TOO_DEEP, error.line, name, filename) from error
        except ValueError as error:  # Python reads no number of more than 4,300 digits
            line = parser.stream.current.lineno
            raise TemplateSyntaxError(_TOO_LARGE, line, name, filename) from error
        return template

    def get_template(
        self,
        name: Any,
        parent: str | None = None,
        globals: Any = None,  # noqa: A002 - Jinja's
    ) -> Template:
        """Like Jinja's; each time a template is included it takes its steps."""
        self.budget.spend(bounds.CALL)
        return super().get_template(name, parent, globals)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Like Jinja's, but of Python's own values only what is bounded."""
        return bounds.is_known(obj, attr) and super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """Like Jinja's, within the budget."""
        if not isinstance(value, BuiltinMethodType) or not isinstance(value.__self__, str):
            return None
        if value.__name__ not in {"format", "format_map"}:
            return None
        formatter = bounds.BoundedFormatter(self, self.budget)
        return bounds.formatting(formatter, value.__self__, is_map=value.__name__ == "format_map")

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Like Jinja's, within the budget."""
        budget, cost = __self.budget, bounds.CALL + STEP * len(args)
        for value in (*args, *kwargs.values()) if kwargs else args:
            if isinstance(value, str):
                cost += len(value)
        budget.spend(cost)
        if isinstance(__obj, BuiltinMethodType):
            bounds.method(budget, __obj, args)
        elif isinstance(__obj, MethodType) and isinstance(__obj.__self__, LoopContext):
            budget.weighed(args)  # which `changed` compares
        return budget.made(super().call(__context, __obj, *args, **kwargs))

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Like Jinja's, but a fact of that name comes before a method of the same name."""
        if isinstance(obj, Markup):
            raise SecurityError(NO_MORE)
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Like Jinja's; slices come here too."""
        if isinstance(obj, Markup):
            raise SecurityError(NO_MORE)
        if isinstance(argument, slice):
            return self.budget.made(super().getitem(obj, argument))
        if isinstance(argument, tuple):
            self.budget.weighed(argument)
        return super().getitem(obj, argument)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Like Jinja's, but the pen joins marked-up text, and no text is repeated."""
        if isinstance(left, Markup) or isinstance(right, Markup):
            if operator == "+":
                return self.budget.made(self.pen.joined((left, right)))
            raise SecurityError(NO_MORE)
        if operator == "*" and (isinstance(left, str) or isinstance(right, str)):
            raise TemplateRuntimeError(
                "a text times a number; a product to be filtered needs brackets: (a * b) | money"
            )
        if operator == "*" and isinstance(left, (list, tuple)) and isinstance(right, int):
            self.budget.spend(STEP * len(left) * max(0, right))
        if operator == "*" and isinstance(right, (list, tuple)) and isinstance(left, int):
            self.budget.spend(STEP * len(right) * max(0, left))
        if operator == "**" and (abs(left) > bounds.LARGEST_NUMBER or abs(right) > _HIGHEST_POWER):
            raise TemplateRuntimeError("it makes a number of more than 18 digits")
        if operator == "%" and isinstance(left, str):
            bounds.percent(self.budget, left, right)
        return self.budget.made(super().call_binop(context, operator, left, right))


class _TooDeep(Exception):
    """Too much stands one within the other, on that line."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line


def _steps(node: nodes.Node) -> int:
    """How many expressions stand in a statement, without those in the blocks within it."""
    further = sum(_steps(other.test) for other in getattr(node, "elif_", ()))
    return 1 + further + sum(map(_steps, node.iter_child_nodes(exclude=_BLOCKS)))


def _see_that_it_isnt_deep(template: nodes.Template) -> None:
    """Raises _TooDeep: whoever goes through a deep tree needs as deep a stack, Python too."""
    left: list[tuple[nodes.Node, int, int]] = [(template, 0, 0)]
    while left:
        node, depth, loops = left.pop()
        loops += isinstance(node, nodes.For)
        many = len(node.elif_) if isinstance(node, nodes.If) else 0
        if depth > _DEEPEST or loops > _NESTED_LOOPS or many > _MOST_CASES:
            raise _TooDeep(node.lineno)
        left += ((child, depth + 1, loops) for child in node.iter_child_nodes())
