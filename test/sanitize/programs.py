"""Runs the self-test of programs on the OpenMP engine, generated text and runtime under the sanitizers of this build.
Usage: programs.py SANITIZERS PROGRAM…: exit status 1 when one of them reports anything or gives a wrong answer."""
import os
import subprocess
import sys

sanitizers, *programs = sys.argv[1:]
MAPPINGS = ["block=128", "activation=topology", "direction=pull"]  # those that are legal; the first one always is
ARGUMENTS = {"survey_propagation.gdsl": ["--flips=300"]}  # 10,000 rounds on each unsatisfiable case take a minute


def is_legal(program, mapping):
    words = ["gdslc", program, "--target=openmp", "--emit=mapped", f"--map={mapping}", "-o", os.devnull]
    return subprocess.run(words, capture_output=True).returncode == 0


def run(program):
    mappings = [f"--map=m{i}:{mapping}" for i, mapping in enumerate(MAPPINGS) if i == 0 or is_legal(program, mapping)]
    flags = f"-O1 -g1 -fsanitize={sanitizers} -fno-sanitize-recover=all"
    # Threads that sleep between loops: more orders are seen than where all of them spin on fewer processors.
    environment = dict(os.environ, CXXFLAGS=flags, OMP_NUM_THREADS="4", OMP_WAIT_POLICY="passive")
    words = ["gdsl", "run", program, "--engine=openmp", *mappings, "--", "--selftest=1"]
    words += ARGUMENTS.get(os.path.basename(program), [])
    done = subprocess.run(words, env=environment, capture_output=True, text=True, errors="replace")
    output = done.stdout + done.stderr
    return done.returncode == 0 and output.count(": ok") >= len(mappings), output


failed = 0
for program in programs:
    good, output = run(program)
    if not good:
        failed += 1
        print(f"FAILED: {program}")
        print(program, *output.splitlines()[:40], sep="\n    ", file=sys.stderr)  # to the log, past FileCheck
print(f"{len(programs)} programs, {failed} failed")
sys.exit(1 if failed else 0)
