# Prints docs/mappings.md from what gdslc says: `mappings.py ROOT`, gdslc being on the PATH. `… > docs/mappings.md` renews it.
import pathlib
import re
import subprocess
import sys

HEAD = """# Mapping options

Printed by `test/docs/mappings.py`, from the table that the option parser and the legality checks read; a test compares.

A mapping is written `--map=key=value,…`, for all loops that have the option, or with a label in front, `label.key=value`, for
the loop `label:` alone. A loop without a label goes by the name that `--explain` prints: `compute_rank.granularity=warp:8`.
Each key is an option of gdslc as well, `--key=value`. A key that can be `auto` may stand alone or with its value
after a colon: `split`, `split:118`. `--map=default` is all defaults; without any option gdslc takes the best single mapping for CUDA
([how](tuning.md#without-an-option-the-best-single-mapping)). A `.map` file has one `key=value` a line, or `default`; it may name all options, since defaults that do
nothing in a program are ignored.

Results are the same under every `reorder`, but for the last digits of some sums of real numbers
([which](graphs.md#results-under-another-numbering)).

"""
LEGALITY = """
## What which loop may have

Small programs, one construct each, in `docs/constructs`; `gdslc PROGRAM --list-legality` prints the same for any program, and
for each of its loops that has a label. Each option is tried alone, with the first value that tests use: a dot says that the loop may have it, a dash that no loop of the program has
such an option, a number why it is wrong, a number in brackets why it is not there yet. What an option needs besides, gdslc chooses or names.

"""

root = pathlib.Path(sys.argv[1])


def gdslc(*words):
    return subprocess.run(["gdslc", *words], capture_output=True, text=True, check=True).stdout


def verdict(said, reasons):
    kind, _, message = said.partition(": ")
    if kind in ("legal", "needs"):
        return "·"
    assert kind in ("wrong", "not yet", "ignored"), said
    if "this program has none" in message:
        return "–"
    if kind == "ignored":  # a default that means something with another option
        return "·"
    reason = re.sub(r"^this loop cannot have `[^`]*`(?: yet)?: ", "", message)
    reason = re.sub(r" \(\d+:\d+\)$", "", reason)  # the place in the program
    number = reasons.setdefault((kind, reason), len(reasons) + 1)
    return f"{number}" if kind == "wrong" else f"({number})"


print(HEAD + gdslc("--list-mappings=markdown").rstrip())
programs = sorted((root / "docs" / "constructs").glob("*.gdsl"))
rows, reasons = {}, {}
for program in programs:
    for line in gdslc(str(program), "--list-legality").splitlines():
        setting, said = line.split(maxsplit=1)
        rows.setdefault(setting, []).append(verdict(said, reasons))
print(LEGALITY + "| option | " + " | ".join(program.stem.replace("_", " ") for program in programs) + " |")
print("|---" * (len(programs) + 1) + "|")
for setting, cells in rows.items():
    print(f"| `{setting}` | " + " | ".join(cells) + " |")
print()
for (kind, reason), number in reasons.items():
    print(f"{number}. {'' if kind == 'wrong' else 'Not yet: '}{reason if kind != 'wrong' else reason[0].upper() + reason[1:]}.")
print("\n| construct | what it shows |\n|---|---|")
for program in programs:
    print(f"| `{program.stem}` | {program.read_text().splitlines()[0].removeprefix('/// ')} |")
