# No unfinished work, no paths of one machine, no names of who or what wrote the code: `words.py ROOT`.
import re

import sources

# Put together here, so that this file does not find itself.
UNFINISHED = r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX"]) + r")\b"
WORKPLACE = "|".join(["/wo" + "rk/", r"/tmp/\w", "/ro" + "ot/", r"\.libr" + "ary", r"(?i:\bcl" + r"aude\b)",
                      "(?i:anth" + "ropic)", r"(?i:chat" + "gpt)", r"(?<!docs/)(?<!\]\()mapp" + r"ings\.md", "design" + r"\.md"])

findings, looked_at = [], 0
for path in sources.files():
    name = path.relative_to(sources.root())
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        continue  # test inputs that are no text
    looked_at += 1
    for number, line in enumerate(text.splitlines(), 1):
        for what, pattern in (("unfinished", UNFINISHED), ("of one workplace", WORKPLACE)):
            if found := re.search(pattern, line):
                findings.append(f"{name}:{number}: `{found[0]}` is {what}")
sources.report(findings, looked_at)
