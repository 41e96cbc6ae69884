#!/usr/bin/env python3
"""The figures of [N] from what on_device.sh measured: plot.py OUT [RESULTS [PAGE]].

Writes RESULTS/*.csv, RESULTS/*.svg and RESULTS/page.md, and prints the page. RESULTS: OUT/figures, if not given."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from figures import Figure, main, ratios

GRAPHS = ["rmat", "random", "road"]
PROGRAMS = {"bfs": "BFS", "sssp": "SSSP"}
TO_BASE = "time, in times of the version without optimizations"
TO_DATA = "time, in times of the data-driven version"


def graphs(rows, report):
    return [graph for graph in GRAPHS if rows.has(f"{report}-{graph}")]


def over(values, base):
    """All values in times of the base; nothing where there is none."""
    return {name: value / base for name, value in values.items() if value} if base else {}


MST_GRAPHS = ["rmat12", "NY", "grid20"]


def figure_5(rows):
    finding = lambda table: ratios(table, "topology-driven, best", "data-driven, best", "topology-driven takes so many times as long as data-driven")
    figure = Figure("fig5", "[N] Fig. 5: topology-driven and data-driven BFS, SSSP and MST", "program and graph", "milliseconds",
                    "with all optimizations, the topology-driven versions of BFS, SSSP and MST are faster than the data-driven ones; for BFS and SSSP "
                    "since they do without atomic operations, and most of all for MST, whose data-driven version has a list with duplicates.", finding, log=True)
    for name, title in PROGRAMS.items():
        for graph in GRAPHS:
            data, topology = f"{name}-data-{graph}", f"{name}-topology-{graph}"
            figure.add(f"{title}, {graph}", {
                "topology-driven, plain": rows.of(topology, "base"), "data-driven, plain": rows.of(data, "base"),
                "topology-driven, best": rows.best(topology, rows.variants(topology))[1],
                "data-driven, best": rows.best(data, rows.variants(data))[1]})
    for graph in MST_GRAPHS:
        all_nodes, data = f"mst-{graph}", f"mst100-{graph}"
        figure.add(f"MST, {graph}", {
            "topology-driven, plain": rows.of(all_nodes, "base"), "data-driven, plain": rows.of(data, "base"),
            "topology-driven, best": rows.best(all_nodes, rows.variants(all_nodes))[1], "data-driven, best": rows.best(data, rows.variants(data))[1]})
    return [figure]


def mst(rows):
    """§V-A: rounds over all nodes first, then over those at the rims of trees."""
    figure = Figure("mst", "[N] §V-A: MST that begins topology-driven", "graph", "milliseconds",
                    "the parallelism of MST is high at first and falls: a hybrid may go over all nodes first. No figure shows it.",
                    lambda table: "the fastest: " + ", ".join(f"{graph} {min(values, key=values.get)}" for graph, values in table) + ".")
    for graph in MST_GRAPHS:
        figure.add(graph, {words: rows.best(f"mst{percent}-{graph}", rows.variants(f"mst{percent}-{graph}"))[1] for percent, words in
                           [(0, "all nodes"), (10, "hybrid, 10 %"), (50, "hybrid, 50 %"), (100, "data-driven")]})
    return [figure]


def numbers(rows, prefix):
    return sorted({int(match[1]) for report, _ in rows.rows if (match := re.fullmatch(rf"{prefix}(\d+)", report))})


def figure_6(rows):
    finding = lambda table: ratios(table, "topology-driven", "data-driven", "topology-driven takes so many times as long as data-driven")
    figure = Figure("fig6", "[N] Fig. 6: topology-driven and data-driven BH and SP", "program", "milliseconds",
                    "BH is faster topology-driven, as children and parents are often done in one round; SP is faster data-driven by far. Mesh refinement "
                    "(DMR) is omitted here.", finding, log=True)
    for bodies in numbers(rows, "summary-"):
        figure.add(f"BH, {bodies / 1e6:g} M bodies", {f"{kind}-driven": rows.of(f"summary-{bodies}", kind) for kind in ["topology", "data"]})
    for report, words in [("sp", ""), ("survey", ", the first surveys")]:
        for variables in numbers(rows, f"{report}-data-"):
            figure.add(f"SP, {variables * 12.6 / 1e6:.0f} M literals{words}", {
                f"{kind}-driven": rows.best(f"{report}-{kind}-{variables}", rows.variants(f"{report}-{kind}-{variables}"))[1]
                for kind in ["topology", "data"]})
    return [figure]


def share(counts, place, edges):
    return 100 * counts[place] / edges if place in counts else None


def figure_7(rows):
    changes = rows.counted("changes")
    series = {"data-driven": "data", "topology-driven": "topology", "topology-driven, unrolled": "topology_unrolled"}

    def finding(table):
        words = []
        for name in series:
            values = [values[name] for _, values in table if name in values]
            words.append(f"{name} {len(values)} rounds, at most {max(values, default=0):.2f} %, {sum(values) / 100:.2f} times all edges in sum")
        return "; ".join(words) + "."

    figure = Figure("fig7", "[N] Fig. 7: relaxations of SSSP (road)", "round", "successful relaxations, % of the edges",
                    "the data-driven version never relaxes more than a tenth of the edges in a round; the topology-driven one relaxes more in the "
                    "first rounds, part of which is lost again, and ends earlier.", finding)
    for place in range(1, 1 + max((len(changes["relaxed-road", variant]) for variant in series.values()), default=0)):
        figure.add(place, {name: share(changes["relaxed-road", variant], place, int(rows.rows["relaxed-road", variant]["edges"]))
                           for name, variant in series.items() if ("relaxed-road", variant) in rows.rows})
    return [figure]


def best_of(words, values, names):
    found = min((name for name in names if name in values), key=values.get, default=None)
    return f"{words}: {found} ({values[found]:.2f})" if found else words


def figure_8(rows):
    single = {"hierarchical worklist": "hierarchical", "work chunking": "chunked", "atomic-free": "scan", "donating": "donating",
              "variable kernel": "variable", "without duplicates": "unique", "four warps a multiprocessor": "few",
              "four warps, donating": "donating_few"}
    combined = {"together, variable": "together", "together, donating": "together_fixed", "atomic-free and variable": "together_scan",
                "atomic-free and donating": "together_scan_fixed"}
    figures = []
    for name, title in PROGRAMS.items():
        figure = Figure(f"fig8-{name}", f"[N] Fig. 8: optimizations of data-driven {title}", "graph", TO_BASE,
                        "for SSSP a hierarchical worklist saves 2 % (R-MAT) to 18 % (road), chunking nothing, pushing without atomics 15 % and donating "
                        "10 % on average; a variable number of threads saves most, and all together are best.",
                        lambda table: "; ".join(best_of(graph, values, single) + ", " + best_of("together", values, combined) for graph, values in table) + ".")
        for graph in graphs(rows, f"{name}-data"):
            report = f"{name}-data-{graph}"
            times = {"base": rows.of(report, "base")} | {label: rows.of(report, variant) for label, variant in single.items()}
            times |= {label: rows.of(report, variant) for label, variant in combined.items()}
            together = [variant for variant in rows.variants(report) if variant not in ("base", *single.values())]
            times["best together"] = rows.best(report, together)[1]
            figure.add(graph, over(times, rows.of(report, "base")))
        figures.append(figure)
    return figures


def figure_9(rows):
    single = {"unrolled 4 levels": "unroll_global", "unrolled, shared memory": "unroll4", "layout": "layout"}
    figures = []
    for name, title in PROGRAMS.items():
        figure = Figure(f"fig9-{name}", f"[N] Fig. 9: optimizations of topology-driven {title}", "graph", TO_BASE,
                        "for SSSP unrolling is very effective, local lists in shared memory save another 10 %, neighbors beside each other in memory "
                        "almost 15 %; all together are best.",
                        lambda table: " ".join(ratios(table, one, "base", f"{one}, in times of the base") for one in [*single, "best of all"]))
        for graph in graphs(rows, f"{name}-topology"):
            report = f"{name}-topology-{graph}"
            times = {"base": rows.of(report, "base")} | {label: rows.of(report, variant) for label, variant in single.items()}
            times |= {"best of all": rows.best(report, rows.variants(report))[1], "with atomics": rows.of(report, "atomics")}
            figure.add(graph, over(times, rows.of(report, "base")))
        figures.append(figure)
    return figures


def figure_10(rows):
    donations = rows.counted("donations_first")
    series = {f"{graph}, {words}": donations[f"donated-{graph}", variant]
              for graph in ["road", "rmat"] for variant, words in [("auto", "threshold 32"), ("any", "threshold 0"), ("few", "threshold 0, four warps"),
                                                                   ("fewest", "threshold 0, one warp")]}

    def finding(table):
        words = []
        for name in series:
            counts = [(values[name], place) for place, values in table if name in values]
            if counts:
                words.append(f"{name}: {sum(count for count, _ in counts):,} nodes in {len(counts):,} rounds, at most {max(counts)[0]:,} in one (round "
                             f"{max(counts)[1]})")
        return "; ".join(words) + ". A thread with one node keeps it."

    figure = Figure("fig10", "[N] Fig. 10: nodes donated by the threads of block 0, SSSP", "round", "nodes",
                    "on the road network donations rise quickly to some 1500 a round in the middle of the run, where the load is most uneven, and fall to "
                    "none.", finding)
    for place in range(1, 1 + max(len(counts) for counts in series.values())):
        figure.add(place, {name: counts[place] for name, counts in series.items() if place in counts})
    return [figure]


def figure_11(rows):
    figures = []
    for graph in graphs(rows, "sssp-hybrid") or graphs(rows, "bfs-hybrid"):
        figure = Figure(f"fig11-{graph}", f"[N] Fig. 11: temporal hybrid ({graph})", "threshold, % of the nodes", TO_DATA,
                        "on the road network SSSP is fastest with a switch to the topology-driven version at 40 to 70 % of the nodes, faster than either "
                        "alone; BFS gains nothing, and loses at 10 %.", lambda table: best_place(table, "threshold", "%"))
        thresholds = sorted({place for name in PROGRAMS for place in rows.numbered(f"{name}-hybrid-{graph}", r"hybrid(\d+)")})
        for place in thresholds:
            values = {}
            for name, title in PROGRAMS.items():
                report = f"{name}-hybrid-{graph}"
                values |= over({f"{title}, hybrid": rows.of(report, f"hybrid{place}"), f"{title}, topology-driven": rows.of(report, "topology")},
                               rows.of(report, "data"))
            figure.add(place, values)
        figures.append(figure)
    return figures


def best_place(table, what, unit):
    words = []
    for title in PROGRAMS.values():
        found = [(values[name], place) for place, values in table for name in values if name in (f"{title}, hybrid", title)]
        if found:
            words.append(f"{title} is fastest at {what} {min(found)[1]}{unit} with {min(found)[0]:.2f} times the data-driven time")
    return "; ".join(words) + "." if words else "not measured."


def figure_12(rows):
    figures = []
    for graph in graphs(rows, "sssp-hybrid") or graphs(rows, "bfs-hybrid"):
        figure = Figure(f"fig12-{graph}", f"[N] Fig. 12: spatial hybrid ({graph})", "nodes of a group", TO_DATA,
                        "any group of more than one node is slower, and the larger the slower.", lambda table: best_place(table, "group size", ""),
                        log=True)
        for place in range(1, 11):
            figure.add(place, {title: over({"": rows.of(f"{name}-hybrid-{graph}", f"partition{place}")},
                                           rows.of(f"{name}-hybrid-{graph}", "data")).get("") for name, title in PROGRAMS.items()})
        figures.append(figure)
    return figures


def figure_13(rows):
    def finding(table):
        best = {series: min((values[series], place) for place, values in table if series in values)
                for series in ["separate", "combined"] if any(series in values for _, values in table)}
        if not best:
            return "not measured."
        return "; ".join(f"{series} is fastest with {place} passes before, {time:.3f} ms" for series, (time, place) in best.items()) + "."

    figure = Figure("fig13", "[N] Fig. 13: Barnes-Hut sums over an octree of a million bodies", "passes before", "milliseconds",
                    "waiting for children alone is slower than the topology-driven version, the line for reference; one pass before it is best with "
                    "kernels of their own, and five within one kernel are best of all, 14 % faster than topology-driven.", finding)
    report = f"summary-{min(numbers(rows, 'summary-'), default=0)}"
    separate, combined = (rows.numbered(report, rf"{kind}(\d+)") for kind in ["separate", "combined"])
    for place in sorted({*separate, *combined}) or [0]:
        figure.add(place, {"separate": separate.get(place), "combined": combined.get(place), "topology-driven": rows.of(report, "topology"),
                           "data-driven": rows.of(report, "data")})
    return [figure]


def figure_14(rows):
    figures = []
    for name, title in PROGRAMS.items():
        figure = Figure(f"fig14-{name}", f"[N] Fig. 14: worklists that grow, {title}", "graph", "time, in times of that with room for all nodes",
                        "lists with room for a fifth of the nodes at first, which are doubled on demand, cost time that grows with the density of the graph.",
                        lambda table: "in times of the fixed size: " + ", ".join(
                            f"{values[series]:.2f} on {place} ({series})" for place, values in table for series in values) + ".")
        for graph in graphs(rows, f"{name}-grow"):
            report, values = f"{name}-grow-{graph}", {}
            for series, ending in [("a node once", ""), ("with duplicates", "_duplicates")]:
                grown = [variant for variant in rows.variants(report) if re.fullmatch(rf"(rmat|random|road|tiny){ending}", variant)]
                values |= over({series: rows.best(report, grown)[1]}, rows.of(report, f"fixed{ending}"))
            figure.add(graph, values)
        figures.append(figure)
    return figures


def facts(rows):
    figure = Figure("graphs", "The graphs", "graph", "nodes, edges; edges of a node", log=True)
    for graph, row in rows.facts().items():
        figure.add(graph, {"nodes": int(row["nodes"]), "edges": int(row["edges"]), "largest": int(row["largest"]), "mean": float(row["mean"]),
                           "variance": float(row["variance"])})
    return [figure]


NOTES = ["R-MAT and random graphs have the paper's sizes; R-MAT has the parameters .5, .142, .142, which give the largest degree that [R] tells of such a "
         "graph. The road network of the north-east of the USA (1.5 million nodes, random weights 1 to 100) "
         "stands in for that of the USA (23 million). The baseline of Fig. 8, 11, 12 keeps the number of "
         "threads, pushes with an atomic operation each, and has duplicates; pushing without atomics has none. In that of Fig. 9 all nodes act in every "
         "round, without atomic operations. Donating has a fixed number of threads. Omitted: mesh refinement (DMR) in Fig. 6, 11, 12, for which there is no program; the hashed worklist of §VI-D: the paper shows no figure "
         "of it, and says that its accesses cost what the duplicates would have."]

main("bench/nasre2013", "[N]", [facts, figure_5, mst, figure_6, figure_7, figure_8, figure_9, figure_10, figure_11, figure_12, figure_13, figure_14], lambda rows: NOTES)
