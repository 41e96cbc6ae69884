"""Leaves out each barrier and fence of generated kernels once, those that they take from the runtime included, and looks whether
the SIMT engine detects it: by a finding, by another result than the reference's, or by a run that does not end.
Usage: barriers.py PROGRAM… [--map=MAPPING…] [--pairs] [--part=I/N] [--together=N] [--all] [--trial=OPTIONS…] [--log=FILE]
For each program, every mapping value alone (with --pairs: all pairs). Exit status 1 where the loss of a barrier is not detected. A
barrier of the runtime is left out under every mapping that reaches it. BETWEEN_CALLS is left out only with --all.
--trial adds a run to TRIALS, such as one on a graph that is large enough for a second chunk."""
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

GENERATED = re.compile(r"^( *)((?:tile\.sync|barrier\.wait|cluster_barrier|fence|__syncthreads)\(\);)(.*)$", re.M)
OF_RUNTIME = re.compile(r"^( *)((?:__syncthreads|__threadfence|tile\.sync)\(\);)(.*)$", re.M)
# Cheap runs first: the loss of most barriers is detected at once.
TRIALS = ["--selftest=1 --selftest-edges=100 --order=forward", "--selftest=2 --selftest-edges=700 --orders=10",
          "--selftest=2 --orders=26", "--selftest=1 --order=reverse+blocks:1"]
REACHING = "--selftest=2 --selftest-edges=700"  # tells which barriers there are to leave out
# They order a function's use of its shared variable after the use by the call before. A kernel that calls the function once does
# not need them, and the function cannot know; kernels with several calls do, see barriers.full.test.
BETWEEN_CALLS = re.compile(r"the last use of `\w+` is over")
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
            # In braces, as an `else` may follow.
            return f"{match[1]}{{ if (barrier_stays({self.barriers[-1].number})) {match[2]} }}{match[3]}"
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


def check_whole(executable, variant, trial):
    """What a run with all barriers prints. It has to be right, or a wrong one without a barrier shows nothing."""
    right, output = tried(executable, -1, variant, trial)
    if not right:
        sys.exit(f"{executable} --variant={variant} {trial}: fails as it is\n{output[:2000]}")
    return output


def detected(executable, barrier, variant, trials, checked):
    """Whether a run shows that the barrier is missing. `checked`: the trials that are known to be right as it is."""
    found = next((trial for trial in trials if not tried(executable, barrier.number, variant, trial)[0]), None)
    if found and found not in checked:
        check_whole(executable, variant, found)
        checked.add(found)
    return found is not None


def say(text, log):
    print(text, flush=True)
    if log:
        log.write(text + "\n")
        log.flush()


def examine(installation, main, program, mappings, options, log):
    """How many barriers were left out, how many of them undetected, and how many stayed because they order calls."""
    count, undetected, kept = 0, 0, 0
    with tempfile.TemporaryDirectory(prefix="barriers") as place:
        executable, barriers = compile_program(installation, main, program, mappings, pathlib.Path(place))
        for i, mapping in enumerate(mappings):
            checked = {REACHING, *options.trial}
            for trial in [REACHING, *options.trial]:
                output = check_whole(executable, f"m{i}", trial)
            for number in map(int, re.findall(r"\d+", output[output.rindex("reached:"):].split("\n")[0])):
                barrier = barriers[number]
                if not options.all and BETWEEN_CALLS.search(barrier.text):
                    kept += 1
                    continue
                count += 1
                if detected(executable, barrier, f"m{i}", TRIALS + options.trial, checked):
                    continue
                undetected += 1
                say(f"{program} --map={mapping or 'default'}: {barrier.place}: not detected: `{barrier.text}`", log)
    return count, undetected, kept


def main():
    words = argparse.ArgumentParser(description="leaves out each barrier once")
    words.add_argument("programs", nargs="+")
    words.add_argument("--pairs", action="store_true", help="mappings that cover all pairs of values, not every value alone")
    words.add_argument("--part", default="0/1", help="only every Nth mapping, from the one at I on")
    words.add_argument("--map", action="append", help="these mappings instead")
    words.add_argument("--together", type=int, default=8, help="mappings in one executable")
    words.add_argument("--all", action="store_true", help="also barriers that only order calls of one function")
    words.add_argument("--trial", action="append", default=[], help="options of one more run")
    words.add_argument("--log")
    options = words.parse_args()
    first, step = map(int, options.part.split("/"))
    installation = executables.Installation()
    log = open(options.log, "a") if options.log else None
    own_folder = tempfile.TemporaryDirectory(prefix="barriers")
    main_object = compile_main(installation, pathlib.Path(own_folder.name))
    total = collections.Counter()
    for program in options.programs:
        mappings = options.map or (cover.pairwise if options.pairs else cover.single)(program)[first::step]
        own = collections.Counter()
        for start in range(0, len(mappings), options.together):
            found = examine(installation, main_object, program, mappings[start:start + options.together], options, log)
            own.update(dict(zip(("left out", "not detected", "kept"), found)))
        say(f"{pathlib.Path(program).stem}: {len(mappings)} mappings, {own['left out']} barriers left out, "
            f"{own['not detected']} not detected, {own['kept']} kept", log)
        total.update(own)
    print(f"{total['left out']} barriers left out, {total['not detected']} not detected")
    sys.exit(total["not detected"] != 0)


if __name__ == "__main__":
    main()
