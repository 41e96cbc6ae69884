#!/usr/bin/env python3
"""What on_device.sh measured, in pairs: `pairs.py OUT [MAPS]` prints for each program and graph the fastest mapping whose rounds the
host drives and the fastest resident kernel, and each `gather=4` beside the same without. MAPS gets both as .map files."""
import collections
import csv
import os
import statistics
import sys


def medians(path):
    """(program, graph) -> variant -> (ms, rounds, mapping): the median over the sources."""
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            groups[row["program"], row["report"].rsplit("-", 1)[1]][row["variant"]].append(row)
    return {cell: {variant: (statistics.median(float(row["median_ms"]) for row in rows), max(int(row["rounds"]) for row in rows),
                             rows[0]["mapping"]) for variant, rows in variants.items()} for cell, variants in groups.items()}


def fastest(variants, wanted):
    return min((value for name, value in variants.items() if wanted(value[2])), default=None)


def is_resident(mapping):
    return "loop=persistent" in mapping


def write_map(folder, name, mapping, source):
    with open(os.path.join(folder, name + ".map"), "w") as file:
        file.write(f"# The fastest of bench/rounds, {source}.\n" + "".join(option + "\n" for option in mapping.split(",")))


def main(out, maps=None):
    with open(os.path.join(out, "machine.txt")) as file:
        machine = ", ".join(line.strip() for line in file)
    cells = medians(os.path.join(out, "runs.csv"))
    print("| program | graph | rounds | host, ms | mapping | resident, ms | mapping | ratio |\n|---|---|---:|---:|---|---:|---|---:|")
    for (program, graph), variants in cells.items():
        host, resident = fastest(variants, lambda m: not is_resident(m)), fastest(variants, is_resident)
        if not host or not resident:
            continue
        print(f"| {program} | {graph} | {host[1]} | {host[0]:.3g} | `{host[2]}` | {resident[0]:.3g} | `{resident[2]}` "
              f"| {resident[0] / host[0]:.2f} |")
        if maps:
            write_map(maps, f"{program}-{graph}-host", host[2], machine)
            write_map(maps, f"{program}-{graph}-resident", resident[2], machine)
    print("\n| program | graph | mapping | ms | `gather=4` | ratio |\n|---|---|---|---:|---:|---:|")
    for (program, graph), variants in cells.items():
        by_mapping = {mapping: ms for ms, _, mapping in variants.values()}
        for mapping, ms in by_mapping.items():
            if "gather=4" not in mapping:
                continue
            plain = by_mapping.get(",".join(option for option in mapping.split(",") if option != "gather=4"))
            if plain:
                print(f"| {program} | {graph} | `{mapping}` | {plain:.3g} | {ms:.3g} | {ms / plain:.2f} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
