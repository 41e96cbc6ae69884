"""Many runs of a few programs at once, some of them killed in the middle: storm.py ROUNDS PROGRAM…. Every run that
is not killed has to be right, whatever the others do."""
import os
import random
import signal
import subprocess
import sys
import time

rounds, programs = int(sys.argv[1]), sys.argv[2:]
chance = random.Random(7)
failures = 0
for _ in range(rounds):
    running = []
    for i in range(16):
        command = ["gdsl", "run", programs[i % len(programs)], "--engine=openmp", "--graph=chain:4", "--source=1", "--verify", "--quiet"]
        running.append((subprocess.Popen(command, start_new_session=True), i % 4 == 3))
    time.sleep(chance.uniform(0.05, 1))
    for process, victim in running:
        if victim:
            os.kill(process.pid, signal.SIGKILL)
    for process, victim in running:
        status = process.wait()
        if status != 0 and not (victim and status == -signal.SIGKILL):
            print("status", status, process.args)
            failures += 1
print(failures, "failures")
sys.exit(failures > 0)
