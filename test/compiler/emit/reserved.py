# No name of a program is one that generated text means something else by: `reserved.py ROOT CLANG OUTPUT`. Every keyword
# in Clang's table, every macro that the headers of generated text bring along, and every name that the runtime's headers
# define is given to a parameter; the function that is generated must not have a parameter of that name.
import pathlib
import re
import shutil
import subprocess
import sys

root, clang, output = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
HEADERS = root / "runtime/include"
NOT_INCLUDED = {"algorithm.h", "kernel.cuh", "numbering.h", "outliers.h", "split.h", "degree_width.h"}
FUNCTION = re.compile(r"^(?:MAXWARP_FUNCTION|__device__|inline)\b[^(=;]*?\b(\w+)\(", re.M)
TYPE = re.compile(r"^(?:struct|class|enum class)(?: alignas\(\d+\))? (\w+)|^using (\w+) =", re.M)
KEYWORD = re.compile(r"^(KEYWORD|CXX\w*KEYWORD\w*|COROUTINES_KEYWORD|ALIAS)\(\"?(\w+)\"?(.*)", re.M)
CPLUSPLUS = re.compile("KEYALL|KEYCXX|BOOLSUPPORT|WCHARSUPPORT|CHAR8SUPPORT|KEYGNU|KEYCUDA")


def keywords():
    include = subprocess.run(["llvm-config-22", "--includedir"], capture_output=True, text=True, check=True).stdout.strip()
    table = pathlib.Path(include, "clang/Basic/TokenKinds.def").read_text()
    return {name for kind, name, flags in KEYWORD.findall(table)
            if CPLUSPLUS.search(flags) or kind not in ("KEYWORD", "ALIAS")}


def macros(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(re.findall(r"^#define (\w+)", done.stdout, re.M))


def names_of_runtime():
    found = set()
    for header in sorted((HEADERS / "maxwarp").iterdir()):
        if header.name not in NOT_INCLUDED:
            text = header.read_text()
            found |= set(FUNCTION.findall(text)) | {a or b for a, b in TYPE.findall(text)}
    return found


def unused(names):
    """Those that a parameter may have, with the text of a program that has them all."""
    listed = ", ".join(f"{name}: int" for name in names)
    return f"algorithm a_({listed}) -> s_: long {{ s_ = 0 }}\n"


def accepted(names):
    """Without those that the language keeps to itself."""
    own = set(re.findall(r"`(\w+)`", (root / "dsl/reference.md").read_text()))
    return sorted(name for name in names if name not in own)


host = macros([clang, "-std=c++20", "-fopenmp", f"-I{HEADERS}", "-E", "-dM", "-x", "c++", "-"],
              "#include <maxwarp/host.h>\n")
cuda = set()
if shutil.which("nvcc"):
    pathlib.Path(output + ".cu").write_text("#include <maxwarp/device.cuh>\n#include <maxwarp/stream.cuh>\n")
    cuda = macros(["nvcc", "-std=c++20", f"-I{HEADERS}", "-Xcompiler", "-dM", "-E", output + ".cu"], "")
kinds = {"keywords": keywords(), "macros": host | cuda, "names of the runtime": names_of_runtime()}
failed = 0
for kind, found in kinds.items():
    names = accepted(found)
    pathlib.Path(output + ".gdsl").write_text(unused(names))
    done = subprocess.run(["gdslc", output + ".gdsl", "--target=openmp", "-o", output + ".cpp"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    text = pathlib.Path(output + ".h").read_text()
    given = set(re.findall(r"std::int32_t (\w+)[,)]", text))
    wrong = sorted(given & set(names))
    print(f"{len(names)} {kind}, {len(given)} parameters; not reserved: {' '.join(wrong) or 'none'}")
    failed += bool(wrong) or len(given) != len(names) or len(names) < 50
sys.exit(failed != 0)
