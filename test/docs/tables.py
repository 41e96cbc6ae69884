# Every row of a table has as many cells as its head: `tables.py FILE…`. In a table `|` parts cells, also inside of code, unless a
# backslash stands before it; that is how GitHub renders it.
import pathlib
import re
import sys

DELIMITERS = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?")


def cells(row):
    row = row.strip().removeprefix("|")
    parts = re.split(r"(?<!\\)\|", row)
    return len(parts) - (parts[-1].strip() == "")


def tables(text):
    """The tables of a page, each as its rows with their line numbers; blocks of code have none."""
    table, in_code = [], False
    for number, line in enumerate(text.splitlines() + [""], 1):
        in_code ^= line.lstrip().startswith("```")
        if "|" in line and not in_code and not line.startswith("    "):
            table.append((number, line))
            continue
        if len(table) > 1 and DELIMITERS.fullmatch(table[1][1].strip()):
            yield table
        table = []


found, wrong = 0, 0
for name in sys.argv[1:]:
    for table in tables(pathlib.Path(name).read_text()):
        found += 1
        wanted = cells(table[1][1])
        for number, row in table:
            if cells(row) != wanted:
                print(f"{name}:{number}: {cells(row)} cells instead of {wanted}")
                wrong += 1
print(f"{found} tables, {wrong} rows with more or fewer cells")
sys.exit(wrong != 0 or found < 3)
