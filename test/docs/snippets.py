"""Compares the marked code blocks of a document with the files and outputs that they are cut from: `same as FILE`,
`part of: FILE`, `part of: gdslc WORDS`.
Usage: snippets.py DOCUMENT ROOT GDSLC"""
import re
import subprocess
import sys

document, root, gdslc = sys.argv[1:]
text = open(document).read()
blocks = re.findall(r"<!-- (same as|part of): ?(.*?) -->\n```\w*\n(.*?)\n```\n", text.replace("same as ", "same as: "), re.S)
if not blocks:
    sys.exit(f"{document}: no marked block was found")
for how, source, block in blocks:
    if how == "same as":
        whole = open(f"{root}/{source}").read().rstrip("\n")
        good = block == whole
    elif not source.startswith("gdslc "):
        good = block in open(f"{root}/{source}").read()
    else:
        words = source.split()[1:]
        whole = subprocess.run([gdslc, *words, "-o", "-"], cwd=root, check=True, capture_output=True, text=True).stdout
        good = block in whole
    if not good:
        sys.exit(f"{document}: the block marked `{source}` is not what it says:\n{block}")
print(f"{len(blocks)} blocks are as marked")
