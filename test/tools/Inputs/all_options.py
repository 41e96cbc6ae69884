"""Every option of a help is among the completed ones, but those named: all_options.py HELP COMPLETIONS NAME…"""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    options = set(re.findall(r"^ +(?:-\w,)?(--[a-z][a-z-]+)", file.read(), re.MULTILINE))
with open(sys.argv[2], encoding="utf-8") as file:
    offered = {line.strip().rstrip("=") for line in file}
missing = options - offered - {f"--{name}" for name in sys.argv[3:]}
assert len(options) > 10 and not missing, f"of {len(options)} options, not offered: {missing}"
