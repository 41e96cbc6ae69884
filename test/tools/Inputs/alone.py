"""Runs a command in a root folder that holds nothing else: alone.py FOLDER COMMAND…. Passes where that is not allowed."""
import os
import shutil
import subprocess
import sys

chroot = shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin")
if shutil.which("unshare") and subprocess.run(["unshare", "-r", "true"], capture_output=True).returncode == 0:
    sys.exit(subprocess.run(["unshare", "-r", chroot, *sys.argv[1:]], env={}).returncode)
if os.geteuid() == 0:
    sys.exit(subprocess.run([chroot, *sys.argv[1:]], env={}).returncode)
print("no root folder of one's own here")
