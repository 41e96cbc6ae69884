# Measures how long a page of `gdsl serve` waits after an edit: for diagnostics, mapped IR and CUDA, and for the knobs, of
# the largest example; for the metrics and the PTX of bfs. `bench_serve.py [EDITS]` prints a table, in ms; `gdsl` is that
# of the PATH. Every edit is another text, so that nothing comes from a cache.
import os
import pathlib
import shutil
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "tools" / "Inputs"))
from serve_client import Server  # noqa: E402

EDITS = int(sys.argv[1]) if len(sys.argv) > 1 else 100


def waits(server, kind, program, arguments, edits):
    """Milliseconds from request to answer, sorted."""
    text = server.ask("program", {"program": program})["text"]
    times = []
    for edit in range(edits):
        asked = {"program": program, "text": f"{text}// {time.time_ns()}\n", "map": f"block={32 * (1 + edit % 16)}", "arguments": arguments,
                 "edit": time.time_ns() // 1000}
        began = time.perf_counter()
        answer = server.ask(kind, asked)
        times.append((time.perf_counter() - began) * 1000)
        assert "message" not in answer and "stale" not in answer, answer
    return sorted(times)


def main():
    largest = max((ROOT / "examples").glob("*/*.gdsl"), key=lambda path: len(path.read_text().splitlines()))
    with tempfile.TemporaryDirectory() as folder:
        for path in (largest, ROOT / "examples" / "bfs" / "bfs.gdsl"):
            shutil.copy(path, folder)
        server = Server(folder)
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before, {EDITS} edits")
        print(f"{'question':<12}{'program':<24}{'median':>10}{'95 %':>10}{'longest':>10}   (ms)")
        kinds = [("compile", largest.name, {}, EDITS), ("judge", largest.name, {}, EDITS), ("measure", "bfs.gdsl", {"source": "0"}, EDITS // 10)]
        if not server.ask("start", {})["noPtx"]:
            kinds.append(("assemble", "bfs.gdsl", {}, EDITS // 10))
        for kind, program, arguments, edits in kinds:
            times = waits(server, kind, program, arguments, max(edits, 1))
            part = [times[len(times) // 2], times[int(len(times) * 0.95)], times[-1]]
            print(f"{kind:<12}{program:<24}" + "".join(f"{one:>10.0f}" for one in part), flush=True)
        server.end()


if __name__ == "__main__":
    main()
