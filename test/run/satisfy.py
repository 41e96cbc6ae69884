# Runs survey propagation on formulas and evaluates the assignments here: `satisfy.py PROGRAM EXPECTED FORMULA… [-- OPTION…]`.
# EXPECTED: satisfied (every assignment must satisfy), or open (none can). FORMULA: a .cnf file, or FILE.tar.xz:COUNT for
# the first members of an archive.
import pathlib
import subprocess
import sys
import tarfile
import tempfile


def clauses_of(text):
    """The clauses of a formula as lists of literals."""
    numbers = []
    for line in text.splitlines():
        if line.startswith("%"):
            break
        if line[:1] not in ("c", "p"):
            numbers += map(int, line.split())
    clauses, clause = [], []
    for number in numbers:
        clause.append(number)
        if number == 0:
            clauses.append(clause[:-1])
            clause = []
    return clauses


def formulas(words):
    """Name and text of each formula."""
    for word in words:
        path, _, count = word.partition(":")
        if not count:
            yield path, pathlib.Path(path).read_text()
            continue
        with tarfile.open(path) as archive:
            members = sorted((m for m in archive if m.name.endswith(".cnf")), key=lambda m: m.name)
            for member in members[:int(count)]:
                yield member.name, archive.extractfile(member).read().decode()


def open_clauses(program, text, options):
    """How many clauses the assignment that the program finds leaves open."""
    with tempfile.NamedTemporaryFile("w", suffix=".cnf") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([program, f"--graph={file.name}", "--output=value=-", "--quiet", *options],
                              capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"status {done.returncode}: {done.stderr}")
    value = dict(map(int, line.split()) for line in done.stdout.splitlines())
    return sum(all(value[abs(literal)] * literal < 0 for literal in clause) for clause in clauses_of(text))


def main():
    words, _, options = " ".join(sys.argv[1:]).partition(" -- ")
    program, expected, *names = words.split()
    failed = count = 0
    for name, text in formulas(names):
        left = open_clauses(program, text, options.split())
        count += 1
        if (left == 0) != (expected == "satisfied"):
            failed += 1
            print(f"{name}: {left} clauses are open")
    print(f"{count} formulas, {failed} not {expected}")
    sys.exit(failed != 0 or count == 0)


if __name__ == "__main__":
    main()
