# Fails when a technique of `gdslc --list-mappings` or a kind of diagnostics.def has no test in this folder:
# `coverage.py DIAGNOSTICS.DEF FOLDER`.
import json
import pathlib
import re
import subprocess
import sys

definitions, tests = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
texts = {path.name: path.read_text() for path in tests.iterdir() if path.suffix in (".gdsl", ".test")}
checks = "\n".join(line for text in texts.values() for line in text.splitlines() if re.search(r"\b[A-Z]\w*(-NEXT)?:", line))
missing = []

# A technique is tested by a file that compiles with it and looks at the mapped IR or the text.
table = subprocess.run(["gdslc", "--list-mappings=json"], capture_output=True, text=True, check=True).stdout
techniques = [(axis["key"], value["form"]) for axis in json.loads(table)["axes"] for value in axis["values"]]
passing = [text for name, text in texts.items() if not name.startswith("fail_")]
for key, form in techniques:
    first = re.split(r"[:\[]", form)[0]
    word = key + "=" + (r"\d+" if first.isupper() and first.isalpha() else re.escape(first))
    if not any(re.search(rf"RUN:.*{word}\b", text) and "CHECK" in text for text in passing):
        missing.append(f"no test uses {key}={form}")

# A diagnostic is tested by a check that matches its whole sentence.
kinds = re.findall(r'^MAXWARP_DIAGNOSTIC\((\w+), \w+, "((?:[^"\\]|\\.)*)"', definitions.read_text(), re.M)
for name, message in kinds:
    pattern = ".+?".join(re.escape(part) for part in message.split("{}"))
    if not re.search(r"(error|remark|note): " + pattern + r"$", checks, re.M):
        missing.append(f"no test expects {name}: {message}")

# An error is expected by files called fail_…, and by no others.
for name, text in texts.items():
    if name.startswith("fail_") != bool(re.search(r"RUN:.*\bnot gdslc", text)):
        missing.append(f"{name}: the name starts with fail_ if and only if an error is expected")
print("\n".join(missing + [f"{len(techniques)} techniques, {len(kinds)} diagnostics, {len(missing)} findings"]))
sys.exit(bool(missing) or not techniques or not kinds)
