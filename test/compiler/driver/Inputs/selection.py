"""What --map=auto makes of every example: selection.py FOLDER_OF_EXAMPLES [OPTION instead]. At most four variants, with names of their own, all of which
the program may have; a tree that ends, and chooses each of them for some graph. Prints how many programs have a choice."""
import json
import pathlib
import subprocess
import sys


def ask(words, text=None):
    return subprocess.run(["gdslc", *words], input=text, capture_output=True, text=True, check=True).stdout


def leaves(tree, at=0):
    node = tree[at]
    if "variant" in node:
        return [node["variant"]]
    assert node["less"] > at and node["other"] > at, "a step back"
    assert set(node) == {"fact", "bound", "less", "other"}
    return leaves(tree, node["less"]) + leaves(tree, node["other"])


def check(program):
    selection = json.loads(ask([program, *options, "--emit=selection"]))
    names = [variant["name"] for variant in selection["variants"]]
    assert 1 <= len(names) <= 4 and len(set(names)) == len(names), names
    assert set(leaves(selection["tree"])) == set(range(len(names))), selection["tree"]
    mappings = [variant["mapping"] for variant in selection["variants"] if "=" in variant["mapping"]]
    answers = ask([program, "--judge-mappings=-"], "".join(mapping + "\n" for mapping in mappings)).splitlines()
    assert answers == ["legal"] * len(mappings), dict(zip(mappings, answers))
    return len(names) > 1


options = sys.argv[2:] or ["--map=auto"]
programs = sorted(pathlib.Path(sys.argv[1]).glob("*/*.gdsl"))
choices = [check(str(program)) for program in programs]
print(f"{len(programs)} programs, {sum(choices)} with a choice")
