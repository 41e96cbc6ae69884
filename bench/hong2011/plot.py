#!/usr/bin/env python3
"""The figures of [H] from what on_device.sh measured: plot.py OUT [RESULTS [PAGE]].

Writes RESULTS/*.csv, RESULTS/*.svg and RESULTS/page.md, and prints the page. RESULTS: OUT/figures, if not given."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from figures import Figure, main, ratios

GRAPHS = ["rmat", "random", "ego-Twitter", "amazon0601", "mesh"]
WIDTHS = [2, 4, 8, 16, 32]


def over_cpu(reports, graph, pairs):
    """Speedups over one thread of the CPU. pairs: label -> (report, variant)."""
    one = reports.of(f"fig2-{graph}", "cpu1")
    times = {label: reports.of(f"{report}-{graph}", variant) for label, (report, variant) in pairs.items()}
    return {label: one / time for label, time in times.items() if one and time}


def facts(reports):
    figure = Figure("graphs", "[H] Table 2: the graphs", "graph", "nodes, edges; edges of a node", log=True)
    for graph, row in reports.facts().items():
        if graph in GRAPHS:
            figure.add(graph, {"nodes": int(row["nodes"]), "edges": int(row["edges"]), "largest": int(row["largest"]), "mean": float(row["mean"]),
                               "variance": float(row["variance"])})
    return [figure]


def figure_3(reports):
    def finding(table):
        return "most nodes have few edges, and the largest " + ", ".join(
            f"{int(row['largest']):,} on {graph}" for graph, row in reports.facts().items() if graph in GRAPHS) + "."

    figure = Figure("fig3b", "[H] Fig. 3b: degrees", "degree, from", "nodes", "LiveJournal has very many nodes of few edges, and few nodes of thousands.",
                    finding, log=True)
    shown = {graph: dict(map(int, bin.split(":")) for bin in row["degrees"].split()) for graph, row in reports.facts().items() if graph in GRAPHS}
    for degree in sorted({degree for bins in shown.values() for degree in bins}):
        figure.add(str(degree), {graph: bins.get(degree) for graph, bins in shown.items()})
    return [figure]


def figure_7(reports):
    def best(table):
        return "the best: " + "; ".join(f"{graph} {max(values, key=values.get)}" for graph, values in table) + "."

    a = Figure("fig7a", "[H] Fig. 7a: the techniques", "graph", "times as fast as one CPU thread",
               "the baseline is poor on R-MAT and LiveJournal. Deferring makes it 1.9 times as fast on R-MAT and helps nowhere else; warp:32 is far faster on "
               "both, little on Random, and slower on Patents; dynamic distribution helps on R-MAT and costs on Random and Patents.",
               lambda table: best(table) + " " + ratios(table, "thread, deferred", "thread", "Deferring, in times of the speed of thread"))
    b = Figure("fig7b", "[H] Fig. 7b: the width of the virtual warp", "graph", "times as fast as one CPU thread",
               "Random and Patents are fastest with about as many lanes as edges of a node, R-MAT with 32; with the right width all graphs are faster than "
               "the baseline.", best)
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
    a = Figure("fig8a", "[H] Fig. 8a: the degree from which nodes are deferred (R-MAT)", "degree", "milliseconds",
               "the baseline is sensitive: large thresholds leave imbalance, small ones cause too many launches; warp:32 is insensitive.")
    for degree, time in reports.numbered("batches-rmat", r"thread_(\d+)").items():
        a.add(degree, {"thread, a launch each": reports.of("fig8a-rmat", f"thread_{degree}"), "warp:32, a launch each": reports.of("fig8a-rmat", f"warp32_{degree}"),
                       "thread, in a batch": time,
                       "warp:32, in a batch": reports.of("batches-rmat", f"warp32_{degree}"),
                       "thread, none deferred": reports.of("fig7-rmat", "thread")})
    b = Figure("fig8b", "[H] Fig. 8b: items taken at a time (R-MAT)", "items", "milliseconds",
               "insensitive from 256 to 2048 items; fewer cost more of the queue, more leave imbalance.")
    for chunk, time in reports.numbered("fig8b-rmat", r"chunk_(\d+)").items():
        b.add(chunk, {"warp:32, dynamic": time, "warp:32, static": reports.of("fig7-rmat", "warp32")})
    return [a, b, sweep(reports, "fig8c", "[H] Fig. 8c: number of nodes (R-MAT, mean degree 12)", "nodes", "nodes", 4000000,
                  "the speedups grow with the graph, those of virtual warps most."),
            sweep(reports, "fig8d", "[H] Fig. 8d: mean degree (R-MAT, 4,000,000 nodes)", "mean degree", "degree", 12,
                  "small degrees want narrow virtual warps; large ones skew the graph, and dynamic distribution gains.")]


def sweep(reports, name, title, axis, prefix, usual, claim):
    figure = Figure(name, title, axis, "times as fast as one CPU thread", claim)
    places = {int(match[1]) for report, _ in reports.rows if (match := re.fullmatch(rf"fig7-{prefix}(\d+)", report))}
    for place in sorted(places | ({usual} if places else set())):
        graph = "rmat" if place == usual else f"{prefix}{place}"
        figure.add(place, over_cpu(reports, graph, {"baseline by hand": ("fig2", "fig2")} | {
            label: ("fig7", label.replace(":", "").replace(", ", "_"))
            for label in ["thread", "warp:8", "warp:16", "warp:32", "warp:32, dynamic"]}))
    return figure


def figure_9(reports):
    figure = Figure("fig9", "[H] Fig. 9: threads of the CPU", "graph", "times as fast as one CPU thread",
                    "eight cores are about twice as fast as one, as memory is what binds; the GPU is far ahead.")
    for graph in GRAPHS:
        if reports.has(f"fig2-{graph}"):
            threads = {f"{n} threads": ("fig2", f"cpu{n}") for n in [2, 4, 8, 16]}
            figure.add(graph, over_cpu(reports, graph, threads | {"GPU, baseline": ("fig2", "fig2"), "GPU, warp:32": ("fig7", "warp32")}))
    return [figure]


def figure_10(reports):
    a = Figure("fig10a", "[H] Fig. 10: resident warps a multiprocessor (R-MAT, dynamic)", "warps", "times as fast as one CPU thread",
               "more than eight warps a multiprocessor gain little; more multiprocessors gain at equal warps.")
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
    figure = Figure("fig11", "[H] Fig. 11: other applications", "application", "times as fast as one thread an item",
                    "SSSP, STCON, merge sort, LU, backprop and NN gain from virtual warps; kmeans loses 40 % at 32 lanes.",
                    lambda table: "the best: " + "; ".join(f"{name} {max(values, key=values.get)} ({max(values.values()):.2f})" for name, values in table) + ".")
    for report in ["sssp-rmat", "st_connectivity-rmat", "backprop", "nearest_neighbor", "kmeans", "merge_sort", "lu"]:
        one = reports.of(report, "warp1")
        times = {f"warp:{w}": reports.of(report, f"warp{w}") for w in WIDTHS}
        if one:
            figure.add(report.removesuffix("-rmat"), {label: one / time for label, time in times.items() if time})
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
    said = ["The baseline is the paper's Fig. 2 written by hand. ego-Twitter stands in for LiveJournal, amazon0601 for Patents; "
            "R-MAT has the parameters .5, .142, .142. All kernels of the figures but that baseline are made by gdslc from programs, those of merge sort "
            "and LU in Fig. 11, too. Fig. 10b repeats 10a on another GPU, and Fig. 9b Fig. 9a on another CPU: omitted, as one of each is at hand."]
    return said + (["", "Kernels by hand:", "", handwritten] if handwritten else [])


main("bench/hong2011", "[H]", [facts, figure_3, figure_7, figure_8, figure_9, figure_10, figure_11, best], notes)
