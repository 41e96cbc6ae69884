"""The table of --list-mappings and its JSON have the same values: same_mappings.py TABLE JSON."""
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    table = re.findall(r"^  ([\w-]+=\S+)", file.read(), re.MULTILINE)
with open(sys.argv[2], encoding="utf-8") as file:
    axes = json.load(file)["axes"]
listed = [f"{axis['key']}={value['form']}" for axis in axes for value in axis["values"]]
assert table == listed, set(table) ^ set(listed)
assert all(value["summary"] and value["source"] for axis in axes for value in axis["values"])
# A form with a parameter names its values: none of them still has the place of one.
tried = [value for axis in axes for form in axis["values"] for value in form["trials"] + form["probes"]]
assert not [value for value in tried if re.search(r"[A-Z\[]", value)], tried
assert all(form["probes"] for axis in axes for form in axis["values"])
assert any(axis["decisive"] for axis in axes)
print(len(listed), "values in both")
