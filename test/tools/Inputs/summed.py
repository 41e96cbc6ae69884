"""The metrics in the table of an exploration are sums of those of runs: summed.py TABLE.json RUNS.json."""
import collections
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    rows = json.load(file)["rows"]
with open(sys.argv[2], encoding="utf-8") as file:
    runs = json.load(file)["runs"]
sums = collections.defaultdict(collections.Counter)
for run in runs:
    for stage in run["metrics"]:
        sums[run["mapping"]].update({name: stage[name] for name in ("edges", "duplicates")})
        sums[run["mapping"]].update({"slots": sum(stage["ascending"][part] for part in ("edges", "intra", "inter"))})
        sums[run["mapping"]].update({part: stage["ascending"][part] for part in ("intra", "inter")})
told = [row for row in rows if "edges" in row]
for row in told:
    own = sums["granularity=thread" if row["mapping"] == "default" else row["mapping"]]
    assert (row["edges"], row["duplicates"]) == (own["edges"], own["duplicates"]) and own["edges"] > 0, (row, own)
    assert abs(row["u_a"] - own["intra"] / own["slots"]) < 1e-12 and abs(row["u_r"] - own["inter"] / own["slots"]) < 1e-12, (row, own)
    assert abs(row["u_a"] + row["u_r"] + row["efficiency"] - 1) < 1e-12, row
print(len(told), "mappings with the sums of their runs,", len(rows) - len(told), "without")
