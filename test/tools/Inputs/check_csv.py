"""The CSV of a table has the columns and rows of its JSON, without what a cell cannot hold: check_csv.py CSV JSON."""
import csv
import json
import sys

with open(sys.argv[1], newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
with open(sys.argv[2], encoding="utf-8") as file:
    expected = [{name: row[name] for name in row if name not in ("graph_edges", "counted", "line_costs")} for row in json.load(file)["rows"]]
assert len(rows) == len(expected), (len(rows), len(expected))
for row, json_row in zip(rows, expected):
    assert row.keys() >= json_row.keys(), json_row.keys() - row.keys()
    assert not any(row[name] for name in row.keys() - json_row.keys()), row
    for name, value in json_row.items():
        if name == "same_text":
            assert row[name] == "; ".join(value), (name, row, value)
        elif name != "spread":
            assert row[name] == (str(value).lower() if isinstance(value, bool) else str(value)) or float(row[name]) == value, (name, row, value)
