# How many triples of values that are not defaults a program may have, of three different axes drawn at random.
# `triples.py PROG… [--count=2000] [--seed=1] [--reasons=0]` prints a line for each program; refusals as wrong are left out of the share.
import argparse
import collections
import random

import cover


def draw_triples(count, seed):
    defaults = {(axis["key"], axis["default"]) for axis in cover.listed_axes()}
    values = {key: [v for v in found if (key, v) not in defaults] for key, found in cover.values().items()}
    draw = random.Random(seed)
    axes = sorted(key for key, found in values.items() if found)
    return [{key: draw.choice(values[key]) for key in draw.sample(axes, 3)} for _ in range(count)]


def verdict_of(compiler, settings):
    """`legal`, or the refusal: what kind, and the message. What a value needs besides is given to it."""
    said = compiler.ask(",".join(f"{key}={value}" for key, value in settings.items()))
    verdict, _, rest = said.partition(": ")
    if verdict == "needs":
        return verdict_of(compiler, {**settings, rest.split("=")[0]: compiler.first[rest]})
    return verdict, rest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reasons", type=int, default=0, help="print this many of the most frequent refusals as not yet")
    parser.add_argument("--wrong", action="store_true", help="print refusals as wrong instead")
    options = parser.parse_args()
    triples = draw_triples(options.count, options.seed)
    for program in options.programs:
        compiler = cover.Compiler(program, "cuda")
        verdicts = [verdict_of(compiler, settings) for settings in triples]
        kinds = collections.Counter(verdict for verdict, _ in verdicts)
        possible = options.count - kinds["wrong"]
        print(f"{program}: {kinds['legal']} of {possible} triples accepted, {100 * kinds['legal'] / possible:.1f} %; {kinds['wrong']} are wrong")
        reasons = collections.Counter(rest for verdict, rest in verdicts if verdict == ("wrong" if options.wrong else "not yet"))
        for reason, times in reasons.most_common(options.reasons):
            print(f"  {times:4} {reason}")


main()
