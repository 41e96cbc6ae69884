"""Prints the libFuzzer dictionary: all words and signs of tokens.def and all names that are built in.
Usage: dictionary.py DSL_FOLDER"""
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
words = re.findall(r'^MAXWARP_(?:KEYWORD|PUNCTUATOR)\(\w+, "(.+?)"\)', (folder / "syntax/tokens.def").read_text(), re.M)
words += re.findall(r'^MAXWARP_BUILTIN\(.*?"([a-z_]+)"\)', (folder / "check/builtins.def").read_text(), re.M)
words += ["import", "inneighbors", "adjacents", "up to", "set", "tally", "key", "neighbor", "inneighbor", "adjacent", "symmetric", "simple", "sorted", "tree", "all"]
if len(words) < 80:
    sys.exit(f"only {len(words)} words were found in {folder}")
for word in dict.fromkeys(words):
    print(f'"{word}"')
