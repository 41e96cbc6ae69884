#!/usr/bin/env python3
"""The figures of [R] from what on_device.sh measured: plot.py OUT [RESULTS [PAGE]].

Writes RESULTS/*.csv, RESULTS/*.svg and RESULTS/page.md, and prints the page. RESULTS: OUT/figures, if not given."""
import csv
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from figures import Figure, main, ratios

GROUPS = {"a": ("small diameters", ["rmat20", "ER20", "ER23"]), "b": ("road networks", ["road_FLA", "road_W"]),
          "c": ("Graph500", ["graph500_1", "graph500_2", "graph500_3", "graph500_large"])}
GRAPHS = [graph for _, graphs in GROUPS.values() for graph in graphs]
STRATEGIES = ["BS", "EP", "WD", "NS", "HP"]  # a thread a node, edges, decomposition, splitting, hierarchical


# Nodes and edges in millions, largest and mean degree and "sigma", as Table II has them.
TABLE_2 = {"rmat20": (1.05, 8.26, 1181, 8, 177.40), "road_FLA": (1.07, 2.71, 8, 3, 2.45), "road_W": (6.26, 15.12, 9, 4, 2.74),
           "ER20": (1.05, 4.19, 15, 4, 4.47), "ER23": (8.39, 33.55, 10, 3, 4.46), "graph500_large": (16.78, 335.0, 924000, 20, 20900)}
PREPARED = {"EP": "coo_ms", "NS": "histogram_ms", "HP": "histogram_ms"}  # what the host does for a strategy before the first run
PREPARED_PART = "overhead of the host"


def table_2(rows):
    figure = Figure("table2", "[R] Table II: the graphs", "graph", "millions of nodes and edges; edges of a node", "", lambda table: "the sigma of the paper is "
                    "nearer to the variance than to its root: ER graphs have Poisson degrees, whose variance is their mean, 4.", log=True)
    for graph, row in rows.facts().items():
        values = {"nodes": int(row["nodes"]) / 1e6, "edges": int(row["edges"]) / 1e6, "largest": int(row["largest"]), "mean": float(row["mean"]),
                  "variance": float(row["variance"])}
        paper = TABLE_2.get(graph, (None,) * 5)
        figure.add(graph, {name: value for one, there in zip(values.items(), paper)
                           for name, value in [one, (f"{one[0]} there" if one[0] != "variance" else "sigma there", there)]})
    return [figure]


def figure_1(rows):
    figure = Figure("fig1", "[R] Fig. 1: degrees of a road network and of the web", "degree, from", "nodes",
                    "the road network has 1 to 9 edges a node (2.4 on average), the web of Stanford 1 to 255 (8.2 on average).",
                    lambda table: "; ".join(f"{graph}: {facts[graph]['least']} to {int(facts[graph]['largest']):,}, {float(facts[graph]['mean']):.1f} on "
                                            "average" for graph in shown) + ".", log=True)
    facts = rows.facts()
    shown = {graph: dict(map(int, bin.split(":")) for bin in facts[graph]["degrees"].split()) for graph in ["road_FLA", "web"] if graph in facts}
    for degree in sorted({degree for bins in shown.values() for degree in bins}):
        figure.add(str(degree), {graph: bins.get(degree) for graph, bins in shown.items()})
    return [figure]


def strategies(rows, name, number, claim):
    """Kernel time and overhead of each strategy, of the run with the median time, and what the host prepares."""
    runs, facts = rows.timed_runs(), rows.facts()
    figures = []
    for part, (title, graphs) in GROUPS.items():
        figure = Figure(f"fig{number}{part}", f"[R] Fig. {number}{part}: load balancing of {name.upper()}, {title}", "graph", "milliseconds", claim,
                        fastest, stacked=True)
        for graph in graphs:
            values = {}
            for strategy in STRATEGIES:
                found = sorted(runs[f"kernels-{name}-{graph}", strategy.lower()], key=lambda run: run[1])
                if found:
                    kernel, total, _ = found[(len(found) - 1) // 2]
                    values |= {f"{strategy}, kernel": kernel, f"{strategy}, overhead": total - kernel}
                elif total := rows.of(f"{name}-{graph}", strategy.lower()):
                    values[f"{strategy}, both"] = total
                if f"{strategy}, kernel" in values and strategy in PREPARED and graph in facts:
                    values[f"{strategy}, {PREPARED_PART}"] = float(facts[graph][PREPARED[strategy]])
            figure.add(graph, values)
        figures.append(figure)
    return figures


def instruments(rows):
    """What events around kernels cost: the runs of Fig. 7 and 8 beside those without."""
    runs = rows.timed_runs()
    figures = []
    for name in ["bfs", "sssp"]:
        figure = Figure(f"events-{name}", f"{name.upper()} with events around its kernels", "graph", "times as long as without", "",
                        lambda table: "the most: " + max(f"{value:.2f} ({strategy} on {graph})" for graph, values in table
                                                         for strategy, value in values.items()) + ".")
        for graph in GRAPHS:
            totals = {strategy: sorted(total for _, total, _ in runs[f"kernels-{name}-{graph}", strategy.lower()]) for strategy in STRATEGIES}
            figure.add(graph, {strategy: found[(len(found) - 1) // 2] / alone for strategy, found in totals.items()
                               if found and (alone := rows.of(f"{name}-{graph}", strategy.lower()))})
        figures.append(figure)
    return figures


def totals(values, parts):
    sums = {strategy: [values[f"{strategy}, {part}"] for part in parts if f"{strategy}, {part}" in values] for strategy in STRATEGIES}
    return {strategy: sum(found) for strategy, found in sums.items() if found}


def fastest(table):
    words = []
    for graph, values in table:
        sums = [totals(values, parts) for parts in [["kernel", "overhead", PREPARED_PART, "both"], ["kernel", "overhead", "both"], ["kernel"]]]
        best = [min(one, key=one.get) if one else "" for one in sums]
        words.append(f"{graph} {best[0]}" + (f" ({sums[0]['BS'] / sums[0][best[0]]:.2f} times as fast as BS)" if "BS" in sums[0] else "") +
                     f", without the host {best[1]}" + (f", kernels alone {best[2]}" if best[2] else ""))
    return "the fastest: " + "; ".join(words) + "."


def figure_7(rows):
    return strategies(rows, "sssp", 7, "all strategies beat a thread a node (BS) nearly always; edges (EP) are best with 60 to 80 % less time, but do not "
                       "fit for Graph500; of the others decomposition (WD) is best where degrees are skewed or random, splitting (NS) on roads, and "
                       "hierarchical processing (HP) is between them and saves 48 to 75 % on Graph500.")


def figure_8(rows):
    return strategies(rows, "bfs", 8, "overheads weigh more than in SSSP; edges (EP) save 48 to 68 % on R-MAT and random graphs and 10 % at most on roads; "
                       "of the others WD is best where diameters are small and NS on roads; HP is more than twice as fast as BS on Graph500.")


def figure_9(rows):
    def finding(table):
        least = [f"{graph} {min(values, key=values.get)} (EP {values['EP'] / values['BS']:.2f} times BS)" for graph, values in table
                 if "EP" in values and "BS" in values]
        return "the least: " + ", ".join(least) + "."

    figures = []
    for name in ["bfs", "sssp"]:
        figure = Figure(f"fig9-{name}", f"[R] Fig. 9, the axis of memory: {name.upper()}", "graph", "bytes of the device an edge",
                        "edges (EP) take most memory, as each has its source beside it, and a thread a node (BS) takes least; HP takes less than the other "
                        "strategies.", finding)
        for graph in GRAPHS:
            report = f"{name}-{graph}"
            figure.add(graph, {strategy: rows.bytes(report, strategy.lower()) / max(1, int(rows.rows[report, strategy.lower()]["edges"]))
                               for strategy in STRATEGIES if rows.bytes(report, strategy.lower())})
        figures.append(figure)
    return figures


def figure_9_ranks(rows):
    """Ranks from 1, the best, on average over the graphs, and of the length of the texts."""
    figure = Figure("fig9", "[R] Fig. 9: the strategies on three axes", "strategy", "rank",
                    "by execution time EP is best and BS worst; by memory BS is best and EP worst; BS and EP are the simplest.",
                    lambda table: "; ".join(f"{axis}: {', '.join(sorted((s for s, v in table if axis in v), key=lambda s: dict(table)[s][axis]))}"
                                            for axis in ["time", "memory", "lines of the texts"]) + ".")
    ranks = {strategy: {} for strategy in STRATEGIES}

    def rank(axis, tables):
        tables = [table for table in tables if len(table) == len(STRATEGIES)]
        for strategy in STRATEGIES if tables else []:
            ranks[strategy][axis] = sum(1 + sum(other < table[strategy] for other in table.values()) for table in tables) / len(tables)

    stacks = [values for maker in [figure_7, figure_8] for figure in maker(rows) for _, values in figure.rows]
    rank("time", [totals(values, ["kernel", "overhead", PREPARED_PART, "both"]) for values in stacks])
    rank("time without the host", [totals(values, ["kernel", "overhead", "both"]) for values in stacks])
    rank("memory", [values for figure in figure_9(rows) for _, values in figure.rows])
    if (rows.out / "texts.csv").exists():
        with open(rows.out / "texts.csv", newline="") as file:
            lines = list(csv.DictReader(file))
        rank("lines of the texts", [{row["strategy"].upper(): int(row["lines"]) for row in lines if row["program"] == name} for name in ["bfs", "sssp"]])
    for strategy, values in ranks.items():
        figure.add(strategy, values)
    return [figure]


def bins(histogram):
    return {f"{bin['from']}" if bin["from"] == bin["to"] else f"{bin['from']}..{bin['to']}": bin["nodes"] for bin in histogram}


def figure_10(rows):
    figures = []
    for graph in ["rmat20", "ER23"]:
        file = rows.out / f"degrees-{graph}.json"
        if not file.exists():
            continue
        facts = json.loads(file.read_text())
        split = facts["split"]
        before, after = bins(facts["outdegree"]["histogram"]), bins(split["outdegree"]["histogram"])
        largest = facts["outdegree"]["largest"]
        figure = Figure(f"fig10-{graph}", f"[R] Fig. 10: degrees before and after splitting ({graph})", "degree", "nodes and pieces of nodes",
                        "with the threshold of the histogram rule (118 on rmat20, whose largest degree is 1181; 3 on ER23) all degrees come to lie in a "
                        "small range.",
                        lambda table, split=split, largest=largest: f"the largest degree is {largest}, the threshold {split['most']}; "
                        f"{split['nodes_split']:,} nodes are split, which makes {split['pieces']:,} pieces of all.", log=True)
        for degree in before | after:
            figure.add(degree, {"before": before.get(degree) or None, "after": after.get(degree) or None})
        figures.append(figure)
    return figures


def figure_11(rows):
    figure = Figure("fig11", "[R] Fig. 11: pushing all edges of a node with one atomic addition (EP)", "graph", "times as fast as one an edge",
                    "1.11 to 3.125 times as fast, 1.82 on average.",
                    lambda table: "; ".join(mean(table, name) for name in ["BFS", "SSSP"] if any(name in values for _, values in table)) + ".")
    for graph in GRAPHS:
        times = {name: (rows.of(f"{name}-{graph}", "ep_single"), rows.of(f"{name}-{graph}", "ep")) for name in ["bfs", "sssp"]}
        figure.add(graph, {name.upper(): single / chunked for name, (single, chunked) in times.items() if single and chunked})
    return [figure]


def mean(table, name):
    values = [values[name] for _, values in table if name in values]
    return f"{name} {min(values):.2f} to {max(values):.2f} times as fast, {sum(values) / len(values):.2f} on average"


def base(rows):
    """Not in the paper: looking at all nodes in every round, the baseline of others."""
    figures = []
    for name in ["bfs", "sssp"]:
        figure = Figure(f"topology-{name}", f"{name.upper()} with all nodes every round", "graph", "milliseconds", "",
                        lambda table: ratios(table, "all nodes", "BS", "in times of a worklist"))
        for graph in GRAPHS:
            figure.add(graph, {"all nodes": rows.of(f"{name}-{graph}", "topology"), "BS": rows.of(f"{name}-{graph}", "bs")})
        figures.append(figure)
    return figures


NOTES = ["R-MAT has the parameters .5, .142, .142, with which its largest degree is that of the paper; ER graphs have the paper's sizes. road_FLA is the "
         "paper's, with random weights 1 to 100; road_W is generated, of about its size; the road network of the USA is not at hand. Graph500 has 42 million "
         "edges (three seeds) instead of 335; graph500_large has 335. cnr-2000 stands for the web of Stanford.",
         "", "Kernel: the time of all stages that run the operator, also of those for few edges (`expand_few`), from events around their launches. Overhead: "
         "the rest of the same run, from the initial values to the end. Overhead of the host: what is done once for a graph before, the list of the edges' "
         "sources (COO) for EP, the histogram of the degrees for NS and HP, which the paper counts, too. Times are those of all three.",
         "", "All strategies have 4 bytes an edge. Marks keep duplicates off the lists, where the paper removes them after a round: so a list of edges "
         "has room for all of them."]


def notes(rows):
    agreed = rows.has("kernels-sssp-graph500_large")
    return NOTES + (["", "Shortest paths on graph500_large are compared among the strategies, all other results with a sequential reference."] if agreed else [])


main("bench/raval2014", "[R]", [table_2, figure_1, figure_7, figure_8, figure_9_ranks, figure_9, figure_10, figure_11, instruments, base],
     notes)
