"""Templates that would take all memory or all time, if they were let.

Each is a file of a host's own, which is there a second time as `other/text.j2`. The tests render it
within small bounds, the soak within the real ones.
"""
# ruff: noqa: E501 -- a template is a line

_DOUBLED = 16

BIG = f"{{% set ns = namespace(x='ab') %}}{{% for i in range({_DOUBLED}) %}}{{% set ns.x = ns.x ~ ns.x %}}{{% endfor %}}"
"""A text of 131,072 characters as `ns.x`."""
_NESTED = "{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}"
_PAIRS = "{% set ns = namespace(x=(1,)) %}{% for i in range(60) %}{% set ns.x = (ns.x, ns.x) %}{% endfor %}"
_LISTS = "{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = ns.x + ns.x %}{% endfor %}"
_MANY = "range(99999)"

LONG_TEXTS = {
    "doubled": "{% set ns = namespace(x='ab') %}{% for i in range(60) %}"
    "{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
    "added": "{% set ns = namespace(x='ab') %}{% for i in range(60) %}"
    "{% set ns.x = ns.x + ns.x %}{% endfor %}",
    "grown": f"{{% set ns = namespace(x='ab') %}}{{% for i in {_MANY} %}}"
    "{% set ns.x = ns.x ~ 'a long text, again and again' %}{% endfor %}",
    "times": "{{ 'x' * 999999999 }}",
    "a list times": "{{ ([0] * 999999999) | length }}",
    "a tuple times": "{{ ((0,) * 999999999) | length }}",
    "replaced": BIG + "{{ ns.x | replace('a', ns.x) }}",
    "replaced by a method": BIG + "{{ ns.x.replace('a', ns.x) }}",
    "replaced between": BIG + "{{ ns.x.replace('', ns.x) }}",
    "joined": BIG + "{{ ns.x | join(ns.x) }}",
    "joined by a method": BIG + "{{ ns.x.join(ns.x) }}",
    "a list joined": BIG + f"{{{{ {_MANY} | join(ns.x) }}}}",
    "centred": "{{ 'x'.center(999999999) }}",
    "to the left": "{{ 'x'.ljust(999999999) }}",
    "to the right": "{{ 'x'.rjust(999999999) }}",
    "filled": "{{ 'x'.zfill(999999999) }}",
    "tabs": "{{ '\t'.expandtabs(999999999) }}",
    "translated": BIG + "{{ ns.x.translate({97: ns.x}) }}",
    "as bytes": BIG + f"{{% for i in {_MANY} %}}{{% set x = ns.x.encode() %}}{{% endfor %}}",
    "formatted": "{{ '{:999999999}'.format('x') }}",
    "formatted to a width": "{{ '{:{}}'.format('x', 999999999) }}",
    "formatted to a precision": "{{ '{:.999999999f}'.format(1.5) }}",
    "formatted often": BIG + "{{ ns.x.replace('a', '{0}').format(ns.x) }}",
    "formatted by a map": BIG + "{{ ns.x.replace('a', '{x}').format_map({'x': ns.x}) }}",
    "percent": "{{ '%999999999d' % 1 }}",
    "percent to a width": "{{ '%*d' % (999999999, 1) }}",
    "percent often": BIG + "{{ ns.x.replace('ab', '%(x)s') % {'x': ns.x} }}",
    "percent of a list": _NESTED + "{{ '%s' % [ns.x] }}",
    "a list as a text": _NESTED + "{{ '{}'.format(ns.x) }}",
    "cut": BIG + f"{{% for i in {_MANY} %}}{{% set ns.l = (ns.l | default([])) + [ns.x[i:]] %}}"
    "{% endfor %}",
    "cut again": BIG + f"{{% set ns.l = [] %}}{{% for i in {_MANY} %}}"
    "{% set ns.l = [ns.l, ns.x[1:]] %}{% endfor %}",
    "upper": BIG + f"{{% set ns.l = [] %}}{{% for i in {_MANY} %}}"
    "{% set ns.l = [ns.l, ns.x | upper] %}{% endfor %}",
    "split": BIG + f"{{% set ns.l = [] %}}{{% for i in {_MANY} %}}"
    "{% set ns.l = [ns.l, ns.x.split('a')] %}{% endfor %}",
    "listed letters": BIG + f"{{% set ns.l = [] %}}{{% for i in {_MANY} %}}"
    "{% set ns.l = [ns.l, ns.x | list] %}{% endfor %}",
    "lists": _LISTS + "{{ ns.x | length }}",
    "batched": "{{ [1] | batch(999999999, 'x') | list | length }}",
    "sliced": "{{ [1] | slice(999999999) | list | length }}",
    "rounded": "{{ 1.5 | round(999999999, 'ceil') }}",
    "a power": "{{ 9 ** 9 ** 9 ** 9 }}",
    "squares": "{% set ns = namespace(x=9) %}{% for i in range(60) %}"
    "{% set ns.x = ns.x * ns.x %}{% endfor %}",
    "digits": BIG + "{{ ns.x.replace('b', 'a') | int(0, 16) }}",
    "a sum of lists": _LISTS + "{{ [ns.x] | sum(start=[]) }}",
    "a captured block": BIG + f"{{% set y %}}{{% for i in {_MANY} %}}{{{{ ns.x }}}}{{% endfor %}}"
    "{% endset %}",
    "printed": BIG + f"{{% for i in {_MANY} %}}{{{{ ns.x }}}}{{% endfor %}}",
    "own text": f"{{% for i in {_MANY} %}}{'x' * 5000}{{% endfor %}}",
    "a macro's text": f"{{% macro m() %}}{'x' * 5000}{{% endmacro %}}"
    f"{{% macro n() %}}{{% for i in {_MANY} %}}{{{{ m() }}}}{{% endfor %}}{{% endmacro %}}{{{{ n() }}}}",
    "bold again": BIG
    + "{% for i in range(60) %}{% set ns.x = bold(ns.x) ~ bold(ns.x) %}{% endfor %}",
    "a wide table": BIG + "{% call(row) table('a') %}{{ row(ns.x) }}"
    f"{{% for i in {_MANY} %}}{{{{ row('x') }}}}{{% endfor %}}{{% endcall %}}",
    "a table": f"{{% call(row) table('a') %}}{{% for i in {_MANY} %}}{{% for j in {_MANY} %}}"
    "{{ row('x') }}{% endfor %}{% endfor %}{% endcall %}",
    "bullets": BIG + f"{{% call(item) bullets() %}}{{% for i in {_MANY} %}}"
    "{{ item(ns.x) }}{% endfor %}{% endcall %}",
    "truncated": BIG + f"{{% set ns.l = [] %}}{{% for i in {_MANY} %}}"
    "{% set ns.l = [ns.l, ns.x | truncate(99999)] %}{% endfor %}",
    "a wide list": f"{{% set ns = namespace(l=[]) %}}{{% for i in {_MANY} %}}"
    f"{{% set ns.l = [ns.l, [{'[],' * 3000}]] %}}{{% endfor %}}",
    "a wide dict": f"{{% set ns = namespace(l=[]) %}}{{% for i in {_MANY} %}}"
    "{% set ns.l = [ns.l, {" + ",".join(f"{n}:[]" for n in range(1500)) + "}] %}{% endfor %}",
    "letters of a dict": f"{{% set ns = namespace(l=[]) %}}{{% for i in {_MANY} %}}"
    f"{{% set ns.l = [ns.l, dict.fromkeys({_MANY})] %}}{{% endfor %}}",
}

LONG_TIMES = {
    "loops": f"{{% for i in {_MANY} %}}{{% for j in {_MANY} %}}{{% endfor %}}{{% endfor %}}",
    "loops that choose": f"{{% for i in {_MANY} %}}{{% for j in {_MANY} if j < 0 %}}{{% endfor %}}"
    "{% endfor %}",
    "macros": "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}"
    "{{ m(60) }}",
    "callers": "{% macro m(n) %}{{ caller() }}{% if n %}{% call m(n - 1) %}{% endcall %}"
    "{% call m(n - 1) %}{% endcall %}{% endif %}{% endmacro %}{% call m(60) %}{% endcall %}",
    "a loop in itself": "{% for n in [60] recursive %}{% if n %}{{ loop([n - 1, n - 1]) }}{% endif %}"
    "{% endfor %}",
    "a block in itself": "{% block b %}{{ self.b() }}{% endblock %}",
    "included": "{% set n = (n | default(60)) - 1 %}{% if n > 0 %}{% include 'other/text.j2' %}"
    "{% include 'other/text.j2' %}{% endif %}",
    "imported": "{% import 'other/text.j2' as a %}{% import 'other/text.j2' as b %}",
    "included for ever": "{% include 'other/text.j2' %}",
    "filters": f"{{% for i in {_MANY} %}}{{% set x = {_MANY} | map('upper') | list %}}{{% endfor %}}",
    "sorted": f"{{% for i in {_MANY} %}}{{% set x = {_MANY} | sort(reverse=true) %}}{{% endfor %}}",
    "sums": f"{{% for i in {_MANY} %}}{{% set x = {_MANY} | sum %}}{{% endfor %}}",
    "lengths": f"{{% for i in {_MANY} %}}{{% set x = {_MANY} | select | list | length %}}{{% endfor %}}",
    "looked for": f"{{% for i in {_MANY} %}}{{% if 0.5 in {_MANY} %}}{{% endif %}}{{% endfor %}}",
    "looked for in texts": BIG + f"{{% for i in {_MANY} %}}{{% if 'ba' ~ i in ns.x %}}{{% endif %}}"
    "{% endfor %}",
    "compared texts": BIG + f"{{% set y = ns.x ~ 'a' %}}{{% set z = ns.x ~ 'b' %}}"
    f"{{% for i in {_MANY} %}}{{% for j in {_MANY} %}}{{% if y == z %}}{{% endif %}}{{% endfor %}}"
    "{% endfor %}",
    "compared lists": _NESTED
    + _NESTED.replace("ns", "other")
    + "{{ 1 if ns.x == other.x else 2 }}",
    "found among lists": _NESTED
    + _NESTED.replace("ns", "other")
    + "{{ 1 if ns.x in [other.x] else 2 }}",
    "tested lists": _NESTED
    + _NESTED.replace("ns", "other")
    + "{{ 1 if ns.x is eq(other.x) else 2 }}",
    "chosen lists": _NESTED
    + _NESTED.replace("ns", "other")
    + "{{ [ns.x] | select('eq', other.x) | list | length }}",
    "sorted lists": _NESTED
    + _NESTED.replace("ns", "other")
    + "{{ [ns.x, other.x] | sort | length }}",
    "the least of lists": _NESTED
    + _NESTED.replace("ns", "other")
    + "{{ ([ns.x, other.x] | min) | length }}",
    "counted lists": _NESTED + _NESTED.replace("ns", "other") + "{{ [other.x].count(ns.x) }}",
    "lists by index": _NESTED + _NESTED.replace("ns", "other") + "{{ [other.x].index(ns.x) }}",
    "only lists": _NESTED
    + _NESTED.replace("ns", "other")
    + "{{ [{'news': ns.x}] | only(other.x) | length }}",
    "changed lists": _NESTED
    + _NESTED.replace("ns", "other")
    + "{% for x in [ns.x, other.x] %}{{ 'x' if loop.changed(x) }}{% endfor %}",
    "a key": _PAIRS + "{{ {ns.x: 1} | length }}",
    "looked up": _PAIRS + "{{ 1 if {}[ns.x] is defined else 2 }}",
    "got": _PAIRS + "{{ 1 if {}.get(ns.x) else 2 }}",
    "a set": _PAIRS + "{{ [ns.x] | unique | list | length }}",
    "groups": _PAIRS
    + _PAIRS.replace("ns", "other")
    + "{{ [{'x': ns.x}, {'x': other.x}] | groupby('x') | length }}",
    "statements": f"{{% for i in {_MANY} %}}{'{% set a = i %}' * 1500}{{% endfor %}}",
    "sums in a line": f"{{% for i in {_MANY} %}}{{{{ [{'i + 1, ' * 1500}] | length }}}}{{% endfor %}}",
    "an attribute far down": BIG
    + f"{{% set ns.y = ns %}}{{% set path = ns.x.replace('ab', 'y.') ~ 'y' %}}"
    f"{{% for i in {_MANY} %}}{{{{ [ns] | map(attribute=path) | list | length }}}}{{% endfor %}}",
    "stripped": BIG + f"{{% for i in {_MANY} %}}{{% set x = ns.x.strip('ab') %}}{{% endfor %}}",
    "counted": BIG + f"{{% for i in {_MANY} %}}{{% set x = ns.x.count('b') %}}{{% endfor %}}",
    "a capital": BIG + f"{{% for i in {_MANY} %}}{{% set x = ns.x is lower %}}{{% endfor %}}",
    "dates": f"{{% for i in {_MANY} %}}{{% set x = '2026-11-20T20:00:00Z' | deadline %}}{{% endfor %}}",
    "many arguments": f"{{% macro m() %}}{{{{ varargs | length }}}}{{% endmacro %}}{{% for i in {_MANY} %}}{{{{ m(*{_MANY}) }}}}"
    "{% endfor %}",
    "unpacked": f"{{% set ns = namespace(d=dict({_MANY} | map('ordinal') | batch(2))) %}}"
    f"{{% for i in {_MANY} %}}{{% set ns.d = dict(ns.d, **ns.d) %}}{{% endfor %}}",
}

HARD_TO_READ = {
    "a long line": "{{ " + " ~ ".join(["'x'"] * 99_999) + " }}",
    "a long sum": "{{ " + " + ".join(["1"] * 99_999) + " }}",
    "brackets": "{{ " + "(" * 5_000 + "1" + ")" * 5_000 + " }}",
    "lists in lists": "{{ " + "[" * 5_000 + "]" * 5_000 + " }}",
    "no and no": "{{ " + "not " * 5_000 + "1 }}",
    "filters in a row": "{{ 1" + "|d" * 5_000 + " }}",
    "attributes in a row": "{{ x" + ".x" * 5_000 + " }}",
    "ifs in ifs": "{% if 1 %}" * 3_000 + "{% endif %}" * 3_000,
    "loops in loops": "{% for i in [1] %}" * 40 + "{% endfor %}" * 40,
    "macros in macros": "{% macro m() %}" * 200 + "{% endmacro %}" * 200,
    "comments": "{#" * 200_000,
    "braces": "{" * 200_000,
    "statements begun": "{% " * 200_000,
    "blanks": "{{ 1" + " " * 100_000 + "}}",
    "lines": "\n" * 100_000 + "{{ 1 }}",
    "raw": "{% raw %}" * 20_000,
    "a text unclosed": "{{ '" + "\\'" * 100_000,
    "a number": "{{ " + "9" * 100_000 + " }}",
    "a large number": "{{ " + "9" * 4_000 + " }}",
    "underscores": "{{ 1" + "_1" * 100_000 + "_ }}",
    "elifs": "{% if 0 %}" + "{% elif 0 %}" * 50_000 + "{% endif %}",
    "own text for ever": "x" * 1_000_000,
    "names": "".join(f"{{{{ x{n} }}}}" for n in range(9_999)),
    "blocks": "".join(f"{{% block b{n} %}}{{% endblock %}}" for n in range(9_999)),
}

HOSTILE = {**LONG_TEXTS, **LONG_TIMES, **HARD_TO_READ}


def smaller(text: str) -> str:
    """The template with a text of 512 characters, for small bounds."""
    return text.replace(f"range({_DOUBLED})", "range(8)")
