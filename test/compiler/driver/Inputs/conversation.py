"""Asks through pipes, the second question after the first answer: conversation.py COMMAND…"""
import subprocess
import sys

with subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
    said = []
    for question in ("granularity=edge", "granularity=egde"):
        process.stdin.write(question + "\n")
        process.stdin.flush()
        said.append(f"{question} is {process.stdout.readline().split(':')[0].strip()}")
    process.stdin.close()
    print(", then ".join(said))
