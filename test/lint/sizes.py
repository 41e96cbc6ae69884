# Files of at most 400 lines, functions of at most 40, and two lines of purpose at the head of each source file:
# `sizes.py ROOT`.
import re

import sources

FILE, FUNCTION = 400, 40
NO_FUNCTION = re.compile(r"^\s*(if|for|while|switch|else|do|return|namespace|class|struct|enum|union|extern)\b|[=\]]\s*\{$|^\s*(constexpr|const) .*\{$")


def long_functions(lines):
    """Functions as clang-format lays them out: the brace that closes stands below the line that began."""
    start = None
    for number, text in enumerate(lines, 1):
        head = re.match(r"^( {0,2})[A-Za-z~].*\)[^;]*\{$", text)
        inside = start and indent == ""  # a line of a function's body is no new function
        if head and not inside and not NO_FUNCTION.search(text):
            start, indent = number, head[1]
        elif start and text in (indent + "}", indent + "};"):
            if number - start - 1 > FUNCTION:
                yield start, number - start - 1
            start = None


findings, looked_at = [], 0
for path in sources.files(sources.CODE | {".py"}):
    name = path.relative_to(sources.root())
    lines = path.read_text().splitlines()
    looked_at += 1
    if len(lines) > FILE:
        findings.append(f"{name}: {len(lines)} lines; at most {FILE}")
    heads = [line.lstrip() for line in lines[:2]]
    if not heads or not heads[0].startswith(("//", "#", "/*", '"""')) or heads[0].startswith(("#pragma", "#include")):
        findings.append(f"{name}: does not begin with its purpose")
    if path.suffix != ".py":
        findings += [f"{name}:{line}: a function of {length} lines; at most {FUNCTION}" for line, length in long_functions(lines)]
sources.report(findings, looked_at)
