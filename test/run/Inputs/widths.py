"""Whether a run chose the width of virtual warps by the slots that all widths take: widths.py REPORT. The first run has
`warp:auto`, the others have one width each; all have the same nodes in every round. Prints the widths, and whether each is the widest
within 1/64 of the fewest slots."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    chosen, *fixed = json.load(file)["runs"]


def slots(stage):
    return sum(stage["actual"][part] for part in ("edges", "intra", "inter"))


widths = []
for i, stage in enumerate(chosen["metrics"]):
    taken = {run["metrics"][i]["lanes"]: slots(run["metrics"][i]) for run in fixed}
    fewest = min(*taken.values(), slots(stage))
    good = [width for width, number in taken.items() if number <= fewest + fewest // 64]
    assert stage["lanes"] == max(good), (stage["round"], stage["lanes"], taken)
    assert slots(stage) == taken[stage["lanes"]], (stage, taken)
    widths.append(stage["lanes"])
print("widths", *widths)
