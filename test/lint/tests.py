# Tests that would pass without testing: `tests.py ROOT`. RUN without a colon, a prefix that no RUN line uses,
# a FileCheck that has nothing to check, an expected message of under 12 characters, a test without RUN.
import re

import sources

LINE = re.compile(r"^\W*([A-Z][A-Z0-9_]*?)(?:-(NEXT|NOT|SAME|DAG|LABEL|EMPTY|COUNT-\d+))?:(?=\s|\S)")
NO_PREFIX = {"RUN", "REQUIRES", "XFAIL", "UNSUPPORTED", "SHOW", "END", "DEFINE", "REDEFINE"}


def used_prefixes(runs):
    prefixes = set()
    for run in runs:
        # %lines is FileCheck with its default prefix
        for call in re.findall(r"(?:FileCheck|%lines)[^|;&]*", run):
            given = re.findall(r"--?check-prefix(?:es)?[= ](\S+)", call)
            prefixes |= {prefix for word in given for prefix in word.split(",")} or {"CHECK"}
    return prefixes


def faults(text, name):
    lines = text.splitlines()
    runs = [line for line in lines if re.search(r"\bRUN:", line)]
    if not runs:
        yield 1, "has no RUN line"
    prefixes, seen = used_prefixes(runs), set()
    for number, line in enumerate(lines, 1):
        if re.match(r"^(//|#)?\s*RUN\b(?!:)", line) and "RUN: " not in line:
            yield number, "RUN without a colon"
        found = LINE.match(line)
        if found and found[1] not in NO_PREFIX:
            seen.add(found[1])
            if found[1] not in prefixes and re.match(r"^(//|#)?\s*[A-Z]", line):
                yield number, f"no RUN line uses the prefix {found[1]}"
        for message in re.findall(r"expected-\w+\S* \{\{(.*?)\}\}", line):
            if len(message) < 12:
                yield number, f"`{message}` is too short to tell one message from another"
    for prefix in sorted(prefixes - seen):
        yield 1, f"nothing is checked with the prefix {prefix}"


findings, looked_at = [], 0
for path in sources.files({".gdsl", ".test"}):
    name = path.relative_to(sources.root())
    if name.parts[0] != "test" or "Inputs" in name.parts or name.name == "verify_is_exhaustive.test":
        continue  # that one tests the check for short messages itself
    looked_at += 1
    text = path.read_text(errors="replace").split("\n//--- ")[0]
    findings += [f"{name}:{number}: {fault}" for number, fault in faults(text, name)]
sources.report(findings, looked_at)
