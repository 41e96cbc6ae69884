# Runs a program and compares one number: `count.py count|components NUMBER gdsl run …`, the scalar result
# `count`, or the number of different values of the result `component`.
import json
import subprocess
import sys

what, expected = sys.argv[1], int(sys.argv[2])
output = ["--json=-"] if what == "count" else ["--output=component=-"]
done = subprocess.run([*sys.argv[3:], *output, "--quiet"], capture_output=True, text=True)
if done.returncode != 0:
    sys.exit(f"status {done.returncode}: {done.stderr}")
if what == "count":
    seen = json.loads(done.stdout)["results"]["count"]
else:
    seen = len({line.split()[1] for line in done.stdout.splitlines()})
print(f"{what}: {seen}, expected {expected}")
sys.exit(seen != expected)
