#!/usr/bin/env python3
"""One table a program and graph from JSON reports: variant, median ms, spread, speedup over `thread`, rounds, verified."""
import json
import sys

for path in sys.argv[1:]:
    with open(path) as file:
        report = json.load(file)
    graph = report["graph"]
    print(f"\n### {report['program']} on {graph['name']}: {graph['nodes']:,} nodes, {graph['edges']:,} edges, "
          f"largest degree {graph['max_outdegree']:,} ({report['device']})\n")
    runs = report["runs"]
    base = next((run["run_ms"] for run in runs if run["variant"] in ("thread", "plain")), None)
    print("| variant | mapping | median ms | min..max | against thread | rounds | equal to the reference |")
    print("|---|---|---:|---|---:|---:|---|")
    for run in sorted(runs, key=lambda run: run["run_ms"]):
        times = run["repetitions_ms"]
        ratio = f"{base / run['run_ms']:.2f}×" if base else ""
        print(f"| {run['variant']} | `{run['mapping']}` | {run['run_ms']:.3f} | {min(times):.3f}..{max(times):.3f} | {ratio} "
              f"| {run['rounds']} | {'yes' if run.get('verified') else 'NO'} |")
