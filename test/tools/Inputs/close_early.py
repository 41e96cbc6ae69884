"""Reads one line of a command's output and goes away, with SIGPIPE as it is and ignored; prints how it ended."""
import signal
import subprocess
import sys

for word, handler in (("heeded", signal.SIG_DFL), ("ignored", signal.SIG_IGN)):
    signal.signal(signal.SIGPIPE, handler)
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, restore_signals=False)
    line = process.stdout.readline().strip()
    process.stdout.close()
    said = process.stderr.read()
    status = process.wait()
    ended = f"ended by {signal.Signals(-status).name}" if status < 0 else f"status {status}"
    print(f"SIGPIPE {word}: first line `{line}`, {ended}, said `{said}`")
