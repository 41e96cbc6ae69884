# Compiles small programs that use each difficult name as everything that can be named, with --check for OpenMP
# (no CUDA Toolkit needed): `names.py OUTPUT`. Each name takes a third of the roles, all of them where MAXWARP_FULL is set.
import os
import subprocess
import sys

KEYWORDS = ("class new template operator not_eq register namespace this union short auto co_await char8_t _Atomic __int128 "
            "__global__ __restrict__ typeof __shared__ __func__ thread_local").split()
MACROS = "NULL EOF INFINITY M_PI INT_MAX stdin errno MAXWARP_FUNCTION linux unix".split()
RUNTIME = """std maxwarp gdsl node_t edge_t Status Worklist GraphView infinity plus push claim load_relaxed exchange
             Chunk Tile Stream cover""".split()
GENERATED = """graph options stream work gpu count run forms Workspace workspace_bytes initialize set expand expand_start
               nodes i k v w first end base size mine tile W active next marks round_ level more deferred offsets barrier
               next_buffer thread_index base layout bytes""".split()

PROGRAM = """algorithm {algorithm}({parameter}: node, values: edge int) -> {result}: node int, {total}: long {{
    var {property}: node int
    {label}: foreach node {item} {{
        var {local} = 0
        foreach neighbor n_ of {item} via e_ {{ {local} += values[e_] }}
        {property}[{item}] = {local}
        {total} += {local}
    }}
    {result} = inf
    {result}[{parameter}] = 0
    iterate node {item} from {parameter} {{
        foreach neighbor n_ of {item} {{ if {result}[n_] min= {property}[{item}] {{ activate n_ }} }}
    }}
}}
"""
PLAIN = dict(algorithm="a_", parameter="p_", result="x_", total="t_", property="q_", label="l_", item="v_", local="s_")

# Each program uses as many names as there are roles; turning the list makes every name take every role.
names = sorted(set(KEYWORDS + MACROS + RUNTIME + GENERATED))
step = 1 if "MAXWARP_FULL" in os.environ else 3
programs = range(0, len(names), step)
failed = 0
for start in programs:
    chosen = {role: names[(start + i) % len(names)] for i, role in enumerate(PLAIN)}
    command = ["gdslc", "-", "--target=openmp", "--check", "-o", f"{sys.argv[1]}.cpp"]
    done = subprocess.run(command, input=PROGRAM.format(**chosen), capture_output=True, text=True)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if "error" in line or "in the generated text" in line]
        print(f"{chosen}:\n  " + "\n  ".join(lines[:4]))
        failed += 1
print(f"{len(programs)} programs, {failed} failed")
sys.exit(failed != 0)
