"""The data of a report on the SIMT engine are those of its rows: report_json.py DATA.json."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    data = json.load(file)
assert data["unit"] == "cost" and data["engine"] == "simt" and data["graphs"] == ["rmat:6:4"]
assert any(row["mapping"] == "" for row in data["rows"])
for row in data["rows"]:
    (value, least, most, runs), (issued, lanes, sectors, atomics) = row["figures"][0], row["counted"][0]
    assert value == least == most == issued + 8 * (sectors + atomics) and runs == 1 and lanes <= 32 * issued
    text = "\n".join("".join(piece[1:] for piece in data["lines"][line]) for line in row["source"])
    assert "__global__" in text and text.startswith("#include")
(fact,) = data["refused"]
assert fact["mappings"] and all("chunked" in mapping for mapping in fact["mappings"]), fact
