# Random legal mappings of a program, first those with pairs of values that no run has had yet.
import itertools
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "compiler"))
import cover


class Pairs:
    """Which pairs of values have been run, and which are legal on some program at all."""

    def __init__(self):
        self.values = cover.values()
        self.every = [frozenset([(x, v), (y, w)]) for x, y in itertools.combinations(self.values, 2)
                      for v in self.values[x] for w in self.values[y]]
        self.run, self.refused = set(), {}

    def note(self, settings):
        self.run |= {frozenset(pair) for pair in cover.pairs_of(settings)}

    def wanted(self, draw):
        """A pair that has not been run, those that were refused least often first."""
        open_pairs = [pair for pair in self.every if pair not in self.run]
        draw.shuffle(open_pairs)
        return sorted(open_pairs, key=lambda pair: self.refused.get(pair, 0))[:12]

    def legal(self, programs):
        """The pairs that one of the programs may have."""
        found = set()
        for program in programs:
            compiler = cover.Compiler(str(program), "cuda")
            found |= {pair for pair in self.every if pair not in found and (compiler.accepts(dict(pair)) or {}).items() >= dict(pair).items()}
            compiler.process.stdin.close()
            compiler.process.wait()
        return found

    def refuse(self, pair):
        self.refused[pair] = self.refused.get(pair, 0) + 1


def with_pair(compiler, pairs, draw):
    """Legal settings with a pair that has not been run, if one of some is legal here."""
    for pair in pairs.wanted(draw):
        settings = compiler.accepts(dict(pair))
        if settings and pair <= set(settings.items()):
            return settings
        pairs.refuse(pair)
    return {}


def newest(pairs, settings, key, draw):
    """The value of an axis that brings the most pairs that have not been run."""
    def brought(value):
        return sum(frozenset([(key, value), one]) not in pairs.run for one in settings.items())
    values = draw.sample(pairs.values[key], len(pairs.values[key]))
    return max(values, key=brought)


def one(compiler, pairs, draw):
    """One random legal mapping."""
    settings = with_pair(compiler, pairs, draw)
    axes = list(pairs.values)
    draw.shuffle(axes)
    share = draw.choice([0.1, 0.3, 0.6])
    for key in axes:
        if key in settings or draw.random() > share:
            continue
        value = draw.choice([newest(pairs, settings, key, draw), draw.choice(pairs.values[key])])
        settings = compiler.accepts({**settings, key: value}) or settings
    pairs.note(settings)
    return cover.as_text(settings, pairs.values)


def some(program, target, count, pairs, seed):
    """Different mappings of the program file; the default is the first of them."""
    compiler = cover.Compiler(program, target)
    draw = random.Random(seed)
    found = dict.fromkeys([""] + [one(compiler, pairs, draw) for _ in range(count - 1)])
    compiler.process.stdin.close()
    compiler.process.wait()
    return list(found)
