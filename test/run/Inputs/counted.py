"""What lanes counted equals what follows from the nodes in their order: counted.py REPORT VARIANTS. Each variant has to have stages
that were compared, with work."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    runs = json.load(file)["runs"]
assert len(runs) == int(sys.argv[2]), len(runs)
for run in runs:
    compared = [stage for stage in run["metrics"] if "counted" in stage and "actual" in stage and stage["edges"] > 0]
    assert compared, run["variant"]
    for stage in compared:
        assert stage["counted"] == stage["actual"], (run["variant"], stage)
        assert stage["counted"]["edges"] == stage["edges"], (run["variant"], stage)
print("all equal")
