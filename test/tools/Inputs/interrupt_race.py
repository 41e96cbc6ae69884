"""Ctrl-C while the workbench starts compilers that never end by themselves, at many moments: it must end each time.
Usage: interrupt_race.py FOLDER PROGRAM TRIES: prints how many hung, exit status 1 if one did."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

folder, program, tries = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], int(sys.argv[3])
compiler = shutil.which("clang++-22")
shutil.rmtree(folder, ignore_errors=True)
(folder / "bin").mkdir(parents=True)
fake = folder / "bin" / "clang++-22"
fake.write_text(f'#!/bin/sh\ncase "$*" in *" -c "*) exec sleep 1000 ;; esac\nexec "{compiler}" "$@"\n')
fake.chmod(0o755)
hung = 0
for i in range(tries):
    cache = folder / f"cache{i}"
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    process = subprocess.Popen(["gdsl", "run", program, "--engine=openmp", "--graph=grid:3:3", "--source=0"], env=environment,
                               start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # lit ignores it
    end = time.time() + 20
    while not list(cache.rglob("log.0")) and time.time() < end:  # the first compiler has been started
        pass
    time.sleep(i % 20 * 0.00005)
    process.send_signal(signal.SIGINT)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        hung += 1
        process.kill()  # its children end with it
        process.wait()
        break
    shutil.rmtree(cache, ignore_errors=True)
print(f"{i + 1} interrupts, {hung} hung")
sys.exit(hung != 0)
