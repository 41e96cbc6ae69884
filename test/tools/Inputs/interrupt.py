"""Sends a signal to a command once a file is there: interrupt.py SIGNAL PATTERN COMMAND…; says how it ended, and
fails if a process that it started goes on. `group:SIGINT` goes to all processes of the command, as Ctrl-C does."""
import glob
import os
import pathlib
import signal
import subprocess
import sys
import time


def session_members(session):
    members = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            members.append(stat.parent.name)
    return members


def wait_until(condition, what):
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"{what}: not within a minute")
        time.sleep(0.01)


# Who runs this may ignore interrupts, which children would inherit.
signal.signal(signal.SIGINT, signal.SIG_DFL)
process = subprocess.Popen(sys.argv[3:], start_new_session=True)
wait_until(lambda: glob.glob(sys.argv[2]) or process.poll() is not None, f"{sys.argv[2]} to appear")
name = sys.argv[1].removeprefix("group:")
(os.killpg if name != sys.argv[1] else os.kill)(process.pid, getattr(signal, name))
status = process.wait(timeout=60)
print(f"ended by {signal.Signals(-status).name}" if status < 0 else f"status {status}")
wait_until(lambda: not session_members(process.pid), "the children to end")
