"""What a choice is worth, as Markdown. A row is a cell with the costs of default, best single mapping and auto, and what auto chose."""
import math

from tables import DEFAULT

TABLE = """| cells | number | choice not measured | default | best single | auto | worst of auto | slowest | gap closed | auto, of all measured | auto, what was not measured as 5 times the best |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""


def percent(logs):
    return f"{100 * math.exp(-sum(logs) / len(logs)):.0f} %" if logs else "-"


def show(rows):
    print(TABLE)
    summary("all", rows)
    summary("0.2 ms and more", [row for row in rows if row[0].best >= 0.2])
    summary("below 0.2 ms", [row for row in rows if row[0].best < 0.2])
    for program in sorted({row[0].program for row in rows}):
        summary(program, [row for row in rows if row[0].program == program])
    for shape in sorted({row[0].shape for row in rows}):
        summary(shape, [row for row in rows if row[0].shape == shape])
    print("\n| program | graph | best ms | best | default | best single | auto | chosen |\n|---|---|---:|---|---:|---:|---:|---|")
    for cell, default, single, auto, chosen in rows:
        best = min(cell.times, key=cell.times.get)
        print(f"| {cell.program} | {cell.graph} | {cell.best:.3f} | {best} | {math.exp(default):.2f} | {math.exp(single):.2f} | "
              f"{math.exp(auto):.2f} | {chosen} |")


def summary(title, rows):
    pessimistic = percent([row[3] for row in rows])
    unknown = len(rows)
    rows = [row for row in rows if row[0].is_known(row[4])]
    unknown -= len(rows)
    if not rows:
        return
    default = [row[1] for row in rows if row[0].is_known(DEFAULT)]
    single, auto = ([row[i] for row in rows] for i in (2, 3))
    of_all = [row[3] + math.log(row[0].best / row[0].best_of_all) for row in rows]
    gap = sum(single)
    closed = f"{100 * (gap - sum(auto)) / gap:.0f} %" if gap > 0 else "-"
    print(f"| {title} | {len(rows)} | {unknown or ''} | {percent(default)} | {percent(single)} | {percent(auto)} | {100 * math.exp(-max(auto)):.0f} % | "
          f"{math.exp(max(auto)):.1f} × | {closed} | {percent(of_all)} | {pessimistic} |")
