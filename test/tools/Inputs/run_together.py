"""Runs a command several times at once: run_together.py COUNT COMMAND…; fails if one of them fails."""
import subprocess
import sys

processes = [subprocess.Popen(sys.argv[2:]) for _ in range(int(sys.argv[1]))]
statuses = [process.wait() for process in processes]
print("exit statuses:", statuses)
sys.exit(1 if any(statuses) else 0)
