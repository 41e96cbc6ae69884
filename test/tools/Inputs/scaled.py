"""The counts of a page are those of a table, scaled to its graph: scaled.py DATA.json TABLE.json."""
import json
import sys

data, table = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
counts = {row["mapping"].replace("default", ""): row for row in table["rows"]}
names = ("issued", "active_lanes", "sectors", "atomics")
for row in data["rows"]:
    source = counts[row["mapping"]]
    factor, rounds = data["edges"] / source["graph_edges"], row["rounds"][0] / source["rounds"]
    for name, value in zip(names, row["counted"][0]):
        assert abs(value - factor * source["counted"][name]) < 1e-6 * max(value, 1), (row["mapping"], name)
    assert abs(row["counted"][0][4] - rounds * source["counted"]["launches"]) < 1e-6
    assert row["costs"] and row["figures"][0][0] > 0
assert data["unit"] == "ms"
print(f"{len(data['rows'])} mappings with {factor:.0f} times the counts of {data['estimate']}, "
      f"at {data['prices']['launch']:.0f} ns a launch of {data['prices']['device']}")
