"""Prints the default of every option, a line each, as a .map file; with FILTER, of those whose key is none of these."""
import json
import subprocess
import sys

listed = json.loads(subprocess.run(["gdslc", "--list-mappings=json"], check=True, capture_output=True).stdout)
for axis in listed["axes"]:
    if axis["key"] not in sys.argv[1:]:
        print(f"{axis['key']}={axis['default']}")
