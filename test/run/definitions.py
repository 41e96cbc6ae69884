"""Looks for functions that a program's generated text defines and a library of the runtime, too: the linker would choose one of them.
Usage: definitions.py LIBRARIES OBJECT…: exit status 1 where there are any but what both have from the same header of the runtime."""
import pathlib
import subprocess
import sys

SHARED = {"maxwarp::layout_record", "maxwarp::layout_gap"}  # inline, from the same header


def defined(path):
    """The functions and variables of Maxwarp that other files can see in this one."""
    lines = subprocess.run(["llvm-nm", "--demangle", "--defined-only", str(path)], check=True, capture_output=True, text=True).stdout.splitlines()
    words = [line.split(" ", 2) for line in lines if line.count(" ") >= 2]
    return {name for _, kind, name in words if kind.isupper() and name.startswith("maxwarp::")}


libraries, *objects = sys.argv[1:]
own = set().union(*map(defined, objects))
of_libraries = set().union(*map(defined, pathlib.Path(libraries).glob("libmaxwarp_*.a")))
twice = sorted(own & of_libraries - SHARED)
print("\n".join(f"defined twice: {name}" for name in twice) or f"{len(own)} definitions, none of them in a library")
sys.exit(bool(twice))
