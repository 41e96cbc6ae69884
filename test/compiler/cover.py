# Mappings to test a program with: a small set in which every legal pair of option values occurs together.
# `cover.py PROG [--target=openmp] [--single|--values]` prints one mapping a line; other scripts import it.
import argparse
import hashlib
import itertools
import json
import os
import shutil
import subprocess
import sys

class Compiler:
    """Asks gdslc whether a mapping is legal on one program and target; answers are remembered."""

    def __init__(self, program, target):
        self.command = ["gdslc", program, f"--target={target}", "--judge-mappings=-", "--quiet"]
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.first = {f"{key}={form}": probes[0] for key, forms in table().items() for form, probes, _ in forms}
        self.answers = {}

    def accepts(self, settings):
        """The settings, with what gdslc says they need besides; nothing when they are refused or ignored."""
        key = ",".join(f"{k}={v}" for k, v in sorted(settings.items()))
        if key not in self.answers:
            self.answers[key] = self.judge(key, settings)
        return self.answers[key]

    def judge(self, mapping, settings):
        said = self.ask(mapping)
        verdict, _, rest = said.partition(": ")
        if verdict == "legal":
            return settings
        if verdict == "needs":
            return self.accepts({**settings, rest.split("=")[0]: self.first[rest]})
        if verdict in ("wrong", "not yet", "ignored"):
            return None
        sys.exit(f"{' '.join(self.command)}\nsays of `{mapping}`: {said or 'nothing'}")

    def ask(self, mapping):
        try:
            self.process.stdin.write(mapping + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:  # it has ended, and said why
            pass
        return self.process.stdout.readline().rstrip("\n")


def listed_axes():
    """What gdslc says of every axis."""
    text = subprocess.run(["gdslc", "--list-mappings=json"], capture_output=True, text=True, check=True).stdout
    return json.loads(text)["axes"]


def table():
    """Axis -> its forms, each with the values to test with and the values to measure."""
    return {axis["key"]: [(v["form"], v["probes"], v["trials"]) for v in axis["values"]] for axis in listed_axes()}


def values():
    """Axis -> the values to be tried. They come from gdslc, where each technique names its own."""
    return {key: [probe for _, probes, _ in forms for probe in probes] for key, forms in table().items()}


def as_text(settings, order):
    return ",".join(f"{key}={settings[key]}" for key in order if key in settings)


def pairs_of(settings):
    return set(itertools.combinations(sorted(settings.items()), 2))


def complete(settings, axes, open_pairs, compiler):
    """Extends legal settings, axis by axis, by the value that brings the most pairs and stays legal."""
    for key in axes:
        if key in settings:
            continue
        candidates = [(len(pairs_of({**settings, key: value}) & open_pairs), value) for value in axes[key]]
        for _, value in sorted(candidates, key=lambda c: -c[0]):
            longer = {**settings, key: value}
            if not all(compiler.accepts(dict(pair)) for pair in pairs_of(longer)):
                continue  # known already, without another run of gdslc
            if longer := compiler.accepts(longer):
                settings = longer
                break
    return settings


def single(program, target="cuda"):
    """The default, and every other legal value alone (with what it needs)."""
    compiler = Compiler(program, target)
    defaults = {(axis["key"], axis["default"]) for axis in listed_axes()}
    trials = {key: [trial for _, _, trials in forms for trial in trials] for key, forms in table().items()}
    found = {}  # in order; a default value named is what it is without a name
    for key, candidates in values().items():
        # Every width of a virtual warp is a kernel of its own; alone they are few enough.
        extra = [trial for trial in trials[key] if trial not in candidates] if key == "granularity" else []
        for value in candidates + extra:
            settings = dict((compiler.accepts({key: value}) or {}).items() - defaults)
            found[as_text(settings, sorted(settings))] = True
    return ["", *(mapping for mapping in found if mapping)]


def legal_axes(compiler, fixed):
    axes = {key: [v for v in candidates if fixed.get(key, v) == v and compiler.accepts({key: v, **fixed})]
            for key, candidates in values().items()}
    return {key: candidates for key, candidates in axes.items() if candidates}


def remembered(program, target, fixed, find):
    """What `find` finds. Where MAXWARP_COVER_CACHE names a folder, several tests that ask the same have one search, of seconds."""
    folder = os.environ.get("MAXWARP_COVER_CACHE")
    if not folder:
        return find(program, target, fixed)
    state = hashlib.sha256(json.dumps([find.__name__, target, fixed]).encode())
    for path in (shutil.which("gdslc"), program, __file__):
        with open(path, "rb") as file:
            state.update(file.read())
    # What is imported, too.
    state.update(subprocess.run(["gdslc", program, "--emit=checked", "--quiet"], capture_output=True, check=True).stdout)
    cached = os.path.join(folder, state.hexdigest()[:24])
    if not os.path.exists(cached):
        os.makedirs(folder, exist_ok=True)
        with open(f"{cached}.{os.getpid()}", "w") as file:
            json.dump(find(program, target, fixed), file)
        os.rename(file.name, cached)
    with open(cached) as file:
        return json.load(file)


def pairwise(program, target="cuda"):
    """Mappings in which every legal pair of values occurs; the first is the default."""
    return remembered(program, target, {}, find_pairwise)


def every_value(program, target="cuda", fixed=None):
    """A few mappings that have every value which is legal beside the `fixed` ones; the first is the default."""
    return remembered(program, target, fixed or {}, find_every_value)


def find_every_value(program, target, fixed):
    compiler = Compiler(program, target)
    axes = legal_axes(compiler, fixed)
    defaults = {(axis["key"], axis["default"]) for axis in listed_axes()}
    missing = [(key, value) for key, candidates in axes.items() for value in candidates if (key, value) not in defaults]
    found = [""]
    while missing:
        turn = len(found)
        others = [(key, candidates[turn % len(candidates)]) for key, candidates in axes.items()]
        settings = dict(fixed)
        for key, value in missing + others:  # values that were there before only fill gaps
            if key not in settings:
                settings = compiler.accepts({**settings, key: value}) or settings
        found.append(as_text(settings, axes))
        missing = [one for one in missing if one not in settings.items()]
    return found


def find_pairwise(program, target, fixed):
    compiler = Compiler(program, target)
    axes = legal_axes(compiler, fixed)
    every = [((x, v), (y, w)) for x, y in itertools.combinations(sorted(axes), 2) for v in axes[x] for w in axes[y]]
    open_pairs = {pair for pair in every if compiler.accepts(dict(pair))}
    found = [""]
    for pair in every:
        if pair not in open_pairs:
            continue
        settings = complete(compiler.accepts(dict(pair)), axes, open_pairs, compiler)
        open_pairs -= pairs_of(settings)
        found.append(as_text(settings, axes))
    if len(found) == 1:  # one axis at most: no pairs
        found += [f"{key}={value}" for key in axes for value in axes[key]]
    return found


def main():
    options = argparse.ArgumentParser(description="prints mappings that cover every legal pair of option values")
    options.add_argument("program")
    options.add_argument("--target", default="cuda", choices=["cuda", "openmp"])
    options.add_argument("--single", action="store_true", help="every value alone instead of pairs")
    options.add_argument("--values", action="store_true", help="as few mappings as have every value")
    words = options.parse_args()
    cover = single if words.single else every_value if words.values else pairwise
    for mapping in cover(words.program, words.target):
        print(mapping or "default")


if __name__ == "__main__":
    main()
