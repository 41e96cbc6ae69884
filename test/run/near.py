# Reads what --explain-memory prints: the sums of the forecast, what was allocated, and what the device has less of have to be within 5 %.
import re
import sys

text = sys.stdin.read()
sums = [int(n) for n in re.findall(r"^  sum +(\d+)$", text, re.M)]
parts = [int(n) for n in re.findall(r"^  (?:graph|argument|result|workspace) .* (\d+)$", text, re.M)]
allocated = [int(n) for n in re.findall(r"^  allocated +(\d+)$", text, re.M)]
assert len(sums) == len(allocated) > 0 and len(parts) > len(sums), text
assert sum(parts) == sum(sums), text
assert abs(sums[0] - allocated[0]) <= 0.05 * allocated[0], text
less = [int(n) for n in re.findall(r"^  less free +(\d+)$", text, re.M)]
assert all(abs(sums[0] - bytes) <= 0.05 * bytes for bytes in less[:1]), text
print(f"{len(parts)} parts, within 5 %")
