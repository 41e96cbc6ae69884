"""Replays a corpus with a fuzz target, then fuzzes from it for some seconds.
Usage: fuzz.py TARGET FOLDER SECONDS SEEDS…: FOLDER is made anew; of the folders SEEDS all files are taken, or only the
programs where there are any.
Prints how many seeds were replayed and inputs tried; exit status 1 on a finding, whose input stays in FOLDER."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

target, folder, seconds, *seeds = sys.argv[1:]
folder = pathlib.Path(folder)
root = pathlib.Path(__file__).resolve().parents[2]
shutil.rmtree(folder, ignore_errors=True)
corpus = folder / "corpus"
corpus.mkdir(parents=True)


def files_of(folder, pattern):
    return [path for path in sorted(pathlib.Path(folder).rglob(pattern)) if path.is_file()]


inputs = [path for seed in seeds for path in files_of(seed, "*.gdsl") or files_of(seed, "*")]
if not inputs:
    sys.exit("nothing was found to start from")
for number, path in enumerate(inputs):
    shutil.copyfile(path, corpus / f"{number:04}-{path.name}")
dictionary = folder / "words.dict"
words = subprocess.run([sys.executable, pathlib.Path(__file__).with_name("dictionary.py"), root / "dsl"],
                       check=True, capture_output=True, text=True).stdout
dictionary.write_text(words)
longest = max(4096, *(path.stat().st_size for path in inputs))
common = [target, f"-artifact_prefix={folder}/finding-", "-timeout=10", "-rss_limit_mb=2048", f"-max_len={longest}"]
# A few bytes may announce as many nodes as the memory holds.
environment = {**os.environ, "MAXWARP_HOST_MEMORY": "200MB"}


def run(*arguments):
    done = subprocess.run([*common, *arguments], env=environment, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        sys.exit(f"{target}: a finding:\n" + "\n".join(done.stderr.splitlines()[-60:]))
    return done.stderr


run("-runs=0", str(corpus))
output = run(f"-max_total_time={seconds}", "-print_final_stats=1", f"-dict={dictionary}", str(corpus))
tried = int(re.search(r"number_of_executed_units: (\d+)", output).group(1))
print(f"{len(inputs)} seeds replayed, {tried} inputs tried, no finding")
if tried < len(inputs):
    sys.exit("the fuzzer ended before it had tried anything of its own")
