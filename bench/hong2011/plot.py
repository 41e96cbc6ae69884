#!/usr/bin/env python3
"""The figures of [H] from what on_device.sh measured: plot.py OUT [RESULTS].

Writes RESULTS/*.csv, RESULTS/*.svg and RESULTS/page.md, and prints the page. RESULTS: OUT/figures, if not given."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from figures import Figure, main

GRAPHS = ["rmat", "random", "ego-Twitter", "amazon0601", "mesh"]
WIDTHS = [2, 4, 8, 16, 32]


def over_cpu(reports, graph, pairs):
    """Speedups over one thread of the CPU. pairs: label -> (report, variant)."""
    one = reports.of(f"fig2-{graph}", "cpu1")
    times = {label: reports.of(f"{report}-{graph}", variant) for label, (report, variant) in pairs.items()}
    return {label: one / time for label, time in times.items() if one and time}


def figure_7(reports):
    a = Figure("fig7a", "[H] Fig. 7a: the techniques", "graph", "times as fast as one CPU thread")
    b = Figure("fig7b", "[H] Fig. 7b: the width of the virtual warp", "graph", "times as fast as one CPU thread")
    for graph in GRAPHS:
        if not reports.has(f"fig7-{graph}"):
            continue
        a.add(graph, over_cpu(reports, graph, {
            "baseline by hand": ("fig2", "fig2"), "thread": ("fig7", "thread"), "thread, deferred": ("fig7", "thread_defer"),
            "warp:32": ("fig7", "warp32"), "warp:32, deferred": ("fig7", "warp32_defer"),
            "warp:32, dynamic": ("fig7", "warp32_dynamic")}))
        b.add(graph, over_cpu(reports, graph, {"baseline by hand": ("fig2", "fig2")} |
                              {f"warp:{w}": ("fig7", f"warp{w}") for w in WIDTHS}))
    return [a, b]


def figure_8(reports):
    a = Figure("fig8a", "[H] Fig. 8a: the degree from which nodes are deferred (R-MAT)", "degree", "milliseconds")
    for degree, time in reports.numbered("fig8a-rmat", r"thread_(\d+)").items():
        a.add(degree, {"thread, a launch each": time, "warp:32, a launch each": reports.of("fig8a-rmat", f"warp32_{degree}"),
                       "thread, in a batch": reports.of("batches-rmat", f"thread_{degree}"),
                       "warp:32, in a batch": reports.of("batches-rmat", f"warp32_{degree}"),
                       "thread, none deferred": reports.of("fig7-rmat", "thread")})
    b = Figure("fig8b", "[H] Fig. 8b: items taken at a time (R-MAT)", "items", "milliseconds")
    for chunk, time in reports.numbered("fig8b-rmat", r"chunk_(\d+)").items():
        b.add(chunk, {"warp:32, dynamic": time, "warp:32, static": reports.of("fig7-rmat", "warp32")})
    return [a, b, sweep(reports, "fig8c", "[H] Fig. 8c: number of nodes (R-MAT, mean degree 12)", "nodes", "nodes", 4000000),
            sweep(reports, "fig8d", "[H] Fig. 8d: mean degree (R-MAT, 4,000,000 nodes)", "mean degree", "degree", 12)]


def sweep(reports, name, title, axis, prefix, usual):
    figure = Figure(name, title, axis, "times as fast as one CPU thread")
    places = {int(match[1]) for report, _ in reports.rows if (match := re.fullmatch(rf"fig7-{prefix}(\d+)", report))}
    for place in sorted(places | ({usual} if places else set())):
        graph = "rmat" if place == usual else f"{prefix}{place}"
        figure.add(place, over_cpu(reports, graph, {"baseline by hand": ("fig2", "fig2")} | {
            label: ("fig7", label.replace(":", "").replace(", ", "_"))
            for label in ["thread", "warp:8", "warp:16", "warp:32", "warp:32, dynamic"]}))
    return figure


def figure_9(reports):
    figure = Figure("fig9", "[H] Fig. 9: threads of the CPU", "graph", "times as fast as one CPU thread")
    for graph in GRAPHS:
        if reports.has(f"fig2-{graph}"):
            threads = {f"{n} threads": ("fig2", f"cpu{n}") for n in [2, 4, 8, 16]}
            figure.add(graph, over_cpu(reports, graph, threads | {"GPU, baseline": ("fig2", "fig2"), "GPU, warp:32": ("fig7", "warp32")}))
    return [figure]


def figure_10(reports):
    a = Figure("fig10a", "[H] Fig. 10: resident warps a multiprocessor (R-MAT, dynamic)", "warps", "times as fast as one CPU thread")
    b = Figure("fig10b", "[H] Fig. 10: multiprocessors, 16 warps each (R-MAT, dynamic)", "multiprocessors", a.unit)
    one = reports.of("fig2-rmat", "cpu1")
    for figure, pattern in [(a, r"warps_(\d+)"), (b, r"sms_(\d+)")]:
        for place, time in reports.numbered("fig10-rmat", pattern).items():
            if one:
                figure.add(place, {"warp:32, dynamic": one / time})
    return [a, b]


def handwritten_text(out):
    file = out / "handwritten.txt"
    return file.read_text() if file.exists() else ""


def figure_11(reports):
    figure = Figure("fig11", "[H] Fig. 11: other applications", "application", "times as fast as one thread an item")
    for report in ["sssp-rmat", "st_connectivity-rmat", "backprop", "nearest_neighbor", "kmeans"]:
        one = reports.of(report, "warp1")
        times = {f"warp:{w}": reports.of(report, f"warp{w}") for w in WIDTHS}
        if one:
            figure.add(report.removesuffix("-rmat"), {label: one / time for label, time in times.items() if time})
    for name, rows in re.findall(r"^(merge_sort|lu)\b.*\n\n((?:\|.*\n)+)", handwritten_text(reports.out), re.M):
        cells = [line.split("|")[1:3] for line in rows.splitlines() if re.match(r"\| \d", line)]
        times = {int(width): float(time) for width, time in cells}
        if 1 in times:
            figure.add(name, {f"warp:{w}": times[1] / times[w] for w in WIDTHS if w in times})
    return [figure]


def best(reports):
    """Beyond the paper: the best of each kind in milliseconds, worklists among them."""
    a = Figure("best", "The best virtual warp", "graph", "milliseconds")
    b = Figure("best-thread", "A thread a node, outliers deferred from degree 32 on", "graph", a.unit)
    kinds = {"": ("fig7", "queues"), ", gather=4": ("gathered", ""), ", worklist=hierarchical": ("", "gathered"),
             ", gather=4, loop=graph": ("graphs", ""), ", worklist=hierarchical, loop=graph": ("", "graphs")}
    for graph in GRAPHS:
        if not reports.has(f"fig7-{graph}"):
            continue
        row = {"baseline by hand": reports.of(f"fig2-{graph}", "fig2"), "thread": reports.of(f"fig7-{graph}", "thread")}
        for label, (all_nodes, queue) in kinds.items():
            for report, prefix, what in [(all_nodes, "warp", ""), (queue, "queue", " with a worklist")]:
                if report:
                    row["best warp:W" + what + label] = reports.best(f"{report}-{graph}", [f"{prefix}{w}" for w in WIDTHS])[1]
        a.add(graph, row)
        b.add(graph, {"baseline by hand": row["baseline by hand"], "thread": row["thread"]} |
              {f"{what}{label}": reports.of(f"{report}-{graph}", variant)
               for report, label in [("gathered", ", gather=4"), ("graphs", ", gather=4, loop=graph")]
               for variant, what in [("thread", "thread"), ("defer", "deferred")]})
    return [a, b]


def notes(rows):
    handwritten = handwritten_text(rows.out)
    said = ["The baseline is the paper's Fig. 2 written by hand. ego-Twitter stands in for LiveJournal, amazon0601 for Patents."]
    return said + (["", "Kernels by hand:", "", handwritten] if handwritten else [])


main("bench/hong2011", "[H]", [figure_7, figure_8, figure_9, figure_10, figure_11, best], notes)
