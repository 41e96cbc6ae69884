"""Takes statements out of programs that have two results, and parts of statements, for as long as they are accepted and have two.
Usage: smaller.py FILES… (programs as gdsl-exhaust takes them) [--unchecked]: prints them, each behind a line `//// NAME`."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import tree

TOOL = os.environ.get("GDSL_EXHAUST", "gdsl-exhaust")


def split(text):
    """Names and texts of the programs in a file."""
    parts = re.split(r"^//// (.*)\n", text, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def explored(programs, options=()):
    """What gdsl-exhaust says of each text: the word, and the whole report."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(f"//// {i}\n{text}" for i, text in enumerate(programs)))
        file.flush()
        said = subprocess.run([TOOL, file.name, *options], capture_output=True, text=True, check=True).stdout
    reports = re.split(r"^(?=\d+: (?:one|two|open|exhausted|refused|invalid) \()", said, flags=re.M)[1:]
    return [(re.match(r"\d+: (\w+)", report)[1], report) for report in reports]


def smaller(program):
    """Programs with one thing less."""
    for number, definition in enumerate(program.definitions):
        if len(program.definitions) > 1 and number < len(program.definitions) - 1:
            made = program.copy()
            del made.definitions[number]
            yield made
        for place in range(len(list(tree.walk(definition.body)))):
            for change in range(5):
                made = program.copy()
                block, at, _ = list(tree.walk(made.definitions[number].body))[place]
                if changed(block, at, change):
                    yield made
    head = program.definitions[-1].head
    parameters, results = re.match(r".*?\((.*?)\) -> (.*)", head).groups()
    for one in [*parameters.split(", "), *re.sub(r" requires .*", "", results).split(", ")]:
        for text in (f", {one}", f"{one}, "):
            if text in head:
                made = program.copy()
                made.definitions[-1].head = head.replace(text, "", 1)
                yield made
                break
    if " requires " in head:
        made = program.copy()
        made.definitions[-1].head = re.sub(r" requires .*", "", head)
        yield made


def changed(block, at, change):
    one = block[at]
    if change == 0:
        del block[at]
    elif change == 1 and one.body is not None:
        block[at:at + 1] = one.body
    elif change == 2 and one.other is not None:
        one.other = None
    elif change == 3 and re.search(r" (where|until|with) ", one.head):
        one.head = re.sub(r" (where|until|with) .*", "", one.head)
    elif change == 4 and re.search(r" (and|or) ", one.head):
        one.head = re.sub(r" (and|or) .*", "", one.head)
    else:
        return False
    return True


def made_smaller(text, options=()):
    program, report = tree.read(text), ""
    while True:
        candidates = list(smaller(program))
        for candidate, (word, said) in zip(candidates, explored([one.text() for one in candidates], options)):
            if word == "two":
                program, report = candidate, said
                break
        else:
            return program.text(), report


if __name__ == "__main__":
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    for path in (word for word in sys.argv[1:] if not word.startswith("--")):
        for name, text in split(pathlib.Path(path).read_text()):
            smallest, report = made_smaller(text, options)
            print(f"//// {name}\n{smallest}" + "".join(f"// {line}\n" for line in report.splitlines()[1:]), flush=True)
