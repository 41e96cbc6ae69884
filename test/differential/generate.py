# Random legal programs: `generate.py SEED` prints one. A program is a row of phases; each is drawn, and kept where the checker
# takes the program with it, so that every program is legal and what the checker refuses costs one phase only.
import random
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from expressions import Expressions, Names
from phases import PHASES


# Names that mean something in the language, in C++, in CUDA, in headers or in generated text: a program may have them all the same.
DIFFICULT = """initialize set expand round graph next active warpSize threadIdx min I unix errno NULL main rounds marks count options
               work Workspace expand_start tile W class union register int32_t infinity push claim stdin EOF blockDim warp level sums base
               first last size index take exchange bytes layout stream gpu status call""".split()


@dataclass
class Program:
    """A program's text, and what its arguments are to be."""
    text: str
    symmetric: bool
    simple: bool
    tree: bool
    results: list  # that are fixed


class Draft:
    """A program that is being made: what is declared, and the statements so far."""

    def __init__(self, seed, name):
        self.random = random.Random(seed)
        self.naming = random.Random(f"names {seed}")  # of its own, so that names change nothing else
        self.difficult = self.naming.sample(DIFFICULT, len(DIFFICULT))  # those that are left, each for one thing
        self.draw = Expressions(self.random)
        self.name = name
        self.functions, self.sets, self.results, self.variables = {}, [], [], []
        self.properties, self.values = {}, {"int": ["k", "limit"]}
        self.preamble, self.lines, self.depth, self.counter = [], [], 1, 0
        self.left_open = set()  # results that show a choice; nothing else depends on them
        requires = self.random.random()
        self.symmetric, self.tree = requires < 0.3, 0.3 <= requires < 0.37
        self.simple = self.random.random() < 0.2 and not self.tree

    def fresh(self, stem):
        self.counter += 1
        if self.difficult and self.naming.random() < 0.15:
            return self.difficult.pop()
        return f"{stem}{self.counter}"

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def open(self, text):
        self.line(text + " {")
        self.depth += 1

    def close(self, text=""):
        self.depth -= 1
        self.line("}" + text)

    def property(self, kind, space="node", old=0.4):
        """The name of a property of that type: one that there is, or a new one."""
        known = self.properties.setdefault((space, kind), [])
        if known and self.random.random() < old:
            return self.random.choice(known)
        name = self.fresh("xyzpq"[self.counter % 5])
        known.append(name)
        if not self.results or self.random.random() < 0.85:
            self.results.append(f"{name}: {space} {kind}")
        else:
            self.preamble.append(f"    var {name}: {space} {kind}")
        return name

    def value(self, kind, old=0.3):
        """The name of a single value that may be written: one that there is, or a new one."""
        known = [name for name in self.values.setdefault(kind, []) if name not in ("k", "limit")]
        if known and self.random.random() < old:
            return self.random.choice(known)
        name = self.fresh("g")
        self.values[kind].append(name)
        if self.random.random() < 0.7:
            self.results.append(f"{name}: {kind}")
        else:
            self.preamble.append(f"    var {name}: {kind}")
        return name

    def array(self, kind, extents):
        name = self.fresh("a")
        self.results.append(f"{name}: [{', '.join(extents)}] {kind}")
        return name

    def names(self):
        """What the host may read now; `source` is a node."""
        properties = {key: list(names) for key, names in self.properties.items()}
        properties.setdefault(("edge", "int"), []).append("weight")
        values = {kind: list(names) for kind, names in self.values.items()}
        return Names(values=values, properties=properties, sets=["seeds"] + self.sets,
                     functions=[name for name in self.functions if name != "join"])

    def text(self):
        needs = [word for word in ("symmetric", "simple", "tree") if getattr(self, word)]
        results = ", ".join(self.results) or "nothing: int"
        head = f"algorithm {self.name}(source: node, seeds: node set, weight: edge int, k: int, limit: int = 3) -> {results}"
        head += f" requires {', '.join(needs)}" if needs else ""
        body = self.preamble + self.lines
        return "\n".join([*self.functions.values(), head + " {", *body, "}"]) + "\n"

    def state(self):
        copy = lambda table: {key: list(names) for key, names in table.items()}
        return (dict(self.functions), list(self.sets), list(self.results), copy(self.properties), copy(self.values),
                list(self.preamble), list(self.lines), self.depth)

    def restore(self, state):
        (self.functions, self.sets, self.results, self.properties, self.values, self.preamble, self.lines, self.depth) = state


class Generator:
    """Makes programs, and counts what was drawn and what the checker refused, by the kind of phase."""

    def __init__(self):
        self.drawn, self.refused = {}, {}

    def is_legal(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".gdsl") as file:
            file.write(text)
            file.flush()
            self.said = subprocess.run(["gdsl-front", "--check", file.name], capture_output=True, text=True)
        return self.said.returncode == 0

    def program(self, seed, name="p"):
        draft = Draft(seed, name)
        wanted = draft.random.choices([1, 2, 3, 4], weights=[3, 4, 2, 1])[0]
        kept = 0
        for _ in range(4 * wanted):
            if kept == wanted:
                break
            kept += self.add_phase(draft, draft.random.choice(PHASES))
        open_results = draft.left_open & self.named_open(draft) if draft.left_open else set()
        fixed = [name for name in (result.split(":")[0] for result in draft.results) if name not in open_results]
        return Program(draft.text(), draft.symmetric, draft.simple, draft.tree, fixed)

    def named_open(self, draft):
        """The results of which the compiler says that they may show a choice: only those may differ between two runs."""
        with tempfile.NamedTemporaryFile("w", suffix=".gdsl") as file:
            file.write(draft.text())
            file.flush()
            said = subprocess.run(["gdslc", file.name, "--remarks", "-o", "/dev/null"], capture_output=True, text=True).stderr
        return {name for line in re.findall(r"remark: choice: .* may show in (.*)", said) for name in re.findall(r"`(\w+)`", line)}

    def add_phase(self, draft, phase):
        before = draft.state()
        phase(draft)
        legal = self.is_legal(draft.text())
        name = phase.__name__
        self.drawn[name] = self.drawn.get(name, 0) + 1
        if not legal:
            self.refused[name] = self.refused.get(name, 0) + 1
            draft.restore(before)
        return legal


if __name__ == "__main__":
    print(Generator().program(int(sys.argv[1])).text, end="")
