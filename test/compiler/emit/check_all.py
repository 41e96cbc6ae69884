# Runs `gdslc --check` on every example: `check_all.py EXAMPLES OUTPUT OPTIONS…`.
import pathlib
import subprocess
import sys

programs = sorted(pathlib.Path(sys.argv[1]).glob("*/*.gdsl"))
failed = 0
for program in programs:
    command = ["gdslc", program, "--check", f"--header={sys.argv[2]}.h", "-o", sys.argv[2], *sys.argv[3:]]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        print(f"{program}: status {done.returncode}\n{done.stderr}")
        failed += 1
sys.exit(failed != 0 or not programs)
