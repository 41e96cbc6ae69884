"""Each graph has at least so many lines in a ledger, and where cost is counted no line is there twice: in_ledger.py LEDGER GRAPH LINES…"""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = [json.loads(line) for line in file]
keys = [(line["text"], line["graph_identity"], line["arguments"]) for line in lines]
assert len(set(keys)) == len(keys) or lines[0]["engine"] != "simt", "a line is there twice"
for graph, least in zip(sys.argv[2::2], sys.argv[3::2]):
    count = sum(line["graph"] == graph for line in lines)
    assert count >= int(least), (graph, count, least)
