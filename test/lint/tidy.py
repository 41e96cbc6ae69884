"""clang-tidy with the checks of .clang-tidy finds nothing: `tidy.py ROOT BUILD [--sources | FILE…]`. All headers, in one translation unit
a part of the project, which takes seconds; with --sources, or with files, these sources as the build compiles them (BUILD has the commands;
3 seconds of a core each, so the short form of the tests leaves them to the long one)."""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import sources

root, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
tidy = shutil.which("clang-tidy-22") or shutil.which("clang-tidy") or sys.exit("no clang-tidy found")
# The headers of a part are compiled with all folders and macros of its sources. The CUDA side of the runtime is compiled by nvcc, and SIMT kernels by their own flags.
PARTS = {"dsl": "dsl/", "compiler": "compiler/", "runtime": "runtime/", "simt": "runtime/simt/", "tools": "tools/"}
NOT_HERE = ("runtime/include/", "runtime/simt/include/", "runtime/simt/pass/")


def part_of(name):
    return max((part for part, folder in PARTS.items() if name.startswith(folder)), key=lambda part: len(PARTS[part]), default=None)


def commands():
    """Name of a source -> the words that compile it."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if path.is_relative_to(root) and part_of(name := str(path.relative_to(root))):
            found.setdefault(name, shlex.split(entry["command"]))
    return found


def flags(words):
    """Without the output, the source, and the precompiled header, which a build folder need not have."""
    words = words[1:words.index("-o")]
    kept, skip = [], False
    for word, following in zip(words, words[1:] + [""]):
        if skip:
            skip = False
        elif word == "-Xclang":
            skip = True
        elif word not in ("-Werror", "-Winvalid-pch"):
            kept.append(word)
    return kept


def settings(words):
    """The folders of headers and the macros, a word each."""
    pairs = zip(words, words[1:])
    return [f"{word}{following}" if word == "-isystem" else word for word, following in pairs if word.startswith(("-I", "-D", "-isystem"))]


def check(name, path, words):
    """What clang-tidy says of a file, a line each."""
    done = subprocess.run([tidy, f"--config-file={root / '.clang-tidy'}", "--quiet", path, "--", *words], capture_output=True, text=True)
    lines = re.findall(r"^(\S+?:\d+):\d+: (?:error|warning): (.*)$", done.stdout, re.M)
    if done.returncode and not lines:
        return [f"{name}: clang-tidy ended with {done.returncode}: {done.stderr.strip()[-300:]}"]
    return [f"{place.removeprefix(f'{root}/')}: {text}" for place, text in lines]


def check_headers(known):
    names = [str(path.resolve().relative_to(root)) for path in sources.files({".h"})]
    names = [name for name in names if part_of(name) and not name.startswith(NOT_HERE)]
    findings = []
    with tempfile.TemporaryDirectory() as folder:
        for part in PARTS:
            of_part = [name for name in names if part_of(name) == part]
            words = list(dict.fromkeys(word for name, words in known.items() if part_of(name) == part for word in settings(words)))
            if not of_part or not words:
                continue
            unit = pathlib.Path(folder) / f"{part}.cpp"
            unit.write_text("".join(f'#include "{name}"\n' for name in of_part))
            findings += check(part, unit, ["-std=c++20", *words])
    return findings, len(names)


known = commands()
if sys.argv[3:]:
    chosen = sorted(known) if sys.argv[3:] == ["--sources"] else sys.argv[3:]
    findings, looked_at = [found for name in chosen for found in check(name, root / name, flags(known[name]))], len(chosen)
else:
    findings, looked_at = check_headers(known)
sources.report(list(dict.fromkeys(findings)), looked_at)
