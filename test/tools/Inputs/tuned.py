"""A map names the mapping that an exploration ranks first: tuned.py MAP JSON."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    settings = [line.strip() for line in file if not line.startswith("#")]
with open(sys.argv[2], encoding="utf-8") as file:
    best = json.load(file)["rows"][0]["mapping"]
assert sorted(settings) == sorted(best.split(",")), (settings, best)
