"""Fuzzes until every target has had its minutes of processor time, two targets at a time, always the one with the least.
Usage: campaign.py BINARIES FOLDER MINUTES TARGET…: `fuzz-TARGET` in BINARIES. In FOLDER are the corpora, findings and
the ledger of processor seconds and inputs a target, from which a campaign that was ended goes on.
Ends with a table; exit status 1 on a finding."""
import concurrent.futures
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys

binaries, folder, minutes, *targets = sys.argv[1:]
folder = pathlib.Path(folder)
seeds = pathlib.Path(__file__).with_name("seeds")
ledger_file = folder / "ledger.json"
SLICE = 300  # seconds by the clock, at most
# A few bytes may announce as many nodes as the memory holds.
environment = {**os.environ, "MAXWARP_HOST_MEMORY": "200MB"}


def fuzz(target):
    """One slice: processor seconds, inputs, whether it ended without a finding."""
    corpus = folder / target
    if not corpus.is_dir():
        shutil.copytree(seeds / target, corpus)
    # The last slice takes what is missing, and a tenth: a core is never had alone.
    seconds = math.ceil(min(SLICE, 1.1 * (60 * float(minutes) - ledger[target]["seconds"])))
    # The limit of one input is by the clock, and other work may come first: what hangs exceeds it all the same.
    command = [pathlib.Path(binaries) / f"fuzz-{target}", "-timeout=600", "-rss_limit_mb=2048", "-max_len=4096",
               f"-max_total_time={seconds}", "-print_final_stats=1", f"-artifact_prefix={folder}/finding-{target}-", corpus]
    with open(folder / f"{target}.log", "w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    tried = re.search(r"number_of_executed_units: (\d+)", (folder / f"{target}.log").read_text(errors="replace"))
    return usage.ru_utime + usage.ru_stime, int(tried.group(1)) if tried else 0, process.returncode == 0


folder.mkdir(parents=True, exist_ok=True)
ledger = json.loads(ledger_file.read_text()) if ledger_file.exists() else {}
for target in targets:
    ledger.setdefault(target, {"seconds": 0, "inputs": 0, "findings": 0})


def next_target(busy):
    open_ones = [t for t in targets if t not in busy and ledger[t]["seconds"] < 60 * float(minutes)]
    return min(open_ones, key=lambda target: ledger[target]["seconds"], default=None)


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    running = {}
    while True:
        while len(running) < 2 and (target := next_target(running.values())):
            running[pool.submit(fuzz, target)] = target
        if not running:
            break
        done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
        for slice_ in done:
            seconds, inputs, fine = slice_.result()
            entry = ledger[running.pop(slice_)]
            entry["seconds"] += seconds
            entry["inputs"] += inputs
            entry["findings"] += not fine
        ledger_file.write_text(json.dumps(ledger, indent=1))

print("| target | inputs | processor time | findings |\n|---|---|---|---|")
for target in targets:
    entry = ledger[target]
    print(f"| {target} | {entry['inputs']:,} | {entry['seconds'] / 60:.0f} min | {entry['findings'] or 'none'} |")
sys.exit(any(ledger[target]["findings"] for target in targets))
