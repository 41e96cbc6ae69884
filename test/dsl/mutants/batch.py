"""Compiles many programs for the SIMT engine into one executable: most of the time goes into what all of them include.
Each becomes a namespace of its own; the first argument of the executable says which one is meant."""
import pathlib
import shutil
import subprocess

unchecked = False  # without the race check
CXX = shutil.which("clang++-22") or "clang++"
ENTRY = """#define gdsl gdsl_{i}
#define maxwarp_algorithm maxwarp_algorithm_{i}
#include "{i}/program.cu"
namespace entry_{i} {{
#include "{i}/entry.cu"
}}
#undef maxwarp_algorithm
#undef gdsl
"""
MAIN = """#include "runtime/runner/runner.h"
#include <cstdlib>
int main(int argc, char** argv) {{
  const maxwarp::Algorithm* (*const all[])() = {{{all}}};
  return maxwarp::runner::run_program(*all[std::atoi(argv[1])](), argc - 1, argv + 1);
}}
"""


def generated(program, mapping, folder):
    """Whether gdslc takes the program; its text is in `folder` then."""
    folder.mkdir()
    words = ["gdslc", program, f"--map={mapping}", "--number=both", "-g", "-o", folder / "program.cu", f"--header={folder / 'program.h'}",
             f"--emit-entry={folder / 'entry.cu'}"]
    return subprocess.run(words + ["--no-race-check"] * unchecked, capture_output=True).returncode == 0


def compiled(numbers, folder):
    """Whether the programs of these numbers can be compiled into `folder`/program."""
    root = pathlib.Path(shutil.which("gdsl")).resolve().parents[1]
    share = root / "share" / "maxwarp"
    texts = [ENTRY.format(i=i) for i in numbers]
    functions = ", ".join(f"entry_{i}::maxwarp_algorithm_{i}" for i in numbers)
    (folder / "all.cu").write_text("#include <maxwarp/algorithm.h>\n" + "".join(texts) + MAIN.format(all=functions))
    flags = [word.replace("{lib}", str(root / "lib")) for word in (share / "runtime/simt/flags.txt").read_text().split()]
    flags += [f"-I{share}", f"-I{share}/runtime/simt/include", f"-I{share}/runtime/include"]
    libraries = [f"-lmaxwarp_{name}" for name in ("runner", "engine_simt", "simt", "reference", "graph", "system")]
    others = [word for name in ("link.txt", "link-simt.txt") for word in (share / name).read_text().split()]
    for words in ([CXX, *flags, "-c", "all.cu", "-o", "all.o"],
                  [CXX, "all.o", f"-L{root / 'lib'}", "-Wl,--start-group", *libraries, "-Wl,--end-group", *others, "-pthread", "-o", "program"]):
        if subprocess.run(words, cwd=folder, capture_output=True).returncode != 0:
            return False
    return True


def build(programs, mapping, folder):
    """The beginning of the command that runs each program; those that cannot be compiled are left out."""
    numbers = [i for i, program in enumerate(programs) if generated(program, mapping, folder / str(i))]
    if not numbers:
        return {}
    if compiled(numbers, folder):
        return {programs[i]: [folder / "program", str(at)] for at, i in enumerate(numbers)}
    if len(programs) == 1:
        return {}
    (folder / "left").mkdir()
    (folder / "right").mkdir()
    half = len(programs) // 2
    return build(programs[:half], mapping, folder / "left") | build(programs[half:], mapping, folder / "right")
