#!/usr/bin/env python3
"""How close --tune came to the best mapping: tune.py OUT [CELLS.csv…] prints a table of what tune_on_device.sh measured.

The best time of a program and graph is the least median that any of its mappings has in the ledger of the search or, for programs without a
source, which all of these had, in the tables."""
import collections
import json
import math
import pathlib
import re
import statistics
import sys

from tables import rows_in

WITHOUT_SOURCE = ("triangles", "pagerank", "mis", "components")


def ledger(folder):
    """Program and graph -> mapping -> the best median of its lines, in milliseconds."""
    times = collections.defaultdict(dict)
    for file in sorted(folder.glob("*.ledger")):
        for line in map(json.loads, file.read_text().splitlines()):
            if line.get("repetitions_ms"):
                known = times[file.stem, line["graph"]]
                median = statistics.median(line["repetitions_ms"])
                known[line["mapping"]] = min(median, known.get(line["mapping"], math.inf))
    return times


def chosen(folder, graphs):
    """Program, graph, seconds, the mapping and its milliseconds (or None) of each search."""
    for line in (folder / "won.txt").read_text().splitlines():
        program, graph, seconds, rest = line.split(" ", 3)
        won = re.search(r"won +\w+: (\S+), ([0-9.]+) ms", rest)
        yield program, graph, graphs[graph], float(seconds), won and won[1], won and float(won[2])


def main():
    folder, earlier = pathlib.Path(sys.argv[1]), collections.defaultdict(list)
    for row in [row for file in sys.argv[2:] for row in rows_in(pathlib.Path(file))]:
        if row["ms"] and row["agrees"] != "False" and not row["ended"]:
            earlier[row["program"], row["graph"]].append(float(row["ms"]))
    lines = (pathlib.Path(__file__).resolve().parent / "graphs").read_text().splitlines()
    graphs = {line.split()[0]: re.search(r"graph=(\S+)", line)[1] for line in lines if "graph=" in line and line[0] != "#"}
    times, shares = ledger(folder), []
    print("| program | graph | chosen | ms | best known | of the best | s |\n|---|---|---|---:|---:|---:|---:|")
    for program, graph, identity, seconds, mapping, ms in chosen(folder, graphs):
        known = list(times[program, identity].values()) + (earlier[program, graph] if program in WITHOUT_SOURCE else [])
        best = min(known, default=None)
        if not ms:
            print(f"| {program} | {graph} | nothing | | {f'{best:.4g}' if best else ''} | | {seconds:.0f} |")
            continue
        shares.append(min(best / ms, 1))
        print(f"| {program} | {graph} | `{mapping}` | {ms:.4g} | {best:.4g} | {100 * shares[-1]:.0f} % | {seconds:.0f} |")
    print(f"\n{len(shares)} searches with a result: {100 * math.exp(statistics.mean(map(math.log, shares))):.1f} % of the best (geometric mean), "
          f"{100 * min(shares):.0f} % in the worst case")


main()
