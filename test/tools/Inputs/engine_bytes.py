"""Prints the forecast of a report: engine_bytes.py REPORT."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    print(json.load(file)["memory"]["engine_bytes"])
