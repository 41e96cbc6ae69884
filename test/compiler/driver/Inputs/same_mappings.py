"""The table of --list-mappings and its JSON have the same values: same_mappings.py TABLE JSON."""
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    table = re.findall(r"^  (\w+=\S+)", file.read(), re.MULTILINE)
with open(sys.argv[2], encoding="utf-8") as file:
    axes = json.load(file)["axes"]
listed = [f"{axis['key']}={value['form']}" for axis in axes for value in axis["values"]]
assert table == listed, set(table) ^ set(listed)
assert all(value["summary"] and value["source"] for axis in axes for value in axis["values"])
print(len(listed), "values in both")
