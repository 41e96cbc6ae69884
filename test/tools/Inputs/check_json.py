"""Checks that a report has exactly the fields that docs/json.md names, with the right types."""
import json
import sys

NUMBER = (int, float)
TOP = {"schema": int, "program": str, "engine": str, "device": str, "mapping": str, "graph": dict,
       "results": dict, "times": dict, "runs": list}
GRAPH = {"name": str, "nodes": int, "edges": int, "symmetric": bool, "weights": str, "max_outdegree": int,
         "max_indegree": int, "read": str}
TIMES = {"read_ms": NUMBER, "copy_ms": NUMBER, "run_ms": NUMBER, "repetitions_ms": list}
RUN = {"variant": str, "mapping": str, "arguments": dict, "results": dict, "summaries": dict, "rounds": int,
       "run_ms": NUMBER, "repetitions_ms": list}


def check(value, fields, where, optional=()):
    missing = fields.keys() - value.keys()
    extra = value.keys() - fields.keys() - set(optional)
    assert not missing and not extra, f"{where}: missing {missing}, not documented {extra}"
    for name, kind in fields.items():
        assert isinstance(value[name], kind), f"{where}.{name} is {value[name]!r}"


with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
check(report, TOP, "report")
check(report["graph"], GRAPH, "graph")
check(report["times"], TIMES, "times")
for run in report["runs"]:
    check(run, RUN, "run", optional=("verified",))
    assert len(run["repetitions_ms"]) >= 1
assert report["schema"] == 1 and report["runs"]
