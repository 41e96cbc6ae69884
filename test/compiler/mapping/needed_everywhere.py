# Compiles each program with each mapping that has to be legal on it; exit status 1 when one is refused.
import subprocess
import sys

MAPPINGS = [f"granularity={g}" for g in ("thread", "warp:2", "warp:4", "warp:8", "warp:16", "warp:32", "decompose", "edge")]
MAPPINGS += ["outliers=defer", "activation=data", "activation=topology", "push=atomic", "push=warp", "loop=persistent"]

refused = 0
for program in sys.argv[1:]:
    for mapping in MAPPINGS:
        done = subprocess.run(["gdslc", program, f"--map={mapping}", "-o", "-"], capture_output=True, text=True)
        if done.returncode != 0:
            print(f"{program} --map={mapping}: {done.stderr}")
            refused += 1
sys.exit(refused != 0 or len(sys.argv) == 1)
