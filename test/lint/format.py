# Sources look as clang-format with the .clang-format of ROOT prints them: `format.py ROOT`.
import re
import shutil
import subprocess
import sys

import sources

formatter = shutil.which("clang-format-22") or shutil.which("clang-format") or sys.exit("no clang-format found")
paths = sources.files({".cpp", ".h", ".cuh", ".cu"})
style = f"--style=file:{sources.root() / '.clang-format'}"
done = subprocess.run([formatter, style, "--dry-run", *paths], capture_output=True, text=True)
if done.returncode != 0:
    sys.exit(done.stderr)
places = re.findall(r"^(.+):(\d+):\d+: warning: code should be clang-formatted", done.stderr, re.MULTILINE)
findings = [f"{path.removeprefix(f'{sources.root()}/')}:{line}: not as clang-format prints it" for path, line in places]
sources.report(list(dict.fromkeys(findings)), len(paths))
