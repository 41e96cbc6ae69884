# The files of the repository that lint looks at, and how findings are reported.
import pathlib
import subprocess
import sys

CODE = {".cpp", ".h", ".cuh", ".cu", ".def"}
SCRIPTS = {".py", ".sh", ".cmake", ".cfg"}


def root():
    return pathlib.Path(sys.argv[1])


def files(endings=None):
    """Tracked files with these endings, in order; all when none are given."""
    done = subprocess.run(["git", "-C", root(), "ls-files"], capture_output=True, text=True)
    names = done.stdout.splitlines()
    if done.returncode != 0 or not names:  # an unpacked archive has no git
        every = [path.relative_to(root()) for path in root().rglob("*")]
        names = [str(name) for name in every if not name.parts[0].startswith("build")]
    found = [root() / name for name in sorted(names)]
    return [path for path in found if path.is_file() and (endings is None or path.suffix in endings)]


def report(findings, looked_at):
    """Prints the findings and ends; looking at nothing is a finding, too."""
    print("\n".join(findings + [f"{looked_at} looked at, {len(findings)} findings"]))
    sys.exit(bool(findings) or not looked_at)
