"""Leaves out each barrier and fence of generated kernels once, those that they take from the runtime included, and looks whether
the SIMT engine reports it: a finding, another result than the reference's, or a run that does not end.
Usage: barriers.py PROGRAM… [--pairs] [--part=I/N] [--together=N] [--log=FILE]
For each program, every mapping value alone (with --pairs: all pairs). Exit status 1 where a barrier is missed by nobody. A barrier
of the runtime is left out wherever a mapping has it. Prints, and appends to the log, a line for each barrier that is not missed."""
import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import executables

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "compiler"))
import cover

GENERATED = re.compile(r"^( *)((?:tile\.sync|barrier\.wait|fence)\(\);)(.*)$", re.M)
OF_RUNTIME = re.compile(r"^( *)((?:__syncthreads|__threadfence|tile\.sync)\(\);)(.*)$", re.M)
# Cheap runs first: most barriers are missed at once.
TRIALS = ["--selftest=1 --selftest-edges=100 --order=forward", "--selftest=2 --selftest-edges=700 --orders=10",
          "--selftest=2 --orders=26"]
SECONDS = 900  # for the longest of them

Barrier = collections.namedtuple("Barrier", "number place text")


class Numbered:
    """Texts in which every barrier asks whether it stays."""

    def __init__(self):
        self.barriers = []

    def number(self, name, text, pattern):
        def asking(match):
            line = text.count("\n", 0, match.start(2)) + 1
            self.barriers.append(Barrier(len(self.barriers), f"{name}:{line}", (match[2] + match[3]).strip()))
            return f"{match[1]}if (barrier_stays({self.barriers[-1].number})) {match[2]}{match[3]}"
        return pattern.sub(asking, text)


def copy_runtime(installation, folder, numbered):
    """The headers of the runtime with numbered barriers; what the engine includes stays where it is."""
    include = folder / "runtime" / "include"
    shutil.copytree(installation.share / "runtime" / "include", include)
    (folder / "runtime" / "simt").mkdir()
    (folder / "runtime" / "simt" / "include").symlink_to((installation.share / "runtime" / "simt" / "include").resolve())
    for file in sorted((include / "maxwarp").glob("*.cuh")):
        file.write_text('extern "C" bool barrier_stays(int number);\n' + numbered.number(file.name, file.read_text(), OF_RUNTIME))
    return folder / "runtime"


def compile_main(installation, folder):
    """What asks for barriers is no kernel: it is compiled without the engine's plugin."""
    words = [installation.compiler, "-std=c++20", "-O1", f"-I{installation.share}", f"-I{installation.share}/runtime/include",
             "-c", str(executables.HERE / "barriers_main.cpp"), "-o", str(folder / "main.o")]
    subprocess.run(words, check=True)
    return folder / "main.o"


def compile_program(installation, main, program, mappings, folder):
    """The executable, and its barriers by number."""
    numbered = Numbered()
    runtime = copy_runtime(installation, folder, numbered)
    if said := executables.generate(program, folder, "simt", mappings):
        sys.exit(said)
    name = pathlib.Path(program).stem
    text = folder / f"{name}.cu"
    text.write_text(numbered.number(text.name, text.read_text(), GENERATED))
    whole = folder / "whole.cu"
    whole.write_text(f'#include "{name}.cu"\n#include "{name}_entry.cu"\n')
    words = [installation.compiler, *installation.compile_flags("simt", runtime), f"-I{folder}", "-o", str(folder / "program"),
             str(whole), "-x", "none", str(main), *installation.link_flags("simt")]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{program}: does not compile\n{done.stderr[:3000]}")
    return folder / "program", numbered.barriers


def tried(program, barrier, variant, options):
    """Whether the run is right, and what it has printed."""
    line = f"{barrier} {options} --variant={variant} --quiet"
    status, output = next(executables.run([str(program)], [line], seconds=SECONDS))
    return status == 0 and not executables.FINDING.search(output), output


def missed(program, barrier, variant):
    """What shows that the barrier is missing, or nothing."""
    for options in TRIALS:
        right, output = tried(program, barrier.number, variant, options)
        if not right:
            return output
    return None


def examine(installation, main, program, mappings, log):
    """How many barriers there are, and those that nobody misses."""
    count, silent = 0, 0
    with tempfile.TemporaryDirectory(prefix="barriers") as place:
        executable, barriers = compile_program(installation, main, program, mappings, pathlib.Path(place))
        for i, mapping in enumerate(mappings):
            right, output = tried(executable, -1, f"m{i}", TRIALS[1])
            if not right:
                sys.exit(f"{program} --map={mapping}: fails as it is\n{output[:2000]}")
            for number in map(int, re.findall(r"\d+", output[output.rindex("reached:"):].split("\n")[0])):
                count += 1
                if missed(executable, barriers[number], f"m{i}"):
                    continue
                silent += 1
                said = f"{program} --map={mapping or 'default'}: {barriers[number].place}: nobody misses `{barriers[number].text}`"
                print(said, flush=True)
                if log:
                    log.write(said + "\n")
                    log.flush()
    return count, silent


def main():
    words = argparse.ArgumentParser(description="leaves out each barrier once")
    words.add_argument("programs", nargs="+")
    words.add_argument("--pairs", action="store_true", help="mappings that cover all pairs of values, not every value alone")
    words.add_argument("--part", default="0/1", help="only every Nth mapping, from the one at I on")
    words.add_argument("--map", action="append", help="these mappings instead")
    words.add_argument("--together", type=int, default=8, help="mappings in one executable")
    words.add_argument("--log")
    options = words.parse_args()
    first, step = map(int, options.part.split("/"))
    installation = executables.Installation()
    log = open(options.log, "a") if options.log else None
    own_folder = tempfile.TemporaryDirectory(prefix="barriers")
    main_object = compile_main(installation, pathlib.Path(own_folder.name))
    total = silent = 0
    for program in options.programs:
        mappings = options.map or (cover.pairwise if options.pairs else cover.single)(program)[first::step]
        own = own_silent = 0
        for start in range(0, len(mappings), options.together):
            found = examine(installation, main_object, program, mappings[start:start + options.together], log)
            own, own_silent = own + found[0], own_silent + found[1]
        said = f"{pathlib.Path(program).stem}: {own} barriers left out of {len(mappings)} mappings, {own_silent} missed by nobody"
        print(said, flush=True)
        if log:
            log.write(said + "\n")
            log.flush()
        total, silent = total + own, silent + own_silent
    print(f"{total} barriers left out, {silent} missed by nobody")
    sys.exit(silent != 0)


if __name__ == "__main__":
    main()
