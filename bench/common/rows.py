"""The rows of what was measured. `rows.py add NAME REPORT.json OUTPUT.txt RUNS.csv` appends the runs of a report, with the bytes
that --explain-memory told for each variant; `rows.py table RUNS.csv` prints all of them as Markdown and fails where a result is wrong
or there are none."""
import csv
import json
import os
import re
import sys

COLUMNS = ["report", "program", "variant", "mapping", "graph", "nodes", "edges", "rounds", "median_ms", "min_ms", "max_ms", "verified",
           "bytes", "device"]


def forecasts(text):
    """Variant -> bytes of the device."""
    found, variant = {}, None
    for line in text.splitlines():
        if head := re.match(r"memory of variant `(\w+)`", line):
            variant = head[1]
        elif variant and (total := re.match(r"\s+sum\s+(\d+)$", line)):
            found[variant] = int(total[1])
    return found


def add(name, report_file, text_file, csv_file):
    with open(report_file) as file:
        report = json.load(file)
    with open(text_file) as file:
        memory = forecasts(file.read())
    graph = report["graph"] or {"name": "", "nodes": "", "edges": ""}
    new = not os.path.exists(csv_file)
    with open(csv_file, "a", newline="") as file:
        writer = csv.writer(file)
        if new:
            writer.writerow(COLUMNS)
        for run in report["runs"]:
            times = run["repetitions_ms"]
            writer.writerow([name, report["program"], run["variant"], run["mapping"], graph["name"], graph["nodes"], graph["edges"],
                             run["rounds"], run["run_ms"], min(times), max(times), run.get("verified", ""),
                             memory.get(run["variant"], ""), report["device"]])


def table(csv_file):
    if not os.path.exists(csv_file):
        print("nothing was measured")
        return True
    with open(csv_file, newline="") as file:
        rows = list(csv.DictReader(file))
    print("| measurement | variant | mapping | median ms | min..max | rounds | equal to the reference |\n|---|---|---|---:|---|---:|---|")
    for row in rows:
        equal = {"True": "yes", "False": "NO", "": "-"}[row["verified"]]
        print(f"| {row['report']} | {row['variant']} | `{row['mapping']}` | {float(row['median_ms']):.3f} "
              f"| {float(row['min_ms']):.3f}..{float(row['max_ms']):.3f} | {row['rounds']} | {equal} |")
    wrong = [row for row in rows if row["verified"] == "False"]
    print(f"\n{len(rows)} measurements, {len(wrong)} of them wrong")
    return bool(wrong)


if __name__ == "__main__":
    if sys.argv[1] == "add":
        add(*sys.argv[2:])
    else:
        sys.exit(table(sys.argv[2]))
