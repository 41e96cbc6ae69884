#!/usr/bin/env python3
"""On the GPU machine: compiles the pack beside it (memory.py), runs each of its mappings alone, and compares the forecast that came with the pack
with what was taken: `check_memory.py`. Prints a table; exit status 1 if one is off by more than 5 %, or did not run.

Allocated: what the runner's buffers hold. Less free: by how much cudaMemGetInfo tells less free memory after the run than before anything was
allocated; in pages of 2 MiB, and with what the driver keeps for kernels and graphs. Code is loaded before (CUDA_MODULE_LOADING=EAGER)."""
import csv
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOLERANCE = 0.05


def number(text, name):
    found = re.search(rf"^  {name} +(\d+)$", text, re.M)
    return int(found[1]) if found else None


def off(bytes, forecast):
    return "-" if bytes is None else f"{100 * (bytes - forecast) / forecast:+.2f} %"


def main():
    subprocess.run([HERE / "run", "--build", "--quiet"], check=True)
    bin = HERE / "build" / os.environ.get("ARCH", "sm_90") / "bin"
    environment = os.environ | {"CUDA_MODULE_LOADING": "EAGER"}
    failures = 0
    print("| program | mapping | forecast here | forecast there | allocated | off | less free | off | |\n|---|---|---:|---:|---:|---:|---:|---:|---|")
    with open(HERE / "forecast.csv", newline="") as file:
        rows = list(csv.reader(file))
    for program, variant, given, options in rows:
        done = subprocess.run([bin / program, f"--variant={variant}", *options.split(), "--explain-memory", "--quiet"], capture_output=True, text=True,
                              env=environment, cwd=HERE)
        forecast = int(given)
        again, allocated, less = (number(done.stdout, name) for name in ("sum", "allocated", "less free"))
        right = done.returncode == 0 and again == forecast and all(
            bytes is not None and abs(bytes - forecast) <= TOLERANCE * forecast for bytes in (allocated, less))
        failures += not right
        print(f"| {program} | {variant} | {forecast:,} | {again} | {allocated} | {off(allocated, forecast)} | {less} | {off(less, forecast)} "
              f"| {'' if right else 'WRONG'} |", flush=True)
        if done.returncode != 0:
            print(done.stderr[-400:])
    print(f"\n{len(rows)} mappings, {failures} not within {100 * TOLERANCE:.0f} %")
    return bool(failures) or not rows


sys.exit(main())
