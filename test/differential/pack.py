# The differential test for a machine with a GPU and nvcc alone: `pack.py DIR --count=N` writes programs, graphs and what the
# interpreter says; there `DIR/on_device.sh OUT` compiles and runs them; `pack.py DIR --compare=OUT` compares, anywhere.
import collections
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import differential
import executables
from compare import difference


def runtime_sources(folder):
    """The sources of the runtime, as `gdsl build --pack` takes them along, without a main and without programs."""
    with tempfile.TemporaryDirectory() as place:
        any_program = pathlib.Path(place) / "p.gdsl"
        any_program.write_text("algorithm p() -> x: int { x = 1 }\n")
        subprocess.run(["gdsl", "build", any_program, f"--pack={folder}", "--quiet"], check=True)
    shutil.rmtree(folder / "programs")
    (folder / "runtime" / "runner" / "main.cpp").unlink()


def write_batch(test, number, folder):
    """One executable's worth of programs; their runs with what is expected."""
    options = test.options
    count = min(options.together, options.count - number * options.together)
    with tempfile.TemporaryDirectory() as place:
        batch = differential.Batch(options, pathlib.Path(place), options.first + number * options.together, count, test.generator)
        chosen = {path: found for engine, path, found in batch.choose_mappings(test.pairs)}
        texts = folder / "programs" / f"batch{number}"
        texts.mkdir(parents=True)
        for path, found in chosen.items():
            if said := executables.generate(str(path), texts, "cuda", found):
                sys.exit(said)
            shutil.copy(path, texts)
        for text in list(texts.glob("*.cu")):
            text.rename(text.with_suffix(".text"))  # a part of batch.cu, nothing to be compiled by itself
        (texts / "batch.cu").write_text(executables.batch_text([path.stem for path in chosen], "text"))
        for name in ("batch.h", "batch_main.cpp"):
            shutil.copy(executables.HERE / name, texts / (name if name.endswith(".h") else "batch_main.inc"))
        source = (texts / "batch.cu").read_text().replace("batch_main.cpp", "batch_main.inc")
        (texts / "batch.cu").write_text(source)
        return write_runs(batch, chosen, folder, texts, number)


def write_runs(batch, chosen, folder, texts, number):
    numbers = {path: i for i, path in enumerate(chosen)}
    lines, expected = [], []
    for case in batch.runs:
        graph = folder / "graphs" / f"{number}-{pathlib.Path(case.graph).name}"
        graph.parent.mkdir(exist_ok=True)
        shutil.copy(case.graph, graph)
        for i, mapping in enumerate(chosen[case.program]):
            words = [f"--graph=graphs/{graph.name}", *case.words[1:]]
            lines.append(" ".join([str(numbers[case.program]), *words, f"--variant=m{i}"]))
            expected.append({"program": case.program.name, "mapping": mapping, "output": case.expected})
    (texts / "commands").write_text("".join(line + "\n" for line in lines))
    (texts / "expected.json").write_text(json.dumps(expected))
    return len(lines)


def compare(folder, outputs):
    """Compares what the GPU gave; whether all of it is right."""
    count = collections.Counter()
    for texts in sorted((folder / "programs").iterdir()):
        expected = json.loads((texts / "expected.json").read_text())
        parts = executables.STATUS.split((outputs / f"{texts.name}.txt").read_text(errors="replace"))
        said = [(int(status), text) for text, status in zip(parts[0::2], parts[1::2])]
        count["programs"] += len({one["program"] for one in expected})
        count["runs"] += len(said)
        count["missing"] += len(expected) - len(said)
        for one, (status, text) in zip(expected, said):
            what = f"status {status}: {text[:400]}" if status else difference(text, one["output"])
            if what:
                count["failures"] += 1
                print(f"FAILED {texts.name}/{one['program']} --map={one['mapping'] or 'default'}: {what}")
    print(", ".join(f"{count[name]} {name}" for name in ("failures", "programs", "runs", "missing")))
    return count["failures"] + count["missing"] == 0 and count["runs"] > 0


def main():
    words = differential.options()
    words.add_argument("folder", type=pathlib.Path)
    words.add_argument("--compare", type=pathlib.Path, help="folder with what on_device.sh has left")
    words.set_defaults(engines=["simt"], count=320, together=8)
    options = words.parse_args()
    if options.compare:
        sys.exit(not compare(options.folder, options.compare))
    test = differential.Test(options)
    runtime_sources(options.folder)
    runs = sum(write_batch(test, number, options.folder) for number in range((options.count + options.together - 1) // options.together))
    shutil.copy(executables.HERE / "on_device.sh", options.folder)
    print(f"{options.count} programs, {runs} runs")


if __name__ == "__main__":
    main()
