"""The tables of the bench: the times of each mapping, program and graph, and the facts of the graphs."""
import csv
import json
import pathlib
import statistics

HERE = pathlib.Path(__file__).resolve().parent
GRAPH_FACTS = {"nodes": "Nodes", "arcs": "Arcs", "mean_degree": "MeanDegree", "max_degree": "MaxDegree",
               "degree_deviation": "DegreeDeviation", "hub_share": "HubShare", "depth": "Depth"}
DEFAULT = "granularity=thread"


def full_name(mapping):
    """The granularity is always written: a default may change."""
    if mapping == "default":
        return DEFAULT
    return mapping if "granularity=" in mapping else mapping + "," + DEFAULT


def in_order(mapping):
    return ",".join(sorted(mapping.split(",")))


def space():
    lines = (HERE / "space").read_text().splitlines()
    return {in_order(line) for line in lines if not line.startswith("#")}


def is_in_space(mapping):
    return in_order(mapping) in space.all


space.all = space()


def short(ms):
    return f"{ms:.5g}" if ms else ""


HEAD_OF_CELLS = "program graph mapping ms least_ms most_ms runs rounds ended agrees".split()
HEAD_OF_GRAPHS = ["graph", "shape", *GRAPH_FACTS]


def row_of(cell):
    times = cell.get("ms", [])
    ms = statistics.median(times) if times else cell.get("more_than_ms", 0)
    return [cell["program"], cell["graph"], full_name(cell["mapping"]), short(ms), short(min(times, default=0)), short(max(times, default=0)),
            len(times), cell.get("rounds", ""), cell.get("ended", "failed" if "failed" in cell else ""), cell.get("agrees", "")]


def rows_in(path):
    return list(csv.DictReader(open(path))) if path.exists() else []


def lines_in(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def collect(folders, target):
    """What was left open is left out, so what a later folder has measured joins the rest. A program on a graph without any time that
    ended is measured from the start again, and its later cells replace the earlier ones, as all do."""
    tables, graphs, devices = {"cells": {}, "contest": {}}, {}, set()
    for folder in map(pathlib.Path, folders):
        for row in rows_in(folder / "graphs.csv"):
            graphs[row["graph"]] = list(row.values())
        if (folder / "machine.txt").exists():
            devices |= set((folder / "machine.txt").read_text().splitlines())
        for name, ledger in (("cells", "ledger.jsonl"), ("contest", "contest.jsonl")):
            rows = [list(row.values()) for row in rows_in(folder / f"{name}.csv")]
            for cell in lines_in(folder / ledger):
                graphs[cell["graph"]] = [cell["graph"], cell["shape"], *(f"{cell[fact]:.6g}" for fact in GRAPH_FACTS)]
                if cell.get("ended") != "open":
                    rows.append(row_of(cell))
                    devices.add(cell["device"])
            tables[name] |= {(row[0], row[1], in_order(row[2])): row for row in rows}
    target.mkdir(parents=True, exist_ok=True)
    write_table(target / "cells.csv", HEAD_OF_CELLS, tables["cells"].values())
    write_table(target / "graphs.csv", HEAD_OF_GRAPHS, graphs.values())
    if tables["contest"]:
        write_table(target / "contest.csv", HEAD_OF_CELLS, tables["contest"].values())
    (target / "machine.txt").write_text("\n".join(sorted(devices)) + "\n")


def write_table(path, head, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)
