#!/usr/bin/env python3
"""What on_device.sh measured beside the figures of other systems: `page.py OUT` writes OUT/peers.csv and OUT/page.md, and prints the
page. A time is the median over the sources of the medians of each, or the mean where one run does all sources (`WORK*SOURCES`); a
work's time on a graph is that of its fastest mapping whose results were all checked and right."""
import csv
import os
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ["work", "graph", "nodes", "edges", "program", "mapping", "ms", "fastest_source_ms", "slowest_source_ms", "sources", "rounds",
           "copy_ms", "verified", "peer", "peer_ms", "bar_ms", "model_ms"]


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def is_near(a, b):
    return abs(int(a) - int(b)) <= 0.005 * int(b)


def peer_of(run, work, graph, peers):
    """The figures of others, if the graph has the size of theirs."""
    peer = peers.get((work, graph))
    same = peer and is_near(run["nodes"], peer["nodes"]) and is_near(run["edges"], peer["edges"])
    return peer if same else {"peer": "", "peer_ms": "", "bar_ms": "", "model_ms": ""}


def grouped(runs):
    groups = {}
    for run in runs:
        groups.setdefault((run["report"], run["program"], run["variant"]), []).append(run)
    return groups


def summaries(runs, checked, peers):
    """A row a program, mapping and graph."""
    checks = grouped(checked)
    for (report, program, variant), group in grouped(runs).items():
        work, graph = report.rsplit("-", 1)
        work, _, sources = work.partition("*")
        times = [float(run["median_ms"]) / int(sources or 1) for run in group]
        check = checks.get((report, program, variant), [])
        peer = peer_of(group[0], work, graph, peers)
        yield {"work": work, "graph": graph, "nodes": group[0]["nodes"], "edges": group[0]["edges"], "program": program,
               "mapping": group[0]["mapping"], "ms": statistics.median(times), "fastest_source_ms": min(times),
               "slowest_source_ms": max(times), "sources": int(sources or len(group)), "rounds": max(int(run["rounds"]) for run in group),
               "copy_ms": group[0]["copy_ms"], "verified": len(check) == len(group) and all(run["verified"] == "True" for run in check),
               **{column: peer[column] for column in COLUMNS[-4:]}}


def ratio(ms, other):
    return f"{ms / float(other):.2f}" if other else ""


def share(row):
    return f"{100 * float(row['model_ms']) / row['ms']:.0f} %" if row["model_ms"] else ""


def page(rows, device):
    """The fastest verified mapping of each work and graph."""
    lines = ["# Beside other systems", "", f"{device}. Milliseconds of `run()`: kernels, initial values and the loop of the host; without",
             "upload and forms of the graph, which the column *copy* has. Peers: one H200 (2026-11-21). *limit*: how much of the",
             "limit that binds is reached, which is the time of a model (counted work by measured rates) by ours.", "",
             "| work | graph | ms | slowest source | program | mapping | copy | best peer | times the peer | bar | times the bar | limit |",
             "|---|---|---:|---:|---|---|---:|---|---:|---:|---:|---:|"]
    best = {}
    for row in rows:
        key = row["work"], row["graph"]
        if row["verified"] and (key not in best or row["ms"] < best[key]["ms"]):
            best[key] = row
    for row in best.values():
        peer = f"{row['peer']} {row['peer_ms']}" if row["peer_ms"] else ""
        lines.append(f"| {row['work']} | {row['graph']} | {row['ms']:.3g} | {row['slowest_source_ms']:.3g} | {row['program']} "
                     f"| `{row['mapping']}` | {float(row['copy_ms']):.3g} | {peer} | {ratio(row['ms'], row['peer_ms'])} "
                     f"| {row['bar_ms']} | {ratio(row['ms'], row['bar_ms'])} | {share(row)} |")
    wrong = [row for row in rows if not row["verified"]]
    lines += ["", f"{len(rows)} mappings of {len(best)} works and graphs; {len(wrong)} with a wrong or unverified result"]
    lines += [f"- {row['work']} on {row['graph']}: {row['program']} `{row['mapping']}`" for row in wrong]
    return "\n".join(lines) + "\n"


def main(out):
    peers = {(row["work"], row["graph"]): row for row in read(os.path.join(HERE, "peers.csv"))}
    runs = read(os.path.join(out, "runs.csv"))
    rows = list(summaries(runs, read(os.path.join(out, "checked.csv")), peers))
    with open(os.path.join(out, "peers.csv"), "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    text = page(rows, runs[0]["device"])
    with open(os.path.join(out, "page.md"), "w") as file:
        file.write(text)
    print(text, end="")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("page.py: error: write page.py OUT, where OUT has the runs.csv of on_device.sh")
    main(sys.argv[1])
