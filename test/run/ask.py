# Runs a program on a graph and compares a result with a file of expected answers, line by line:
# `ask.py RULE EXPECTED RESULT gdsl run …`. RULE: exact, partition (the same classes, whatever their names) or
# near (relative 1e-4); `exact+1` where the program's labels are one higher. Both files have `label value` a line; a first line with one number is skipped.
import lzma
import math
import subprocess
import sys

UNREACHED = {"inf", "Infinity", "infinity", "9223372036854775807"}


def lines_of(path):
    opened = lzma.open(path, "rt") if path.endswith(".xz") else open(path)
    with opened as file:
        pairs = [line.split() for line in file]
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}


def same(rule, seen, expected):
    if seen in UNREACHED or expected in UNREACHED:
        return seen in UNREACHED and expected in UNREACHED
    if rule == "near":
        return math.isclose(float(seen), float(expected), rel_tol=1e-4, abs_tol=0)
    return seen == expected


def compare_classes(seen, expected):
    """The labels at which the two partitions part."""
    forth, back = {}, {}
    return [label for label in expected
            if forth.setdefault(seen[label], expected[label]) != expected[label]
            or back.setdefault(expected[label], seen[label]) != seen[label]]


def main():
    rule, expected_path, name = sys.argv[1:4]
    done = subprocess.run([*sys.argv[4:], f"--output={name}=-", "--quiet"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"status {done.returncode}: {done.stderr}")
    seen = {pair[0]: pair[1] for pair in map(str.split, done.stdout.splitlines()) if len(pair) == 2}
    expected = lines_of(expected_path)
    if rule.endswith("+1"):
        expected = {str(int(label) + 1): value for label, value in expected.items()}
    if not expected or seen.keys() != expected.keys():
        sys.exit(f"{len(seen)} answers, {len(expected)} expected, or other labels")
    if rule == "partition":
        wrong = compare_classes(seen, expected)
    else:
        wrong = [label for label in expected if not same(rule, seen[label], expected[label])]
    for label in wrong[:5]:
        print(f"{label}: {seen[label]}, expected {expected[label]}")
    print(f"{len(expected)} answers, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
