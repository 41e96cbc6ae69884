# Runs a program under many mappings on all small graphs and compares with reference algorithms.
# `matrix.py PROG --engine=simt|openmp|cuda [--order=forward] [--nodes=2] [--edges=N] [--set=NAME=VALUE] [--single|--values] [--part=I/N]`: exit status 1
# on any wrong answer, race, access out of bounds, crash or mapping that does not compile.
import argparse
import os
import re
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "compiler"))
import cover

FINDING = re.compile(r"error: .*\[kernel .*, thread .*\]")  # how the SIMT engine reports
VARIANTS_A_PROGRAM = 16  # executables of this size compile in seconds and can share the cores
SECONDS = 900


def command(words, mappings):
    named = [f"--map=m{i}:{mapping}" for i, mapping in mappings]
    # The text as users get it; under --selftest there would be checks in it (checked.openmp.test).
    unchecked = ["--unchecked"] if words.engine == "openmp" else []
    return ["gdsl", "run", words.program, f"--engine={words.engine}", *unchecked, *named, "--", f"--selftest={words.nodes}",
            *([f"--selftest-edges={words.edges}"] if words.edges else []), *(f"-P{value}" for value in words.set)]


def run(words, mappings):
    """Exit status and output of the self-test of some mappings; the order is passed in the environment."""
    environment = dict(os.environ, MAXWARP_SIMT_ORDER=words.order)
    if not os.environ.get("MAXWARP_FULL"):  # few graphs: compiling takes longer than running
        environment["MAXWARP_SIMT_CXXFLAGS"] = "-O0"
    try:
        done = subprocess.run(command(words, mappings), env=environment, capture_output=True, text=True,
                              errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return 124, f"no end after {SECONDS} seconds"
    return done.returncode, done.stdout + done.stderr


def is_good(status, output, mappings):
    ran = dict(re.findall(r"^(\w+): ok (\d+) cases$", output, re.M))
    return status == 0 and not FINDING.search(output) and all(int(ran.get(f"m{i}", 0)) > 0 for i, _ in mappings)


def failures(words, mappings):
    """The failing ones of these mappings. Where one breaks the others' build, each is run alone."""
    status, output = run(words, mappings)
    if is_good(status, output, mappings):
        return 0
    if len(mappings) > 1:
        return sum(failures(words, [mapping]) for mapping in mappings)
    text = " ".join(shlex.quote(word) for word in command(words, mappings))
    print(f"FAILED (status {status}): MAXWARP_SIMT_ORDER={words.order} {text}")
    print("\n".join("    " + line for line in output.splitlines()[:12]), flush=True)
    return 1


def main():
    options = argparse.ArgumentParser(description="runs a program under many mappings on all small graphs")
    options.add_argument("program")
    options.add_argument("--engine", default="simt", choices=["simt", "openmp", "cuda"])
    options.add_argument("--order", default="forward", help="of the SIMT engine: forward, reverse, random:SEED")
    options.add_argument("--nodes", type=int, default=2, help="all directed graphs up to this size")
    options.add_argument("--edges", type=int, help="no graphs with more (default: all small graphs)")
    options.add_argument("--set", action="append", default=[], help="NAME=VALUE: a scalar argument, in place of its default")
    options.add_argument("--single", action="store_true", help="every value alone instead of all pairs")
    options.add_argument("--values", action="store_true", help="every value in some mapping instead of all pairs")
    options.add_argument("--part", default="0/1", help="only every Nth mapping, from the one at I on")
    words = options.parse_args()
    first, step = map(int, words.part.split("/"))
    target = "openmp" if words.engine == "openmp" else "cuda"
    covered = cover.single if words.single else cover.every_value if words.values else cover.pairwise
    mappings = list(enumerate(covered(words.program, target)))[first::step]
    chunks = [mappings[i:i + VARIANTS_A_PROGRAM] for i in range(0, len(mappings), VARIANTS_A_PROGRAM)]
    failed = sum(failures(words, chunk) for chunk in chunks)
    print(f"{len(mappings)} mappings, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
