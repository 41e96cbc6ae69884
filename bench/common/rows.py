"""The rows of what was measured. `rows.py add NAME REPORT.json OUTPUT.txt RUNS.csv` appends the runs of a report, with the bytes
that --explain-memory told for each variant; `rows.py metrics NAME REPORT.json FOLDER` appends what --metrics told; `rows.py missing
NAME VARIANTS RUNS.csv` prints those of the variants that have no row yet; `rows.py table RUNS.csv` prints all runs as Markdown and
fails where a result is wrong or there are none."""
import collections
import csv
import json
import os
import re
import sys

COLUMNS = ["report", "program", "variant", "mapping", "graph", "nodes", "edges", "rounds", "median_ms", "min_ms", "max_ms", "verified",
           "bytes", "device", "copy_ms"]
COUNTERS = ["changes", "donations", "donations_first"]  # docs/json.md


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
                             memory.get(run["variant"], ""), report["device"], report["times"]["copy_ms"]])


def append(file_name, columns, rows):
    if not rows:
        return
    new = not os.path.exists(file_name)
    with open(file_name, "a", newline="") as file:
        writer = csv.writer(file)
        if new:
            writer.writerow(columns)
        writer.writerows(rows)


def numbered(runs):
    """With the number of each run among those of its variant, which have other arguments."""
    counts = collections.Counter()
    for run in runs:
        counts[run["variant"]] += 1
        yield counts[run["variant"]], run


def metrics(name, report_file, folder):
    """What the stages of each run tell."""
    with open(report_file) as file:
        runs = json.load(file)["runs"]
    observed = [run for run in runs if "metrics" in run]
    if observed:
        lane_use(name, observed, folder)
        counted(name, observed, folder)
    stage_times(name, [run for run in runs if "stage_times" in run], folder)


def lane_use(name, runs, folder):
    """The use of lanes of each run and stage, summed over the rounds, where it is known who has which node; the frontiers of the first run."""
    sums = []
    for run in runs:
        stages = [stage for stage in run["metrics"] if "actual" in stage]
        for stage, lanes in dict.fromkeys((stage["stage"], stage["lanes"]) for stage in stages):
            own = [one for one in stages if one["stage"] == stage]
            slots = [sum(one[order][part] for one in own) for order in ("ascending", "actual", "sampled") for part in ("intra", "inter")]
            sums.append([name, run["variant"], stage, lanes, sum(one["edges"] for one in own), sum(one["ms"] for one in own),
                         sum(one["ascending"]["edges"] for one in own), *slots])
    append(os.path.join(folder, "lane_use.csv"),
           ["report", "variant", "stage", "lanes", "edges", "ms", "edges_used", "intra", "inter", "actual_intra", "actual_inter",
            "sampled_intra", "sampled_inter"], sums)
    append(os.path.join(folder, "frontier.csv"), ["report", "round", "nodes", "edges"],
           [[name, stage["round"], stage["nodes"], stage["edges"]] for stage in runs[0]["metrics"] if "nodes" in stage])


def counted(name, runs, folder):
    """What lanes and blocks have counted in each round of each run."""
    rows = []
    for number, run in numbered(runs):
        rounds = collections.defaultdict(collections.Counter)
        for stage in run["metrics"]:
            for counter in COUNTERS:
                if counter in stage:
                    rounds[stage["round"]][counter] += stage[counter]
        rows += [[name, run["variant"], number, place, *(counts.get(counter, "") for counter in COUNTERS)] for place, counts in rounds.items()]
    append(os.path.join(folder, "counted.csv"), ["report", "variant", "run", "round", *COUNTERS], rows)


def stage_times(name, runs, folder):
    """The time of each stage of each run, summed over its launches, beside that of the run."""
    rows = []
    for number, run in numbered(runs):
        times = run["stage_times"]
        for stage in dict.fromkeys((one["stage"], one["operator"]) for one in times["stages"]):
            own = [one["ms"] for one in times["stages"] if (one["stage"], one["operator"]) == stage]
            rows.append([name, run["variant"], number, *stage, len(own), sum(own), times["run_ms"]])
    append(os.path.join(folder, "stage_times.csv"), ["report", "variant", "run", "stage", "operator", "launches", "ms", "run_ms"], rows)


def rows_of(csv_file):
    if not os.path.exists(csv_file):
        return []
    with open(csv_file, newline="") as file:
        return list(csv.DictReader(file))


def missing(name, variants, csv_file):
    there = {row["variant"] for row in rows_of(csv_file) if row["report"] == name}
    print(",".join(variant for variant in variants.split(",") if variant not in there))


def table(csv_file):
    rows = rows_of(csv_file)
    if not rows:
        print("nothing was measured")
        return True
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
    elif sys.argv[1] == "metrics":
        metrics(*sys.argv[2:])
    elif sys.argv[1] == "missing":
        missing(*sys.argv[2:])
    else:
        sys.exit(table(sys.argv[2]))
