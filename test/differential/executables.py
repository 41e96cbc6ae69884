# Compiles many programs into one executable, and runs many commands in one process: alone, each would cost seconds.
import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
STATUS = re.compile(r"^=== status (\d+)\n", re.M)
FINDING = re.compile(r"error: .*\[kernel .*, thread .*\]")  # how the SIMT engine reports
SECONDS = 30  # for the slowest command of a batch; one more for each of them


class Installation:
    """Where the tools that are on the PATH have their libraries and headers."""

    def __init__(self):
        build = pathlib.Path(shutil.which("gdslc")).resolve().parents[1]
        self.libraries = build / "lib"
        self.share = build / "share" / "maxwarp"
        self.compiler = shutil.which("clang++-22") or "clang++"

    def words(self, name):
        """The words of a file of flags of the runtime."""
        return (self.share / name).read_text().replace("{lib}", str(self.libraries)).split()

    def compile_flags(self, engine, runtime):
        """Without optimization: these programs run for less time than that takes."""
        flags = ["-std=c++20", "-O0", "-fopenmp"]
        if engine == "simt":
            flags = [*self.words("runtime/simt/flags.txt"), "-O0", "-g0", f"-I{runtime}/simt/include"]
        return [*flags, f"-I{runtime}/include", f"-I{self.share}", f"-I{HERE}"]

    def link_flags(self, engine):
        parts = ["runner", f"engine_{engine}", engine, "reference", "system", "graph"]
        libraries = [f"-lmaxwarp_{part}" for part in parts if (self.libraries / f"libmaxwarp_{part}.a").exists()]
        rest = self.words("link.txt") + (self.words("link-simt.txt") if engine == "simt" else ["-fopenmp"])
        return [f"-L{self.libraries}", "-Wl,--start-group", *libraries, "-Wl,--end-group", *rest, "-pthread"]


def generate(program, folder, engine, mappings):
    """Writes the text of a program under some mappings. What gdslc says where it fails, else nothing."""
    ending = "cpp" if engine == "openmp" else "cu"
    base = folder / pathlib.Path(program).stem
    words = ["gdslc", program, f"--target={'openmp' if engine == 'openmp' else 'cuda'}", "-o", f"{base}.{ending}", f"--header={base}.h",
             f"--emit-entry={base}_entry.{ending}", "--quiet"]
    words += [f"--map=m{i}:{mapping}" for i, mapping in enumerate(mappings)]
    done = subprocess.run(words, capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{' '.join(words)}\n{done.stderr}"


def batch_text(names, ending):
    """One text with all programs: what they include is read once. The description of each is in a namespace of its own."""
    text = "#include <maxwarp/algorithm.h>\n#include <maxwarp/value.h>\n"
    for i, name in enumerate(names):
        text += f'#include "{name}.{ending}"\n#define maxwarp_algorithm maxwarp_algorithm_{i}\nnamespace entry_{i} {{\n'
        text += f'#include "{name}_entry.{ending}"\n}}\n#undef maxwarp_algorithm\n'
    table = ", ".join(f"&entry_{i}::algorithm" for i in range(len(names)))
    return text + f"extern const maxwarp::Algorithm* const programs[] = {{{table}}};\n#include \"batch_main.cpp\"\n"


def build(installation, folder, engine, names, runtime=None, flags=()):
    """Compiles the texts of the programs in the folder into `folder/batch`. What the compiler says where it fails, else nothing."""
    ending = "cpp" if engine == "openmp" else "cu"
    source = folder / f"batch.{ending}"
    source.write_text(batch_text(names, ending))
    runtime = runtime or installation.share / "runtime"
    words = [installation.compiler, *installation.compile_flags(engine, runtime), *flags, f"-I{folder}", "-o", str(folder / "batch"),
             str(source), *(["-x", "none"] if engine == "simt" else []), *installation.link_flags(engine)]
    done = subprocess.run(words, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr


def sections(command, lines, environment, seconds):
    """Runs commands, a line each, until one fails; what each has printed, with its status (a signal is negative)."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment,
                               errors="replace")
    try:
        output, _ = process.communicate("".join(line + "\n" for line in lines), timeout=seconds + len(lines))
        ended = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        output, ended = process.communicate()[0], 124
    parts = STATUS.split(output)
    found = [(int(status), text) for text, status in zip(parts[0::2], parts[1::2])]
    if len(found) < len(lines) and (not found or found[-1][0] == 0):
        found.append((ended or 125, parts[-1]))
    return found


def run(command, lines, seconds=SECONDS, **settings):
    """The status and output of every command, one by one, in a new process behind each that failed."""
    environment = dict(os.environ, OMP_NUM_THREADS="3", **settings)
    ran = 0
    while ran < len(lines):
        for result in sections(command, lines[ran:], environment, seconds):
            ran += 1
            yield result
