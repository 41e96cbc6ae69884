"""Every `PROGRAM-GRAPH-KIND.map` of bench/rounds/maps is accepted for its program."""
import pathlib
import subprocess
import sys

root, gdslc = pathlib.Path(sys.argv[1]), sys.argv[2]
maps = sorted((root / "bench/rounds/maps").glob("*.map"))
assert maps, "no mappings"
for file in maps:
    program = file.name.split("-")[0]
    subprocess.run([gdslc, root / "examples" / program / f"{program}.gdsl", f"--map={file}", "-o", "/dev/null"], check=True)
