"""Compiles the `gdsl` blocks of a document and runs its `console` blocks.
Usage: blocks.py DOCUMENT ROOT [--no-runs]. Imports are relative to ROOT. A block after `<!-- error: TEXT -->` has to be refused with an error that begins so; every
other one has to compile without an error. Of the console blocks those after `<!-- run -->` are run, in ROOT, and have to print
what they show."""
import re
import subprocess
import sys

document, root = sys.argv[1:3]
BLOCK = re.compile(r"(?:<!-- (.*?) -->\n)?```(gdsl|console)\n(.*?)```", re.S)


def fail(block, why):
    sys.exit(f"{document}: {why}\n{block}")


def compile_block(mark, block):
    wanted = mark[len("error: "):] if mark.startswith("error: ") else None
    done = subprocess.run(["gdslc", "-", "-o", "-"], input=block, cwd=root, capture_output=True, text=True)
    if wanted is None and done.returncode != 0:
        fail(block, f"the block does not compile:\n{done.stderr}")
    if wanted is not None and (done.returncode != 1 or f"error: {wanted}" not in done.stderr):
        fail(block, f"the block was to be refused with `{wanted}`, not:\n{done.stderr}")


def run_block(block):
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
        done = subprocess.run(command, shell=True, cwd=root, capture_output=True, text=True)
        if done.returncode != 0 or done.stdout != shown:
            fail(command, f"status {done.returncode}, printed:\n{done.stdout}{done.stderr}instead of:\n{shown}for the command")


compiled = ran = 0
for mark, kind, block in BLOCK.findall(open(document).read()):
    if kind == "gdsl":
        compile_block(mark, block)
        compiled += 1
    elif mark == "run" and "--no-runs" not in sys.argv:
        run_block(block)
        ran += 1
print(f"{compiled} blocks compiled, {ran} run")
