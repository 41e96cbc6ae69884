# Compares what two engines have printed: word by word, real numbers within the rounding of their last digits.
import itertools
import re

REAL = re.compile(r"-?(\d+\.\d*([eE][-+]?\d+)?|\d+[eE][-+]?\d+)")
RELATIVE, ABSOLUTE = 1e-8, 1e-9


def near(a, b):
    if not (REAL.fullmatch(a) or REAL.fullmatch(b)):
        return False
    try:
        x, y = float(a), float(b)
    except ValueError:
        return False
    return abs(x - y) <= ABSOLUTE + RELATIVE * max(abs(x), abs(y))


def difference(seen, expected):
    """The first line in which the outputs differ, or nothing."""
    lines = itertools.zip_longest(seen.splitlines(), expected.splitlines(), fillvalue="")
    for number, (a, b) in enumerate(lines, 1):
        words, wanted = a.split(), b.split()
        if len(words) != len(wanted) or not all(x == y or near(x, y) for x, y in zip(words, wanted)):
            return f"line {number} is `{a}`, the interpreter says `{b}`"
    return ""
