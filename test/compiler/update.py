# Rewrites the CHECK lines of tests from what gdslc prints now: `update.py FILE…`. Read the difference before
# committing it. A file's first RUN line is `gdslc … | %lines`; a line `SHOW: REGEX` limits the check to
# the blocks (a line and what is indented below it) whose first line matches.
import re
import shlex
import subprocess
import sys


def block(lines, pattern):
    """Each line that matches, with the lines that are indented deeper below it."""
    shown, depth = [], None
    for line in lines:
        indent = len(line) - len(line.lstrip())
        inside = line.startswith("#")  # directives stand at the margin
        if depth is not None and indent <= depth and not inside:
            depth = None
        if depth is None and re.search(pattern, line):
            depth = indent
            shown.append([])
        if depth is not None:
            shown[-1].append(line)
    return shown


def escaped(line):
    """FileCheck reads `[[` and `{{` as its own."""
    return line.replace("{{", "{{[{][{]}}").replace("[[", "{{[[][[]}}")


def update(path):
    with open(path) as file:
        kept = [line for line in file.read().splitlines() if not re.match(r"// *CHECK(-NEXT)?:", line)]
    run = next(line for line in kept if "RUN: " in line)
    command = run.split("RUN: ")[1].split("|")[0].replace("%s", path)
    output = subprocess.run(shlex.split(command), capture_output=True, text=True, check=True).stdout.splitlines()
    show = next((line.split("SHOW: ")[1] for line in kept if "SHOW: " in line), None)
    while kept and not kept[-1]:
        kept.pop()
    for lines in block(output, show) if show else [output]:
        kept += ["// " + ("     CHECK:" if i == 0 else "CHECK-NEXT:") + escaped(line) for i, line in enumerate(lines)]
    with open(path, "w") as file:
        file.write("\n".join(kept) + "\n")


for path in sys.argv[1:]:
    update(path)
