"""Writes programs with what their memory is forecast to be, for a GPU machine: `memory.py DIR [GRAPH [PROGRAM…]]`. There,
DIR/check_memory.py runs each mapping and compares. GRAPH: a generator, rmat:22:16 if not given; on a small one the pages of a GPU hide what
is compared.

The forecasts are made here, by the same host code, on the SIMT engine without a run (`--dry-run`). Worklists that grow ask for memory while
they run, and are no part of this."""
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Mappings whose memory differs much: other forms of the graph, other lists, arrays that go with edges, several loops in one kernel.
ITERATE = {"base": "granularity=thread", "topology": "activation=topology", "pull": "direction=pull", "edges": "granularity=edge",
           "decompose": "granularity=decompose", "hierarchical": "granularity=hierarchical", "pieces": "split=auto", "bits": "frontier=bitmap",
           "scan": "push=scan,reorder=degree", "persistent": "granularity=warp:8,loop=persistent", "graph": "loop=graph"}
REPEAT = {"base": "granularity=thread", "block": "granularity=block", "persistent": "granularity=warp:8,loop=persistent", "outliers": "outliers=defer",
          "reordered": "reorder=degree"}
PROGRAMS = {"bfs": (ITERATE, ["--source=0"]), "sssp": (ITERATE, ["--weights=random:1:64", "--source=0"]),
            "pagerank": (REPEAT, ["-P", "limit=2"]), "components": (ITERATE, ["--symmetrize"])}


def legal(program, mappings):
    """Those that the program may have."""
    return {name: mapping for name, mapping in mappings.items()
            if subprocess.run(["gdslc", program, f"--map={mapping}", "-o", "/dev/null", "--header=/dev/null"], capture_output=True).returncode == 0}


def forecasts(program, maps, options, folder):
    """Variant -> bytes."""
    built = os.path.join(folder, pathlib.Path(program).stem)
    subprocess.run(["gdsl", "build", program, "--engine=simt", "-o", built, "--quiet", *maps], check=True)
    text = subprocess.run([built, *options, "--variant=all", "--explain-memory", "--dry-run"], check=True, capture_output=True, text=True).stdout
    return dict(zip(re.findall(r"^memory of variant `(\w+)`", text, re.M), re.findall(r"^  sum +(\d+)$", text, re.M)))


def main():
    pack = pathlib.Path(sys.argv[1])
    graph = sys.argv[2] if len(sys.argv) > 2 else "rmat:22:16"
    rows, wanted = [], sys.argv[3:] or PROGRAMS
    with tempfile.TemporaryDirectory() as folder:
        for name, (mappings, arguments) in ((name, PROGRAMS[name]) for name in wanted):
            program = str(ROOT / "examples" / name / f"{name}.gdsl")
            maps = [f"--map={variant}:{mapping}" for variant, mapping in legal(program, mappings).items()]
            subprocess.run(["gdsl", "build", program, f"--pack={pack}", "--quiet", *maps], check=True)
            options = [f"--graph={graph}", *arguments]
            rows += [[name, variant, bytes, " ".join(options)] for variant, bytes in forecasts(program, maps, options, folder).items()]
            print(f"{name}: {len(maps)} mappings")
    with open(pack / "forecast.csv", "w", newline="") as file:
        csv.writer(file).writerows(rows)
    shutil.copy(pathlib.Path(__file__).parent / "check_memory.py", pack)


main()
