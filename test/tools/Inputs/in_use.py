"""An entry of the cache stays while its program runs: in_use.py PROGRAM FIFO. The program waits for a reader of
FIFO, to which it is to write its result."""
import os
import subprocess
import sys
import time

program, fifo = sys.argv[1:]
os.mkfifo(fifo)
run = ["gdsl", "run", program, "--engine=openmp", "--graph=chain:4", "--source=1", "--quiet"]
process = subprocess.Popen([*run, f"--output=level={fifo}"])


def entries():
    return [name for name in os.listdir(os.environ["XDG_CACHE_HOME"] + "/maxwarp") if len(name) == 64]


end = time.monotonic() + 60
while os.path.basename(os.readlink(f"/proc/{process.pid}/exe")) != "program" and time.monotonic() < end:
    time.sleep(0.02)
subprocess.run(["gdsl", "cache", "clear", "--quiet"], check=True)
print("while it runs:", len(entries()))
with open(fifo, encoding="ascii") as file:
    print("it wrote", len(file.readlines()), "lines, status", process.wait())
subprocess.run(["gdsl", "cache", "clear", "--quiet"], check=True)
print("afterwards:", len(entries()))
