#!/usr/bin/env python3
"""The figures of [H] from what on_device.sh measured: plot.py OUT (the folder with reports.tar.gz) [RESULTS].

Writes RESULTS/*.csv and RESULTS/*.svg and prints the tables as Markdown. RESULTS: OUT/figures, if not given."""
import csv
import json
import pathlib
import re
import sys
import tarfile

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "maxwarp"  # the same figures give the same files
matplotlib.rcParams["svg.fonttype"] = "none"
from matplotlib import pyplot

GRAPHS = ["rmat", "random", "ego-Twitter", "amazon0601", "mesh"]
WIDTHS = [2, 4, 8, 16, 32]


class Reports:
    """Medians in milliseconds by report and variant. A run that differs from its reference is told, and left out."""

    def __init__(self, path):
        self.times, self.graphs = {}, {}
        with tarfile.open(path) as archive:
            for member in archive.getmembers():
                name = pathlib.PurePath(member.name)
                if name.suffix != ".json":
                    continue
                report = json.load(archive.extractfile(member))
                self.graphs[name.stem] = report.get("graph", {})
                for run in report["runs"]:
                    if not run["verified"]:
                        print(f"- {name.stem}: {run['variant']} DIFFERS from the reference and is left out\n")
                        continue
                    self.times[name.stem, run["variant"]] = run["run_ms"]
            texts = {pathlib.PurePath(m.name).name: archive.extractfile(m).read().decode() for m in archive.getmembers()
                     if m.name.endswith(".txt")}
        self.gpu = texts.get("gpu.txt", "").splitlines()
        self.handwritten = texts.get("handwritten.txt", "")

    def of(self, report, variant):
        return self.times.get((report, variant))

    def has(self, report):
        return any(name == report for name, _ in self.times)


class Figure:
    """A table with a column for what is varied and one for each series."""

    def __init__(self, name, title, axis, unit):
        self.name, self.title, self.axis, self.unit = name, title, axis, unit
        self.rows, self.series = [], []

    def add(self, place, values):
        self.rows.append((place, values))
        self.series += [name for name in values if name not in self.series]

    def write(self, folder):
        if not self.rows:
            return
        with open(folder / f"{self.name}.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([self.axis, *self.series])
            for place, values in self.rows:
                writer.writerow([place, *(round(values[s], 4) if values.get(s) else "" for s in self.series)])
        self.draw(folder / f"{self.name}.svg")
        self.tell()

    def draw(self, path):
        figure, axes = pyplot.subplots(figsize=(8, 4.5))
        numbers = all(isinstance(place, (int, float)) for place, _ in self.rows)
        for i, name in enumerate(self.series):
            points = [(place, values[name]) for place, values in self.rows if values.get(name)]
            if numbers:
                axes.plot([p for p, _ in points], [v for _, v in points], marker="o", label=name)
            else:
                wide = 0.8 / len(self.series)
                places = [k + i * wide for k, (_, values) in enumerate(self.rows) if values.get(name)]
                axes.bar(places, [v for _, v in points], wide, label=name)
        if numbers:
            axes.set_xscale("log", base=2)
            axes.set_xticks([place for place, _ in self.rows], [f"{place:,}" for place, _ in self.rows])
        else:
            axes.set_xticks([k + 0.4 for k in range(len(self.rows))], [place for place, _ in self.rows])
        axes.set(title=self.title, xlabel=self.axis, ylabel=self.unit, ylim=(0, None))
        axes.legend(fontsize="small")
        figure.tight_layout()
        figure.savefig(path, metadata={"Date": None})
        pyplot.close(figure)

    def tell(self):
        print(f"\n### {self.title}\n\n{self.unit}\n\n| {self.axis} | " + " | ".join(self.series) + " |")
        print("|---|" + "---:|" * len(self.series))
        for place, values in self.rows:
            cells = [f"{values[s]:.2f}" if values.get(s) else "" for s in self.series]
            print(f"| {place if isinstance(place, str) else f'{place:,}'} | " + " | ".join(cells) + " |")


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


def numbered(reports, report, pattern):
    """Number in the variant's name -> milliseconds."""
    found = {}
    for (name, variant), time in reports.times.items():
        match = re.fullmatch(pattern, variant)
        if name == report and match:
            found[int(match[1])] = time
    return dict(sorted(found.items()))


def figure_8(reports):
    a = Figure("fig8a", "[H] Fig. 8a: the degree from which nodes are deferred (R-MAT)", "degree", "milliseconds")
    for degree, time in numbered(reports, "fig8a-rmat", r"thread_(\d+)").items():
        a.add(degree, {"thread, a launch each": time, "warp:32, a launch each": reports.of("fig8a-rmat", f"warp32_{degree}"),
                       "thread, in a batch": reports.of("batches-rmat", f"thread_{degree}"),
                       "warp:32, in a batch": reports.of("batches-rmat", f"warp32_{degree}"),
                       "thread, none deferred": reports.of("fig7-rmat", "thread")})
    b = Figure("fig8b", "[H] Fig. 8b: items taken at a time (R-MAT)", "items", "milliseconds")
    for chunk, time in numbered(reports, "fig8b-rmat", r"chunk_(\d+)").items():
        b.add(chunk, {"warp:32, dynamic": time, "warp:32, static": reports.of("fig7-rmat", "warp32")})
    return [a, b, sweep(reports, "fig8c", "[H] Fig. 8c: number of nodes (R-MAT, mean degree 12)", "nodes", "nodes", 4000000),
            sweep(reports, "fig8d", "[H] Fig. 8d: mean degree (R-MAT, 4,000,000 nodes)", "mean degree", "degree", 12)]


def sweep(reports, name, title, axis, prefix, usual):
    figure = Figure(name, title, axis, "times as fast as one CPU thread")
    places = {int(match[1]) for report, _ in reports.times if (match := re.fullmatch(rf"fig7-{prefix}(\d+)", report))}
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
        for place, time in numbered(reports, "fig10-rmat", pattern).items():
            if one:
                figure.add(place, {"warp:32, dynamic": one / time})
    return [a, b]


def figure_11(reports):
    figure = Figure("fig11", "[H] Fig. 11: other applications", "application", "times as fast as one thread an item")
    for report in ["sssp-rmat", "st_connectivity-rmat", "backprop", "nearest_neighbor", "kmeans"]:
        one = reports.of(report, "warp1")
        times = {f"warp:{w}": reports.of(report, f"warp{w}") for w in WIDTHS}
        if one:
            figure.add(report.removesuffix("-rmat"), {label: one / time for label, time in times.items() if time})
    for name, rows in re.findall(r"^(merge_sort|lu)\b.*\n\n((?:\|.*\n)+)", reports.handwritten, re.M):
        cells = [line.split("|")[1:3] for line in rows.splitlines() if re.match(r"\| \d", line)]
        times = {int(width): float(time) for width, time in cells}
        if 1 in times:
            figure.add(name, {f"warp:{w}": times[1] / times[w] for w in WIDTHS if w in times})
    return [figure]


def queues(reports):
    """Beyond the paper: the best of each kind in milliseconds, worklists among them."""
    figure = Figure("best", "The best virtual warp", "graph", "milliseconds")
    for graph in GRAPHS:
        if not reports.has(f"fig7-{graph}"):
            continue
        row = {"baseline by hand": reports.of(f"fig2-{graph}", "fig2"), "thread": reports.of(f"fig7-{graph}", "thread")}
        for label, report, prefix in [("best warp:W", "fig7", "warp"), ("best warp:W with a worklist", "queues", "queue")]:
            row[label] = min(time for w in WIDTHS if (time := reports.of(f"{report}-{graph}", f"{prefix}{w}")))
        figure.add(graph, row)
    return [figure]


def main():
    out = pathlib.Path(sys.argv[1])
    results = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else out / "figures"
    results.mkdir(parents=True, exist_ok=True)
    reports = Reports(out / "reports.tar.gz")
    print("GPU, driver; threads of the CPU: " + "; ".join(reports.gpu))
    for figures in [figure_7, figure_8, figure_9, figure_10, figure_11, queues]:
        for figure in figures(reports):
            figure.write(results)
    print("\n" + reports.handwritten)


main()
