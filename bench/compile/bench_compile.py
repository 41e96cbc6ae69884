# Measures how long gdslc takes, stage by stage, on the largest example and on generated programs of about
# 1,000 and 10,000 lines: `bench_compile.py [GDSLC]` prints a table. The best of several runs counts.
import pathlib
import subprocess
import sys
import tempfile
import time

GDSLC = sys.argv[1] if len(sys.argv) > 1 else "gdslc"
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
STAGES = ["tokens", "ast", "checked", "parallel", "mapped", "source"]
RUNS = 5

BLOCK = """    foreach node v {{
        var sum_{i} = 0
        foreach inneighbor u of v {{ sum_{i} += a[u] }}
        b[v] = sum_{i} + {i}
    }}
    foreach node v where b[v] > {i} {{
        foreach neighbor w of v {{ c[w] += b[v] }}
    }}
    foreach node v {{ a[v] min= b[v] }}
"""


def generated(lines):
    """A program of many small parallel loops."""
    body = "".join(BLOCK.format(i=i) for i in range(lines // BLOCK.count("\n")))
    return f"algorithm generated() -> a: node int, b: node int, c: node long {{\n{body}}}\n"


def seconds(path, stage):
    best = None
    for run in range(RUNS):
        begin = time.perf_counter()
        subprocess.run([GDSLC, path, f"--emit={stage}", "-o", "/dev/null", "--header=/dev/null"], check=True,
                       stderr=subprocess.DEVNULL)
        spent = time.perf_counter() - begin
        best = spent if best is None else min(best, spent)
        if spent > 10:
            break  # once is enough of what takes long
    return best


def main():
    largest = max(EXAMPLES.glob("*/*.gdsl"), key=lambda path: len(path.read_text().splitlines()))
    print(f"{'program':<24}{'lines':>7}" + "".join(f"{stage:>10}" for stage in STAGES) + "   (ms)")
    with tempfile.TemporaryDirectory() as folder:
        paths = [largest]
        for lines in (1000, 10000):
            paths.append(pathlib.Path(folder) / f"generated_{lines}.gdsl")
            paths[-1].write_text(generated(lines))
        for path in paths:
            times = [f"{seconds(path, stage) * 1000:10.1f}" for stage in STAGES]
            print(f"{path.stem:<24}{len(path.read_text().splitlines()):>7}{''.join(times)}", flush=True)


if __name__ == "__main__":
    main()
