"""lit's test format for bad input: a `.case` file holds a command, what it may say, and the files that it meets.

    # What is wrong, in a sentence.
    REQUIRES: a feature of the machine (optional, repeatable)
    SETUP: shell command that makes what is not a text (optional, repeatable)
    RUN: the shell command, run in a folder of its own that holds the files below
    EXIT: its exit status (default 1)
    OUT: a line of its standard output, in order; {{…}} is a regular expression
    ERR: a line of its standard error
    LEAVES: a file that it may leave behind (optional, repeatable)
    SECONDS: how long it may take (default 20)
    --- name of a file
    its text

A case fails as well when the command says more lines than these, ends by a signal, changes or leaves files, or leaves a
process running. Excerpts of the source under a diagnostic are not counted as lines."""
import os
import pathlib
import re
import shutil
import signal
import subprocess

import lit.Test
import lit.formats

KEYS = {"REQUIRES": [], "SETUP": [], "RUN": [], "EXIT": [], "OUT": [], "ERR": [], "LEAVES": [], "SECONDS": []}
PLACED = re.compile(r"[^ ]+:\d+:\d+: (error|warning|note|remark): ")


class Malformed(Exception):
    """The case file itself is wrong."""


def parse(path):
    """The directives of a case, by key, and its files, by name."""
    case, files, name = {key: [] for key in KEYS}, {}, None
    for number, line in enumerate(path.read_text().split("\n")[:-1], 1):
        if line.startswith("--- "):
            name = line[4:]
            files[name] = ""
        elif name is not None:
            files[name] += line + "\n"
        elif line and not line.startswith("#"):
            key, colon, text = line.partition(":")
            if not colon or key not in KEYS:
                raise Malformed(f"line {number}: `{line}` is no directive")
            case[key].append(text.removeprefix(" "))
    if len(case["RUN"]) != 1:
        raise Malformed("a case has one RUN")
    return case, files


def pattern(expected):
    parts = re.split(r"\{\{(.*?)\}\}", expected)
    return "".join(part if index % 2 else re.escape(part) for index, part in enumerate(parts))


def messages(text):
    """The lines without the excerpts below diagnostics: the line of the source, the caret, the fix."""
    kept, excerpt = [], 0
    for line in text.splitlines():
        if excerpt > 1 or excerpt == 1 and (not line or line.startswith((" ", "\t"))):
            excerpt -= 1
            continue
        kept.append(line)
        excerpt = 3 if PLACED.match(line) else 0
    return kept


def compare(name, expected, text, problems):
    lines = messages(text)
    for index in range(max(len(lines), len(expected))):
        seen = lines[index] if index < len(lines) else None
        wanted = expected[index] if index < len(expected) else None
        if seen is None:
            problems.append(f"{name}: missing: {wanted}")
        elif wanted is None:
            problems.append(f"{name}: more than expected: {seen}")
        elif not re.fullmatch(pattern(wanted), seen):
            problems.append(f"{name}: expected: {wanted}\n{name}: but saw: {seen}")


def contents(folder):
    """Every file below a folder with its size, and what it holds if that is little."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            size = path.stat().st_size
            found[str(path.relative_to(folder))] = (size, path.read_bytes() if size < 1 << 16 else None)
    return found


def run(command, folder, environment, seconds):
    """Exit status (negative for a signal), both outputs, and whether something of it still ran at the end."""
    # Ctrl-C works in the command even where whoever runs the tests ignores it.
    heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(["bash", "-c", command], cwd=folder, preexec_fn=heed, env=environment, start_new_session=True, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          errors="backslashreplace") as process:
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            return None, out, err, True
        left = True
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            left = False
        return process.returncode, out, err, left


def judge(case, folder, environment):
    for command in case["SETUP"]:
        subprocess.run(["bash", "-c", command], cwd=folder, env=environment, check=True, capture_output=True)
    before = contents(folder)
    seconds = int((case["SECONDS"] or ["20"])[0])
    status, out, err, left = run(case["RUN"][0], folder, environment, seconds)
    problems = []
    wanted = int((case["EXIT"] or ["1"])[0])
    if status is None:
        problems.append(f"still running after {seconds} seconds")
    elif status != wanted:
        problems.append(f"exit status {status}; expected {wanted}")
    if status is not None and left:
        problems.append("a process was left running")
    compare("OUT", case["OUT"], out, problems)
    compare("ERR", case["ERR"], err, problems)
    after = contents(folder)
    for name in sorted(set(before) | set(after)):
        if before.get(name) != after.get(name) and name not in case["LEAVES"]:
            problems.append(f"file `{name}` was " + ("changed" if name in before else "left behind"))
    return problems


class CaseFormat(lit.formats.FileBasedTest):
    def execute(self, test, lit_config):
        missing = None
        try:
            case, files = parse(pathlib.Path(test.getSourcePath()))
            missing = [feature for feature in case["REQUIRES"] if feature not in test.config.available_features]
            if missing:
                return lit.Test.UNSUPPORTED, "needs " + ", ".join(missing)
            folder = pathlib.Path(test.getExecPath() + ".tmp")
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            for name, text in files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text)
            problems = judge(case, folder, test.config.environment)
        except (Malformed, subprocess.CalledProcessError) as problem:
            return lit.Test.UNRESOLVED, str(problem)
        return (lit.Test.FAIL, "\n".join(problems)) if problems else (lit.Test.PASS, "")
