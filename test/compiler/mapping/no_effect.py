# Compares the generated text of every legal value of an axis with that of its other values, alone and beside others:
# `no_effect.py [--pairs] PROGRAM…`, gdslc being on the PATH. Two values that give one text are an error, unless the one
# is the default and the other is remarked. `--pairs`: beside each value of BESIDE as well.
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
import cover

# Acts on the graph: the runner renumbers it, and the text is the same.
ELSEWHERE = {"reorder"}
# Whatever takes the place of something that other options act on.
BESIDE = ["prepass=1:separate", "atomics=elide", "activation=topology", "activation=hybrid:0.4", "activation=partition:2",
          "frontier=bitmap", "frontier=bitmask-compact", "direction=pull", "split=2", "granularity=warp:4",
          "granularity=block", "granularity=edge", "granularity=decompose", "granularity=hierarchical:2", "unroll=2",
          "stage=direct", "chunk=3", "outliers=defer:2", "distribution=dynamic", "donate=auto", "resident=8", "sms=2",
          "dedup=none", "capacity=grow:1", "push=scan", "worklist=hierarchical", "worklist=hierarchical:local",
          "loop=persistent", "loop=graph"]
VARIANTS_A_RUN = 60  # each has a name space of its own in one text


def gdslc(program, mappings, *words):
    """The text of each mapping, and what gdslc remarks."""
    named = [f"--map=m{i}:{mapping}" for i, mapping in enumerate(mappings)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "all.cu")
        done = subprocess.run(["gdslc", program, *named, *words, "-o", path], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{program} {' '.join(named)}: {done.stderr}")
        with open(path) as file:
            parts = re.split(r"^namespace gdsl::\w+::m(\d+) \{$", file.read(), flags=re.M)
    texts = {int(i): re.sub(rf"\bm{i}\b", "", body) for i, body in zip(parts[1::2], parts[2::2])}
    assert len(texts) == len(mappings), program
    # The text ends with the functions that choose among the variants.
    texts = {i: body[:body.rindex("}  // namespace gdsl::")] for i, body in texts.items()}
    return [texts[i] for i in range(len(mappings))], done.stderr


def texts_of(program, mappings):
    texts = {}
    for first in range(0, len(mappings), VARIANTS_A_RUN):
        some = mappings[first:first + VARIANTS_A_RUN]
        if len(some) == 1:
            some = some * 2  # one variant alone would have no name space of its own
        texts.update(zip(some, gdslc(program, some)[0]))
    return texts


def legal_values(compiler, beside, axes):
    """(axis, value, mapping) of what may stand beside the settings, with what gdslc says that they need besides."""
    for key, candidates in axes.items():
        if key in beside or key in ELSEWHERE:
            continue
        for value in candidates:
            settings = compiler.accepts({**beside, key: value})
            if settings:
                yield key, value, cover.as_text(settings, sorted(settings))


def silent(program, same):
    """Which of these (value, mapping) are not remarked."""
    found = []
    for first in range(0, len(same), VARIANTS_A_RUN):
        some = same[first:first + VARIANTS_A_RUN]
        padded = [mapping for _, mapping in some] + ["", ""][:2 if len(some) == 1 else 0]
        _, said = gdslc(program, padded, "--remarks")
        found += [(setting, mapping) for i, (setting, mapping) in enumerate(some)
                  if f" m{i}: `{setting}` changes nothing in this program" not in said]
    return found


def check(program, pairs, defaults, axes):
    compiler = cover.Compiler(program, "cuda")
    rows = []
    for context in [""] + (BESIDE if pairs else []):
        beside = dict([context.split("=")]) if context else {}
        if not context or compiler.accepts(beside):
            rows += [(context, *row) for row in legal_values(compiler, beside, axes)]
    texts = texts_of(program, sorted({mapping for *_, mapping in rows}))
    groups = collections.defaultdict(list)
    for context, key, value, mapping in rows:
        # Values that need something besides are compared with one another only.
        others = tuple(sorted(set(mapping.split(",")) - {f"{key}={value}"}))
        groups[key, others, texts[mapping]].append((value, mapping))
    same = [(f"{key}={value}", mapping) for (key, *_), group in groups.items() if len(set(group)) > 1
            for value, mapping in sorted(set(group)) if value != defaults[key]]
    same = sorted(set(same))
    return len(texts), len(same), silent(program, same)


def main():
    options = argparse.ArgumentParser(description="finds options that change nothing and are accepted in silence")
    options.add_argument("programs", nargs="+")
    options.add_argument("--pairs", action="store_true", help="beside other values as well")
    words = options.parse_args()
    defaults = {axis["key"]: axis["default"] for axis in cover.listed_axes()}
    axes = cover.values()
    missing = 0
    for program in words.programs:
        compared, same, found = check(program, words.pairs, defaults, axes)
        print(f"{os.path.basename(program)}: {compared} texts, {same} options without effect, {len(found)} in silence", flush=True)
        for setting, mapping in found:
            print(f"  `{setting}` in --map={mapping}")
        missing += len(found)
    sys.exit(missing != 0)


if __name__ == "__main__":
    main()
