# Draws the picture of the front page: `picture.py [PAGE] > docs/images/mappings.svg`. PAGE is the measurement that it shows, by
# default the one below. All numbers, the machine and the graphs are read from that page. The text has no font metrics and no
# library behind it, so the same page gives the same bytes everywhere.
import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).parent / "2026-11-24-twc-and-barriers-h100.md"
PROGRAMS = ["BFS", "SSSP", "PageRank"]
GRAPHS = ["rmat", "road", "uniform"]
RESIDENT = "loop=persistent"

LEFT, TOP, CELL, GAP, BAR, PITCH = 124, 66, 236, 18, 11, 16
# Gray and blue that are readable on white and on black: the picture has no background of its own.
STYLE = """text { font: 11px sans-serif; fill: #7a828c } .head { font-size: 13px; font-weight: bold } .best { fill: #388bfd; font-weight: bold }
rect { fill: #8b949e; fill-opacity: 0.5 } rect.best { fill-opacity: 0.9 } .name { text-anchor: end }"""


def tables(text):
    """The tables of the page, each as rows of column name -> cell."""
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        rows = [[cell.strip().strip("*`") for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
        yield [dict(zip(rows[0], row)) for row in rows[2:]]


def measured(text):
    """(program, graph) -> [(mapping, milliseconds, remark)]: the granularities under the host loop, and the fastest resident kernel with
    its granularity. A cell that was not measured has no milliseconds."""
    granularities, resident = tables(text)
    cells = {}
    for row in granularities:
        granularity = {name: time for name, time in row.items() if name not in ("program", "graph") and "," not in name}
        times = [(name, float(time) if time else None, "") for name, time in granularity.items()]
        cells[row["program"], row["graph"]] = times
    for (program, graph), times in cells.items():
        rows = [row for row in resident if (row["program"], row["graph"]) == (program, graph)]
        best = min(rows, key=lambda row: float(row["resident, now"]))
        times.append((RESIDENT, float(best["resident, now"]), best["granularity"]))
    return cells


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def bars(times, names, left, top):
    """The bars of one program on one graph; the longest fills the cell, the fastest mapping stands out."""
    known = [time for _, time, _ in times if time]
    slowest, fastest = max(known), min(known)
    for name, time, remark in times:
        y = top + names.index(name) * PITCH
        if not time:
            yield f'<text x="{left}" y="{y + BAR - 1}">not measured</text>'
            continue
        best = ' class="best"' if time == fastest else ""
        width = (CELL - 48) * time / slowest
        shown = f"{time:.{2 if time < 10 else 1}f} {remark}".rstrip()
        yield f'<rect{best} x="{left}" y="{y}" width="{width:.1f}" height="{BAR}"/>'
        yield f'<text{best} x="{left + width + 4:.1f}" y="{y + BAR - 1}">{shown}</text>'


def picture(text, page):
    cells = measured(text)
    names = list(dict.fromkeys(name for times in cells.values() for name, _, _ in times))
    generators = dict(re.findall(r"(\w+) is `([^`]+)`", text))
    machine = re.search(r"^(\d{4}-\d\d-\d\d), ([^,]+)", text, re.M)
    block = len(names) * PITCH + 34
    width, height = LEFT + len(GRAPHS) * (CELL + GAP), TOP + len(PROGRAMS) * block + 14
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
    yield f"<title>{', '.join(PROGRAMS)} under {len(names)} mappings on three graphs</title>\n<style>{STYLE}</style>"
    for column, graph in enumerate(GRAPHS):
        left = LEFT + column * (CELL + GAP)
        yield f'<text class="head" x="{left}" y="20">{graph}</text>\n<text x="{left}" y="36">{escaped(generators[graph])}</text>'
    for row, program in enumerate(PROGRAMS):
        top = TOP + row * block
        yield f'<text class="head name" x="{LEFT - 10}" y="{top - 8}">{program}, ms</text>'
        for number, name in enumerate(names):
            yield f'<text class="name" x="{LEFT - 10}" y="{top + number * PITCH + BAR - 1}">{escaped(name)}</text>'
        for column, graph in enumerate(GRAPHS):
            yield from bars(cells[program, graph], names, LEFT + column * (CELL + GAP), top)
    yield f'<text x="{LEFT}" y="{height - 12}">{machine[2]}, {page.name}. Each panel has its own scale; blue is the fastest.</text>'
    yield "</svg>"


page = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
print("\n".join(picture(page.read_text(), page)))
