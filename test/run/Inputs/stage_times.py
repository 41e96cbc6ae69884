"""The times of stages in a report: stage_times.py REPORT prints, for each run, the stages of the operator, the others, and how often each has
run. They have to add up, within one run."""
import collections
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    runs = json.load(file)["runs"]
for run in runs:
    times = run["stage_times"]
    assert "metrics" not in run
    assert all(stage["ms"] > 0 for stage in times["stages"]), times
    assert abs(sum(stage["ms"] for stage in times["stages"] if stage["operator"]) - times["operator_ms"]) < 1e-6, times
    assert sum(stage["ms"] for stage in times["stages"]) < times["run_ms"], times
    counts = {kind: collections.Counter(stage["stage"] for stage in times["stages"] if stage["operator"] == kind) for kind in (True, False)}
    words = [" ".join(f"{name}*{count}" for name, count in counts[kind].items()) or "none" for kind in (True, False)]
    print(f"{run['variant']}: {words[0]}; others: {words[1]}; {run['rounds']} rounds")
