# Documents can be read at once: lines of at most 100 columns, cells of at most 120, no phrase that reads like a riddle:
# `documents.py ROOT`. Free of these rules are docs/mappings.md, which gdslc prints, and bench/results, which are records.
import re

import markdown
import sources

LINE, CELL = 100, 120
FREE = ("docs/mappings.md", "bench/results/")

# What to look for, and what to write.
RIDDLES = {
    r"\bbehind\b": "after",
    r"\bnobody\b": "no thread, no test, nothing: the thing that does not",
    r"\bwhoever\b": "the thread, iteration or reader that",
    r"\bdealt out\b|\bdeals? out\b|\bhand(?:s|ed)? out work\b": "distributed",
    r"\b(?:one|a|an) (?:thread|warp|virtual warp|lane|block|bit|byte|mark|flag|line|row|value|buffer) an? "
    r"(?:item|node|edge|row|line|round|thread|block|record|measurement|iteration|run|mapping|file)\b": "`per` for `a`",
    r"\bthreads a block\b|\brecords a stream\b|\bnodes a thread\b": "`per` for `a`",
    r"\bparts? (?:its|their|the) stages\b": "separated",
    r"\bis said by\b|\bas is said\b": "the part that reports it",
    r"\bin vain\b": "without effect, or redundant",
    r"\btakes? (?:its|their|the) flags? down\b": "clears the flag",
    r"\bto be had\b": "available",
    r"\bgo(?:es)? through more than\b": "exceeds, or is clamped",
    r"\bis no (?=(?:mapping|option|number|element|premise|type|file|word|operator|place|statement)\b)": "is not a, or invalid",
    r"\blaid onto\b": "assigned to",
    r"\bstands? (?=(?:in|under|before|between|there|beside|here|with|on)\b)": "is",
}


def faults(text):
    for number, kind, line in markdown.lines(text):
        if kind in ("prose", "heading") and len(markdown.shown(line)) > LINE:
            yield number, f"{len(line)} columns; at most {LINE}"
        if kind == "table":
            long = [cell for cell in markdown.cells(markdown.shown(line)) if len(cell) > CELL]
            yield from ((number, f"a cell of {len(cell)} characters; at most {CELL}") for cell in long)
        if kind in ("prose", "heading", "table"):
            for pattern, instead in RIDDLES.items():
                if found := re.search(pattern, markdown.without_code(line), re.I):
                    yield number, f"`{found[0].strip()}` reads like a riddle; write: {instead}"


findings, looked_at = [], 0
for path in sources.files({".md"}):
    name = str(path.relative_to(sources.root()))
    if name.startswith(FREE):
        continue
    looked_at += 1
    findings += [f"{name}:{number}: {fault}" for number, fault in faults(path.read_text())]
sources.report(findings, looked_at)
