"""The data of a report on the SIMT engine are those of its rows: report_json.py DATA.json."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    data = json.load(file)
assert data["unit"] == "cost" and data["engine"] == "simt" and data["graphs"] == ["rmat:6:4"]
assert any(row["mapping"] == "" for row in data["rows"])
for row in data["rows"]:
    (value, least, most, runs), (issued, lanes, sectors, atomics, launches, barriers) = row["figures"][0], row["counted"][0]
    assert launches > row["rounds"][0] and barriers == 0, row["counted"]
    assert value == least == most == issued + 8 * (sectors + atomics) and runs == 1 and lanes <= 32 * issued
    # The costs of the lines are parts of the whole, to four digits.
    for place, whole in enumerate((issued, lanes, sectors, atomics), 1):
        assert abs(sum(cost[place] for cost in row["costs"]) - whole) <= 0.001 * whole, (row["mapping"], place)
    # A line of the kernel stems from the line of the program that says the same.
    assert len(row["origins"]) == len(row["source"]), row["mapping"]
    said = ["".join(piece[1:] for piece in data["lines"][line]) for line in data["text"]]
    stores = [said[origin - 1] for line, origin in zip(row["source"], row["origins"])
              if "&level[w], round" in "".join(piece[1:] for piece in data["lines"][line])]
    assert stores and all("level[w] = round" in store for store in stores), (row["mapping"], stores)
    text = "\n".join("".join(piece[1:] for piece in data["lines"][line]) for line in row["source"])
    assert "__global__" in text and text.startswith("#include")
(fact,) = data["refused"]
assert fact["mappings"] and all("chunked" in mapping for mapping in fact["mappings"]), fact
