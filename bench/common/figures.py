"""Figures of a paper from what an on_device.sh measured: the rows, figures as CSV, SVG and Markdown, and the page that holds them."""
import collections
import csv
import pathlib
import re
import sys
import textwrap

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "maxwarp"  # the same figures give the same files
matplotlib.rcParams["svg.fonttype"] = "none"
from matplotlib import pyplot


class Rows:
    """The rows of OUT/runs.csv by report and variant. A run that differs from its reference is told, and left out."""

    def __init__(self, out):
        self.out = pathlib.Path(out)
        self.rows, self.wrong = {}, []
        self.every = collections.defaultdict(list)  # rows of several sources
        with open(self.out / "runs.csv", newline="") as file:
            for row in csv.DictReader(file):
                if row["verified"] == "False":
                    self.wrong.append(row)
                else:
                    self.rows[row["report"], row["variant"]] = row
                    self.every[row["report"], row["variant"]].append(row)
        self.machine = list(dict.fromkeys((self.out / "machine.txt").read_text().splitlines()))  # a machine of several GPUs has a line each

    def of(self, report, variant):
        """The median in milliseconds, or None."""
        row = self.rows.get((report, variant))
        return float(row["median_ms"]) if row else None

    def mean(self, report, variant):
        """The mean of the medians of all sources in milliseconds, or None."""
        times = [float(row["median_ms"]) for row in self.every.get((report, variant), [])]
        return sum(times) / len(times) if times else None

    def bytes(self, report, variant):
        row = self.rows.get((report, variant))
        return int(row["bytes"]) if row and row["bytes"] else None

    def has(self, report):
        return any(name == report for name, _ in self.rows)

    def variants(self, report):
        return [variant for name, variant in self.rows if name == report]

    def mapping(self, report, variant):
        return self.rows[report, variant]["mapping"]

    def numbered(self, report, pattern):
        """Number in the variant's name -> milliseconds."""
        found = {}
        for name, variant in self.rows:
            match = re.fullmatch(pattern, variant)
            if name == report and match:
                found[int(match[1])] = self.of(report, variant)
        return dict(sorted(found.items()))

    def best(self, report, variants):
        """The fastest of these variants and its milliseconds, or (None, None)."""
        times = [(time, variant) for variant in variants if (time := self.of(report, variant))]
        return min(times)[::-1] if times else (None, None)

    def table(self, name):
        """The rows of another file, if there is one."""
        if not (self.out / name).exists():
            return []
        with open(self.out / name, newline="") as file:
            return list(csv.DictReader(file))

    def counted(self, counter):
        """What lanes or blocks have counted: (report, variant) -> {round: number}, of the first run."""
        found = collections.defaultdict(dict)
        for row in self.table("counted.csv"):
            if row["run"] == "1" and row[counter]:
                found[row["report"], row["variant"]][int(row["round"])] = int(row[counter])
        return found

    def facts(self):
        """Graph -> its row of facts.csv."""
        return {row["graph"]: row for row in self.table("facts.csv")}

    def timed_runs(self, counts=lambda row: row["operator"] == "True"):
        """(report, variant) -> [(milliseconds of the stages that `counts` takes, of the run, launches of these)], a run each."""
        found = collections.defaultdict(lambda: collections.defaultdict(lambda: (0, 0, 0)))
        for row in self.table("stage_times.csv"):
            runs = found[row["report"], row["variant"]]
            own, _, launches = runs[row["run"]]
            taken = counts(row)
            runs[row["run"]] = (own + taken * float(row["ms"]), float(row["run_ms"]), launches + taken * int(row["launches"]))
        return collections.defaultdict(list, {key: list(runs.values()) for key, runs in found.items()})


class Figure:
    """A table with a column for what is varied and one for each series. `claim`: what the paper says, in our words; `finding`: a
    function from the rows to what we see; `log`: the scale of the values; `stacked`: series `NAME, PART` are parts of one bar."""

    def __init__(self, name, title, axis, unit, claim="", finding=None, log=False, stacked=False):
        self.name, self.title, self.axis, self.unit = name, title, axis, unit
        self.claim, self.finding, self.log, self.stacked = claim, finding, log, stacked
        self.rows, self.series = [], []

    def add(self, place, values):
        values = {name: value for name, value in values.items() if value is not None}
        if values:
            self.rows.append((place, values))
            self.series += [name for name in values if name not in self.series]

    def write(self, folder):
        with open(folder / f"{self.name}.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([self.axis, *self.series])
            for place, values in self.rows:
                writer.writerow([place, *(round(values[s], 6) if s in values else "" for s in self.series)])
        self.draw(folder / f"{self.name}.svg")

    def is_numeric(self):
        return all(isinstance(place, (int, float)) for place, _ in self.rows)

    def draw(self, path):
        figure, axes = pyplot.subplots(figsize=(10, 4.5))
        if self.is_numeric():
            self.draw_lines(axes)
        else:
            self.draw_bars(axes)
        if self.log:
            axes.set_yscale("log")
        else:
            axes.set_ylim(0, None)
        axes.set(title=self.title, xlabel=self.axis, ylabel=self.unit)
        axes.legend(fontsize="small", bbox_to_anchor=(1.01, 1), loc="upper left")
        figure.tight_layout()
        figure.savefig(path, metadata={"Date": None})
        pyplot.close(figure)

    def draw_lines(self, axes):
        many = len(self.rows) > 20
        for name in self.series:
            points = [(place, values[name]) for place, values in self.rows if name in values]
            axes.plot([p for p, _ in points], [v for _, v in points], marker=None if many else "o", label=name)
        if not many:
            if min(place for place, _ in self.rows) > 0:
                axes.set_xscale("log", base=2)
            axes.set_xticks([place for place, _ in self.rows], [f"{place:,}" for place, _ in self.rows])

    def draw_bars(self, axes):
        bar_of = [name.rsplit(", ", 1)[0] if self.stacked else name for name in self.series]
        bars = list(dict.fromkeys(bar_of))
        wide = 0.8 / len(bars)
        below = collections.Counter()
        for name, bar in zip(self.series, bar_of):
            shown = [(k, values[name]) for k, (_, values) in enumerate(self.rows) if name in values]
            axes.bar([k + bars.index(bar) * wide for k, _ in shown], [value for _, value in shown], wide,
                     bottom=[below[k, bar] for k, _ in shown], label=name)
            for k, value in shown:
                below[k, bar] += value if self.stacked else 0
        axes.set_xticks([k + 0.4 for k in range(len(self.rows))], [place for place, _ in self.rows],
                        rotation=20 if len(self.rows) > 5 else 0)

    def text(self, pictures=None):
        """As Markdown; with the picture from this folder."""
        lines = [f"### {self.title}", ""]
        if self.claim:
            lines += [f"The paper: {self.claim}", ""]
        if self.finding:
            lines += [f"Here: {self.finding(self.rows)}", ""]
        if pictures:
            lines += [f"![{self.title}]({pictures}/{self.name}.svg)", ""]
        shown = self.rows if len(self.rows) <= 20 else self.rows[:: len(self.rows) // 10]
        lines += [self.unit + (f"; every {len(self.rows) // 10}th row, all are in `{self.name}.csv`" if shown is not self.rows else ""), "",
                  f"| {self.axis} | " + " | ".join(self.series) + " |", "|---|" + "---:|" * len(self.series)]
        for place, values in shown:
            cells = [shown_number(values[s]) if s in values else "" for s in self.series]
            lines.append(f"| {place if isinstance(place, str) else f'{place:,}'} | " + " | ".join(cells) + " |")
        return "\n".join(lines) + "\n"


def shown_number(value):
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.2f}" if abs(value) >= 0.1 or value == 0 else f"{value:.2g}"


def ratios(rows, over, under, words):
    """`2.00 on rmat, 0.50 on road`: series over series, by row."""
    found = [(place, values[over] / values[under]) for place, values in rows if values.get(over) and values.get(under)]
    return f"{words}: " + ", ".join(f"{ratio:.2f} on {place}" for place, ratio in found) + "." if found else "not measured."


def wrapped(text):
    """Paragraphs of at most 100 columns; tables, lists, code and pictures stay."""
    return "\n".join(textwrap.fill(line, 100, break_on_hyphens=False, break_long_words=False) if re.match(r"[\w`\"]", line) else line
                     for line in text.split("\n"))


def main(bench, paper, makers, notes):
    """What a plot.py does: the figures that `makers` make of the rows of the folder in its first word go to the folder in its second one, with
    page.md, which is printed. A third word is another place for the page, beside that folder. What OUT/summary.md says stands before the figures.
    `notes`: from the rows to lines for the head of the page."""
    out = pathlib.Path(sys.argv[1])
    results = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else out / "figures"
    place = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else results / "page.md"
    results.mkdir(parents=True, exist_ok=True)
    rows = Rows(out)
    figures = [figure for make in makers for figure in make(rows) if figure.rows]
    for figure in figures:
        figure.write(results)
    commands = [f"{bench}/pack.sh pack", "pack/on_device.sh out", f"{bench}/plot.py out results"]
    lines = [f"# The evaluation of {paper}", "", "; ".join(rows.machine) + ".", "", *(f"    {command}" for command in commands), "", *notes(rows), ""]
    verified = sum(row["verified"] == "True" for every in rows.every.values() for row in every)
    lines += [f"{sum(map(len, rows.every.values())) + len(rows.wrong):,} measurements, {verified:,} compared with a reference, {len(rows.wrong)} wrong.", ""]
    if rows.wrong:
        lines += [f"- {row['report']}: {row['variant']} DIFFERS from its reference and is left out" for row in rows.wrong] + [""]
    if (out / "summary.md").exists():
        lines += [(out / "summary.md").read_text()]
    pictures = "." if place.parent == results else results.name
    page = wrapped("\n".join(lines) + "\n" + "\n".join(figure.text(pictures) for figure in figures))
    place.write_text(page)
    print(page)
