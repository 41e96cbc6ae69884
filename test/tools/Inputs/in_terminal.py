"""Runs a command with a terminal as stderr, and prints what the terminal got with its control characters named."""
import os
import pty
import subprocess
import sys

main, side = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stderr=side, stdout=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm"})
os.close(side)
text = b""
while True:
    try:
        piece = os.read(main, 4096)
    except OSError:
        break
    if not piece:
        break
    text += piece
process.wait()
print(text.decode().replace("\r", "<start>").replace("\033[K", "<wipe>\n"))
sys.exit(process.returncode)
