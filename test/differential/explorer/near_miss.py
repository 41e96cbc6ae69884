"""Near misses: programs from accepted ones by weakening one premise of one rule of the race check. Each has to be refused, or to have one
result. Usage: near_miss.py [--each=N] [--seed=S] FILES… prints them for gdsl-exhaust: of each program all, or N drawn ones. A name says
the program, the premise, and what was done."""
import hashlib
import pathlib
import random
import re
import sys

import misses
import tree


def split(path):
    """The programs of a file: one, or many behind lines `//// NAME`."""
    text = path.read_text()
    parts = re.split(r"^//// (.*)\n", text, flags=re.M)
    return list(zip(parts[1::2], parts[2::2])) if len(parts) > 1 else [(path.stem, text)]


def near_misses(text):
    """(premise, what was done, text) of each, every text once."""
    program = tree.read(text)
    seen = {program.text()}
    for premise in misses.PREMISES:
        for what, made in premise(program):
            new = made.text()
            if new not in seen:
                seen.add(new)
                yield premise.__name__, what, new


def main():
    options = dict(word.lstrip("-").partition("=")[::2] for word in sys.argv[1:] if word.startswith("--"))
    draw = random.Random(int(options.get("seed", 1)))
    for path in (pathlib.Path(word) for word in sys.argv[1:] if not word.startswith("--")):
        for name, text in split(path):
            made = list(near_misses(text))
            if "each" in options:
                made = draw.sample(made, min(int(options["each"]), len(made)))
            for premise, what, new in made:
                mark = hashlib.sha256(new.encode()).hexdigest()[:8]
                print(f"//// {name}-{premise}-{mark}\n// {what}\n{new}", end="")


if __name__ == "__main__":
    main()
