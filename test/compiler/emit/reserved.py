# What the headers of generated text define has to be among the names that a program's names make way for:
# `reserved.py ROOT` compares them with compiler/emit/names.cpp.
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
source = (root / "compiler/emit/names.cpp").read_text()
reserved = set(" ".join(re.findall(r'"([^"]*)"', source[source.index("reserved ="):source.index(";", source.index("reserved ="))])).split())
NOT_INCLUDED = {"algorithm.h", "kernel.cuh", "outliers.h", "split.h", "width.h"}
FUNCTION = re.compile(r"^(?:MAXWARP_FUNCTION|__device__|inline)\b[^(=;]*?\b(\w+)\(", re.M)
TYPE = re.compile(r"^(?:struct|class|enum class)(?: alignas\(\d+\))? (\w+)|^using (\w+) =", re.M)

found = set()
for header in sorted((root / "runtime/include/maxwarp").iterdir()):
    if header.name in NOT_INCLUDED:
        continue
    text = header.read_text()
    found |= set(FUNCTION.findall(text)) | {a or b for a, b in TYPE.findall(text)}
missing = sorted(found - reserved)
print(f"{len(found)} names of the runtime; not reserved: {' '.join(missing) or 'none'}")
sys.exit(bool(missing) or len(found) < 50)
