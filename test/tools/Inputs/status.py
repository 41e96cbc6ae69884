"""Runs a command and fails unless it ends with this status: status.py STATUS COMMAND…"""
import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
if status != int(sys.argv[1]):
    sys.exit(f"status {status} instead of {sys.argv[1]}: {' '.join(sys.argv[2:])}")
