"""The rows of an exploration are in order, and agree: ranked.py JSON LEAST_ROWS FIELD."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    table = json.load(file)
rows, field = table["rows"], sys.argv[3]
values = [row[field] for row in rows]
assert len(rows) >= int(sys.argv[2]) and values == sorted(values) and values[0] > 0, values
assert len({row["mapping"] for row in rows}) == len(rows) == table["exploration"]["explored"]
assert all(row["agrees"] for row in rows)
base = next(row for row in rows if row["mapping"] == "default")
assert all(abs(row["over_thread"] - base[field] / row[field]) < 1e-9 for row in rows)
print("in order, the base line is", base["over_thread"], "times as fast as itself")
