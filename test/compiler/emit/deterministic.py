# Compiles every example twice, for both targets, and compares all files byte by byte.
import pathlib
import subprocess
import sys

examples, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
MAPS = ["--map=a:block=64", "--map=b:block=128"]


def texts(program, target, folder):
    folder.mkdir(parents=True, exist_ok=True)
    source, header, entry = (folder / name for name in ("a.cc", "a.h", "entry.cc"))
    subprocess.run(["gdslc", program, f"--target={target}", *MAPS, "-o", source, f"--header={header}",
                    f"--emit-entry={entry}"], check=True)
    return [path.read_bytes() for path in (source, header, entry)]


programs = sorted(examples.glob("*/*.gdsl"))
different = [(str(program), target) for program in programs for target in ("cuda", "openmp")
             if texts(program, target, out / "first") != texts(program, target, out / "first")]
print(f"{len(programs)} programs, different: {different}")
sys.exit(bool(different) or not programs)
