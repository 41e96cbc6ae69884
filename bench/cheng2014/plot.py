#!/usr/bin/env python3
"""The figures of [C] from what on_device.sh measured: plot.py OUT [RESULTS [PAGE]].

Writes RESULTS/*.csv, RESULTS/*.svg and RESULTS/page.md, and prints the page. RESULTS: OUT/figures, if not given."""
import collections
import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from figures import Figure, main

# Nodes and edges in millions, as Table 1 has them; `grid` stands for ecology.
TABLE_1 = {"mesh": (1.0, 6.3), "FLA_road": (1.1, 2.7), "grid": (1.0, 4.0), "kron20": (1.0, 89.2), "rmat1": (5.0, 60.0),
           "rmat2": (2.0, 100.0), "random1": (2.0, 128.0), "random2": (2.0, 100.0), "random3": (5.0, 60.0), "Amazon": (0.4, 3.2)}
GROUPS = [1, 2, 4, 8, 16, 32]


def lane_use(rows):
    """(graph, lanes) -> the sums over all rounds and sources."""
    sums = collections.defaultdict(collections.Counter)
    with open(rows.out / "lane_use.csv", newline="") as file:
        for row in csv.DictReader(file):
            for name in ["edges", "ms", "edges_used", "intra", "inter", "actual_intra", "actual_inter", "sampled_intra", "sampled_inter"]:
                sums[row["report"], int(row["lanes"])][name] += float(row[name])
    return sums


def share(use, part, order=""):
    every = use["edges_used"] + use[order + "intra"] + use[order + "inter"]
    return 100 * use[part] / every if every else None


def table_1(rows):
    figure = Figure("table1", "[C] Table 1: the graphs", "graph", "millions; edges of a node on average")
    for graph, (nodes, edges) in TABLE_1.items():
        row = rows.rows.get((graph, "sm1"))
        if row:
            figure.add(graph, {"nodes": int(row["nodes"]) / 1e6, "of the paper": nodes, "edges": int(row["edges"]) / 1e6, "of the paper ": edges,
                               "mean": int(row["edges"]) / int(row["nodes"]), "of the paper  ": edges / nodes})
    return [figure]


def figure_3(rows):
    figure = Figure("fig3", "[C] Fig. 3: out-degrees", "graph", "edges of a node",
                    "within a small range on meshes and roads, evenly spread on random graphs, with outliers on Kronecker and social graphs.",
                    lambda table: "the largest degree is " + ", ".join(f"{v['largest']:,} on {graph}" for graph, v in table) + ".", log=True)
    for graph, row in rows.facts().items():
        figure.add(graph, {name: int(row[name]) for name in ["least", "25%", "median", "75%", "largest"]} | {"variance": float(row["variance"])})
    return [figure]


def figure_2(rows):
    levels = collections.defaultdict(list)
    with open(rows.out / "frontier.csv", newline="") as file:
        for row in csv.DictReader(file):
            levels[row["report"]].append((int(row["round"]), int(row["nodes"]), int(row["edges"])))
    figures = []
    for graph in ["FLA_road", "kron20", "random3"]:
        figure = Figure(f"fig2-{graph}", f"[C] Fig. 2: nodes and edges of the frontier ({graph})", "level", "nodes, edges",
                        "on a road network the frontier grows slowly over thousands of levels; where the diameter is small nearly all work is in a few "
                        "levels.", lambda table: f"{len(table)} levels; the largest has {max(v['edges'] for _, v in table):,} edges.", log=True)
        for level, nodes, edges in levels[graph]:
            figure.add(level, {"nodes": nodes, "edges": edges})
        if figure.rows:
            figures.append(figure)
    return figures


def figure_5(rows):
    sums = lane_use(rows)

    def finding(table):
        return "the fastest: " + ", ".join(f"{graph} {max(values, key=values.get)}" for graph, values in table) + "."

    figure = Figure("fig5", "[C] Fig. 5: expansion rate", "graph", "millions of edges per second",
                    "low and best with groups of 8 or 16 lanes on mesh, road and other sparse regular graphs; growing up to 32 lanes on kron20 and the dense "
                    "random graphs, up to 16 on rmat1 and 8 on random3.", finding)
    for graph in TABLE_1:
        figure.add(graph, {f"sm-{lanes}": sums[graph, lanes]["edges"] / sums[graph, lanes]["ms"] / 1000 for lanes in GROUPS
                           if sums[graph, lanes]["ms"]})
    return [figure]


def figure_6(rows):
    sums = lane_use(rows)
    figures = []
    for graph in TABLE_1:
        figure = Figure(f"fig6-{graph}", f"[C] Fig. 6: use of lanes ({graph})", "lanes per node", "percent of the lane slots",
                        "", lambda table: f"the largest efficiency is that of {max(table, key=lambda row: row[1]['ME'])[0]}.")
        for lanes in GROUPS:
            use = sums[graph, lanes]
            if use["edges_used"]:
                figure.add(lanes, {"U_A": share(use, "intra"), "U_R": share(use, "inter"), "ME": share(use, "edges_used"),
                                   "ME of the order in the queue": share(use, "edges_used", "actual_"),
                                   "ME of a sample": share(use, "edges_used", "sampled_")})
        if figure.rows:
            figures.append(figure)
    return figures


def chosen_width(sums, graph):
    """The rule of granularity=warp:auto, for the sums of all rounds: the fewest slots, and of those within 1/64 of them the widest."""
    slots = {lanes: use["edges_used"] + use["intra"] + use["inter"] for lanes in GROUPS if (use := sums[graph, lanes])["edges_used"]}
    return max((lanes for lanes in slots if slots[lanes] <= min(slots.values()) * 65 / 64), default=None)


def rule(rows):
    sums = lane_use(rows)
    figure = Figure("rule", "What the efficiency says of the rate", "graph", "lanes per node; the rate of the chosen width, in times of the best", "",
                    lambda table: "the rule names the fastest width on " + str(sum(v["by efficiency"] == v["fastest"] for _, v in table)) + f" of {len(table)} "
                    "graphs; on the others its rate is " + ", ".join(f"{v['rate']:.2f} of the best on {graph}" for graph, v in table
                                                                    if v["by efficiency"] != v["fastest"]) + ".")
    for graph in TABLE_1:
        rates = {lanes: sums[graph, lanes]["edges"] / sums[graph, lanes]["ms"] for lanes in GROUPS if sums[graph, lanes]["ms"]}
        lanes = chosen_width(sums, graph)
        if lanes and rates:
            figure.add(graph, {"by efficiency": lanes, "fastest": max(rates, key=rates.get), "rate": rates[lanes] / max(rates.values())})
    return [figure]


def widths(rows):
    """Whole runs, without metrics."""
    figures = []
    for kind, title in [("", "bitmask and compaction"), ("queue_", "queue")]:
        names = {f"sm-{lanes}": f"{kind}sm{lanes}" for lanes in GROUPS}
        if not kind:
            names |= {"chosen by rounds": "sampled", "in all rounds": "sampled0", "by the histogram": "static_width"}
        figure = Figure(f"times{'-queue' if kind else ''}", f"Fixed and chosen widths ({title})", "graph", "milliseconds of a run, the mean of two sources",
                        "", chosen_widths if not kind else None, log=True)
        for graph in TABLE_1:
            figure.add(graph, {label: rows.mean(f"times-{graph}", variant) for label, variant in names.items()})
        figures.append(figure)
    return figures


def chosen_widths(table):
    words = []
    for label in ["chosen by rounds", "in all rounds", "by the histogram"]:
        found = [(values[label] / min(v for name, v in values.items() if name.startswith("sm-")), graph) for graph, values in table if label in values]
        if found:
            words.append(f"{label}: " + ", ".join(f"{ratio:.2f} on {graph}" for ratio, graph in found))
    return "in times of the best fixed width: " + "; ".join(words) + "."


def sampling(rows):
    """The kernel that looks at the sample, alone."""
    runs = rows.timed_runs(lambda row: row["stage"] == "expand_sample")
    figure = Figure("sampling", "What the choice of a width costs", "graph", "samples in a run; microseconds of each; percent of the run", "",
                    lambda table: "one sample takes " + " to ".join(f"{pick(v[name] for _, v in table for name in v if 'us' in name):.1f}" for pick in
                                                                   [min, max]) + " microseconds.")
    for graph in TABLE_1:
        values = {}
        for label, variant in [("by rounds", "sampled"), ("all rounds", "sampled0")]:
            own = runs[f"sampled-{graph}", variant]
            kernel, total, samples = (sum(run[i] for run in own) for i in range(3))
            if own:
                values[f"samples, {label}"] = samples / len(own)
                if samples:
                    values |= {f"us, {label}": 1000 * kernel / samples, f"%, {label}": 100 * kernel / total}
        figure.add(graph, values)
    return [figure]


NOTES = ["All rounds of all sources, summed. Slots are counted for the nodes of each frontier in ascending order, and for the order in which the queue "
         "had them; the sample has one warp of a hundred, 256 at least. The rate counts the edges of the frontier and the time of the expanding kernel "
         "alone, from before its launch until it was done, as the paper does.",
         "", "Not shown: the graphs that are not at hand: LiveJournal, thermal, audikw, coPapers, kkt-power. R-MAT and random "
         "graphs are ours, with the nodes and edges of the paper's; its rmat1 and rmat2 have nearly equal degrees "
         "(10 to 14, 47 to 53), ours are skewed; its random graphs have evenly distributed degrees, ours binomial ones.",
         "", "What the lanes count while they work (`--metrics=counted`) equals the metric on the same order: a run on a Kronecker graph fails otherwise."]

main("bench/cheng2014", "[C]", [table_1, figure_2, figure_3, figure_5, figure_6, rule, widths, sampling], lambda rows: NOTES)
