"""Runs the programs of pack.sh on the SIMT engine and prints its counts in the form of ncu_table.py.
Usage: counts.py [bfs|others] [VARIANT…]      Environment: BIN (build/bin)"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GDSL = pathlib.Path(os.environ.get("BIN", ROOT / "build/bin")) / "gdsl"
BFS = {f"{team}_{activation}": f"granularity={granularity},activation={activation}"
       for team, granularity in (("thread", "thread"), ("warp", "warp:32")) for activation in ("data", "topology")}
BFS |= {"thread_atomic": "granularity=thread,push=atomic", "warp_atomic": "granularity=warp:32,push=atomic"}
OTHERS = {"thread": "granularity=thread", "warp8": "granularity=warp:8", "warp32": "granularity=warp:32"}
RUNS = {
    "bfs": [("bfs", BFS, ["--graph=rmat:18:16", "--source=random:1:1"])],
    "others": [("sssp", OTHERS, ["--graph=rmat:14:16", "--weights=random:1:64", "--source=random:1:1"]),
               ("pagerank", OTHERS, ["--graph=rmat:14:16", "-P", "limit=5"])],
}


def kernel_name(text):
    plain = re.sub(r"\(anonymous namespace\)|\(int\)", "", text).split("(")[0]
    return re.sub(r"<[^<>]*>$", "", plain).split("::")[-1]


def run(program, mapping, arguments, statistics="1"):
    """What the engine counted, a list of kernels."""
    command = [GDSL, "run", ROOT / f"examples/{program}/{program}.gdsl", "--engine=simt", f"--map={mapping}", "--quiet", *arguments]
    done = subprocess.run(command, env=os.environ | {"MAXWARP_SIMT_STATS": statistics}, capture_output=True, text=True)
    for line in done.stderr.splitlines():
        if line.startswith('{"simt_statistics"'):
            return json.loads(line)["simt_statistics"]
    sys.exit(f"{program} {mapping}: no statistics\n{done.stderr}")


def main():
    what = sys.argv[1] if len(sys.argv) > 1 else "bfs"
    print(f"{'mapping':20} {'kernel':14} {'launches':>8} {'issued':>12} {'threads':>14} {'per issue':>9} {'sectors/request':>15}")
    for program, mappings, arguments in RUNS[what]:
        for name, mapping in mappings.items():
            if sys.argv[2:] and name not in sys.argv[2:]:
                continue
            for one in run(program, mapping, arguments):
                print(f"{program + '-' + name:20} {kernel_name(one['kernel']):14} {one['launches']:8} {one['issued']:12} {one['active_lanes']:14} "
                      f"{one['active_lanes'] / max(one['issued'], 1):9.3f} {one['sectors'] / max(one['requests'], 1):15.3f}")


if __name__ == "__main__":
    main()
