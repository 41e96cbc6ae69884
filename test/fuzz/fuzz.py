"""Replays a corpus with a fuzz target, then fuzzes from it for some seconds.
Usage: fuzz.py TARGET FOLDER SECONDS SEEDS…: FOLDER is made anew; SEEDS are folders that are searched for programs.
Prints how many seeds were replayed and inputs tried; exit status 1 on a finding, whose input stays in FOLDER."""
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
programs = [path for seed in seeds for path in sorted(pathlib.Path(seed).rglob("*.gdsl"))]
if not programs:
    sys.exit("no program was found to start from")
for number, program in enumerate(programs):
    shutil.copyfile(program, corpus / f"{number:04}-{program.name}")
dictionary = folder / "words.dict"
words = subprocess.run([sys.executable, pathlib.Path(__file__).with_name("dictionary.py"), root / "dsl"],
                       check=True, capture_output=True, text=True).stdout
dictionary.write_text(words)
common = [target, f"-artifact_prefix={folder}/finding-", "-timeout=10", "-rss_limit_mb=2048", "-max_len=4096"]


def run(*arguments):
    done = subprocess.run([*common, *arguments], capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        sys.exit(f"{target}: a finding:\n" + "\n".join(done.stderr.splitlines()[-60:]))
    return done.stderr


run("-runs=0", str(corpus))
output = run(f"-max_total_time={seconds}", "-print_final_stats=1", f"-dict={dictionary}", str(corpus))
tried = int(re.search(r"number_of_executed_units: (\d+)", output).group(1))
print(f"{len(programs)} seeds replayed, {tried} inputs tried, no finding")
if tried < len(programs):
    sys.exit("the fuzzer ended before it had tried anything of its own")
