# Runs `gdslc --check` on every example: `check_all.py EXAMPLES OUTPUT OPTIONS…`.
# For CUDA some of them: the texts of all are compiled by Clang in compile/*.clang-cuda.test. All in the long form.
import os
import pathlib
import subprocess
import sys

programs = sorted(pathlib.Path(sys.argv[1]).glob("*/*.gdsl"))
if "--target=cuda" in sys.argv and not os.environ.get("MAXWARP_FULL"):
    programs = programs[::5]
failed = 0
for program in programs:
    command = ["gdslc", program, "--check", f"--header={sys.argv[2]}.h", "-o", sys.argv[2], *sys.argv[3:]]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        print(f"{program}: status {done.returncode}\n{done.stderr}")
        failed += 1
sys.exit(failed != 0 or not programs)
