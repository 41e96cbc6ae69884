"""Prints a limit for which two of the entries of a cache have room, but not three: limit_for_two.py FOLDER."""
import pathlib
import sys

sizes = [sum(file.stat().st_size for file in entry.iterdir()) for entry in pathlib.Path(sys.argv[1]).iterdir() if entry.is_dir()]
print(sum(sizes) + max(sizes) // 2)
