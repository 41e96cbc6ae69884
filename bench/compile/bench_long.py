# Measures time and peak memory of gdslc on programs that are long in one way, at a size, twice and four times that:
# `bench_long.py [GDSLC]` prints a table, and ends with 1 if four times the size took more than six times the time
# or memory. The best of several runs counts; what an empty program takes is taken off both.
import os
import pathlib
import subprocess
import sys
import tempfile
import time

GDSLC = sys.argv[1] if len(sys.argv) > 1 else "gdslc"
RUNS = 3
MOST = 6  # for four times the size: linear is 4


def identifier(n):
    name = "a" * n
    return f"algorithm f({name}: node int) -> y: node int {{ foreach node v {{ y[v] = {name}[v] }} }}\n"


def documentation(n):
    return f"/// {'d' * n}\nalgorithm f(x: int) -> y: int {{ y = x }}\n"


def parameters(n):
    names = ", ".join(f"p{i}: node int" for i in range(n))
    return f"algorithm f({names}) -> y: node int {{ foreach node v {{\n" + \
        "".join(f"    y[v] += p{i}[v]\n" for i in range(n)) + "} }\n"


def loops(n):
    """Four kinds in turn, which write what the others read."""
    kinds = ["foreach node v { var s = 0; foreach inneighbor u of v { s += a[u] }; b[v] = s + %d }",
             "foreach node v where b[v] > %d { foreach neighbor w of v { c[w] += b[v] } }",
             "foreach node v { a[v] min= b[v] + %d }",
             "foreach node v { if b[v] > %d { c[v] = b[v] } }"]
    return "algorithm f() -> a: node int, b: node int, c: node long {\n" + \
        "".join(f"    {kinds[i % 4] % i}\n" for i in range(n)) + "}\n"


def choices(n):
    """Each an `any=` of its own, which shows in all that comes later."""
    return "algorithm f() -> y: node int {\n" + "".join(
        f"    var c{i} = 0\n    foreach node v {{ c{i} any= y[v] }}\n    foreach node v {{ y[v] = c{i} }}\n"
        for i in range(n)) + "}\n"


def lets(n):
    """A chain, of which each uses the one before twice."""
    return "algorithm f(x: node int) -> y: node int { foreach node v {\n    let a0 = x[v]\n" + \
        "".join(f"    let a{i + 1} = a{i} + a{i}\n" for i in range(n)) + f"    y[v] = a{n}\n}} }}\n"


SHAPES = [(identifier, "1 MB identifier", 1_000_000), (documentation, "500 kB doc line", 500_000),
          (parameters, "3,000 parameters", 3000), (loops, "20,000 loops", 20000), (choices, "1,000 choices", 1000),
          (lets, "2,000 chained lets", 2000)]


def once(path):
    """Seconds and MB."""
    begin = time.perf_counter()
    process = subprocess.Popen([GDSLC, path, "-o", "/dev/null", "--header=/dev/null"], stderr=subprocess.DEVNULL)
    status, used = os.wait4(process.pid, 0)[1:]
    spent = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{path} is not compiled: {process.returncode}")
    return spent, used.ru_maxrss / 1024


def measured(path, text):
    path.write_text(text)
    runs = [once(path)]
    while len(runs) < RUNS and runs[-1][0] < 5:  # once is enough of what takes long
        runs.append(once(path))
    return min(run[0] for run in runs), min(run[1] for run in runs)


def main():
    print(f"{'program':<20}" + "".join(f"{head:>20}" for head in ("N", "2N", "4N")) + f"{'4N over N':>20}")
    linear = True
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "long.gdsl"
        empty = measured(path, "algorithm f(x: int) -> y: int { y = x }\n")
        for shape, name, size in SHAPES:
            figures = [measured(path, shape(size * factor)) for factor in (1, 2, 4)]
            cells = "".join(f"{seconds:>9.2f} s{megabytes:>6.0f} MB" for seconds, megabytes in figures)
            # Less than what varies from run to run is as good as nothing.
            ratios = [(figures[2][i] - empty[i]) / max(figures[0][i] - empty[i], least)
                      for i, least in enumerate((0.05, 2))]
            print(f"{name:<20}{cells}{ratios[0]:>10.1f} x{ratios[1]:>6.1f} x", flush=True)
            linear = linear and max(ratios) <= MOST
    sys.exit(0 if linear else 1)


if __name__ == "__main__":
    main()
