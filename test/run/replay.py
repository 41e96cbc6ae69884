# Runs the two orders that a report of --orders names: each gives the value that it is said to give.
# `replay.py REPORT COMMAND…`: the command prints lines `label value`; the result is that of one node.
import re
import subprocess
import sys

report = open(sys.argv[1]).read()
found = re.search(r"\w+\[(\d+)\] is (\S+) with --order=(\S+) and (\S+) with --order=([^;\s]+)", report)
label, *pairs = found.groups()
for value, order in zip(pairs[::2], pairs[1::2]):
    done = subprocess.run([*sys.argv[2:], f"--order={order}"], capture_output=True, text=True, check=True)
    if f"{label} {value}\n" not in done.stdout:
        sys.exit(f"--order={order} gives\n{done.stdout}not {value} at {label}")
