# Random expressions: typed, over the names that may be read where they stand, and never an error of the program.
# What they give follows from their operands alone, so that every order of iterations has the same result.
from dataclasses import dataclass, field, replace


@dataclass
class Names:
    """What an expression may read: names of values by type, and nodes and edges with the properties that may be asked of them."""
    values: dict = field(default_factory=dict)      # type -> names
    nodes: list = field(default_factory=list)       # names of nodes: `v`, `source`
    edges: list = field(default_factory=list)
    properties: dict = field(default_factory=dict)  # (space, type) -> names
    sets: list = field(default_factory=list)
    functions: list = field(default_factory=list)   # names of functions of two ints
    rounds: bool = False                            # whether `round` means something
    columns: bool = True                            # whether in-degrees may be asked

    def without(self, written):
        """The same without what the loop at hand changes."""
        kept = {key: [name for name in names if name not in written] for key, names in self.properties.items()}
        values = {key: [name for name in names if name not in written] for key, names in self.values.items()}
        return replace(self, properties=kept, values=values, sets=[name for name in self.sets if name not in written])

    def inside(self, nodes=(), edges=(), **values):
        """The same with more names: of nodes, of edges, and of values by type."""
        merged = {key: list(names) for key, names in self.values.items()}
        for kind, names in values.items():
            merged[kind] = merged.get(kind, []) + list(names)
        return replace(self, nodes=self.nodes + list(nodes), edges=self.edges + list(edges), values=merged)

    def elements(self, kind):
        """All elements of properties of that type; edges have ends, too."""
        of_nodes = [f"{p}[{v}]" for p in self.properties.get(("node", kind), []) for v in self.nodes]
        return of_nodes + [f"{p}[{e}]" for p in self.properties.get(("edge", kind), []) for e in self.edges]


class Expressions:
    """Draws expressions from a random source."""

    def __init__(self, random):
        self.random = random

    def of(self, kind, names, depth=2):
        return {"int": self.whole, "long": self.long, "bool": self.truth, "double": self.real, "float": self.single, "node": self.node, "bits": self.bits}[kind](names, depth)

    def atom(self, kind, names):
        return names.values.get(kind, []) + names.elements(kind)

    def whole(self, names, depth=2):
        choose = self.random.random
        atoms = self.atom("int", names) + ([] if not names.rounds else ["round"])
        if depth <= 0 or choose() < 0.3:
            ends = names.nodes + [f"{end}({e})" for e in names.edges for end in ("source", "target")]
            degrees = [f"outdegree({v})" for v in ends] + [f"indegree({v})" for v in names.nodes if names.columns]
            pool = atoms * 3 + degrees + [str(self.random.randint(0, 9))] * 2 + (["inf"] if choose() < 0.05 else [])
            return self.random.choice(pool)
        a, b = self.whole(names, depth - 1), self.whole(names, depth - 1)
        forms = [f"({a} {op} {b})" for op in "++-**/%"] + [f"min({a}, {b})", f"max({a}, {b})", f"abs({a})", f"(-{a})"]
        forms.append(f"({self.truth(names, depth - 1)} ? {a} : {b})")
        forms += [f"{name}({a}, {b})" for name in names.functions]
        if names.nodes and choose() < 0.2:
            forms.append(f"random_below({self.random.randint(1, 9)}, {self.random.choice(names.nodes)})")
        if choose() < 0.15:
            real = self.real(names, depth - 1)
            forms = [f"int({self.long(names, depth - 1)})", f"int({real})", f"int(floor({real} / 3))", f"int(ceil(-{real}))",
                     f"popcount({self.bits(names, depth - 1)})", f"ctz({self.bits(names, depth - 1)})", f"int({self.bits(names, depth - 1)})"]
        return self.random.choice(forms)

    def small(self, names, depth=2):
        """A number whose sums stay far from the ends of its type: they come out the same in any order."""
        text, bound = self.whole(names, depth), self.random.randint(2, 99)
        return f"({text} % {bound})" if any(map(str.isalpha, text)) else str(bound)  # literals alone may be real numbers there

    def long(self, names, depth=2):
        atoms = self.atom("long", names) + ["edges"]
        if depth > 0 and self.random.random() < 0.5:
            return f"({self.random.choice(atoms)} {self.random.choice('+-*')} {self.whole(names, depth - 1)})"
        return self.random.choice([self.random.choice(atoms), self.whole(names, depth)])

    def bits(self, names, depth=2):
        """Bits of numbers, masked, shifted and turned."""
        atoms = self.atom("bits", names) * 3 + [f"bits({self.whole(names, depth - 1)})", f"bits({self.random.randint(0, 99)})"]
        a, b = self.random.choice(atoms), self.random.choice(atoms)
        if depth <= 0 or self.random.random() < 0.3:
            return a
        return self.random.choice([f"({a} {op} {b})" for op in "|&^"] + [f"~{a}", f"({a} << {self.whole(names, 0)})", f"({a} >> {self.random.randint(0, 70)})",
                                                                          f"({self.truth(names, depth - 1)} ? {a} : {b})"])

    def single(self, names, depth=2):
        """Values of 32 bits, to be compared only."""
        return self.random.choice(self.atom("float", names) + [f"({self.random.randint(1, 8) * 0.25} * {self.small(names, depth - 1)})"])

    def real(self, names, depth=2):
        """Multiples of a quarter, whose sums are exact in any order."""
        number = f"{self.random.randint(0, 8) * 0.25}"
        if depth > 0 and self.random.random() < 0.5:
            return f"({number} * {self.small(names, depth - 1)} + {self.real(names, depth - 1)})"
        return self.random.choice(self.atom("double", names) + [number] * 2)

    def comparison(self, names, depth):
        operator = self.random.choice(["==", "!=", "<", "<=", ">", ">="])
        left, right = self.whole(names, depth - 1), self.whole(names, depth - 1)
        return f"{left} {operator} {right if right != left else self.random.randint(0, 9)}"

    def truth(self, names, depth=2):
        """A condition, in parentheses unless it is a single word."""
        if self.random.random() < 0.05:
            return f"({self.bits(names, depth - 1)} & {self.bits(names, 0)} {self.random.choice(['==', '!='])} 0)"
        pool = [f"({self.comparison(names, depth)})"] * 4 + self.atom("bool", names) * 2
        pool += [f"({v} in {s})" for s in names.sets for v in names.nodes]
        if len(names.nodes) > 1:
            v, w = self.random.sample(names.nodes, 2)
            pool += [f"({v} != {w})", f"({v} in neighbors({w}))", f"before({v}, {w})", f"({v} < {w})"]
            if names.columns:
                pool += [f"({v} in adjacents({w}))", f"({v} in inneighbors({w}))"]
        if depth > 0 and self.random.random() < 0.3:
            a, b = self.truth(names, depth - 1), self.truth(names, depth - 1)
            pool = [f"({a} and {b})", f"({a} or {b})", f"(not {a})"]
        return self.random.choice(pool)

    def node(self, names, depth=2):
        nodes = names.nodes + self.atom("node", names) + [f"{end}({e})" for e in names.edges for end in ("source", "target")]
        if depth > 0 and len(nodes) > 1 and self.random.random() < 0.4:
            return f"({self.truth(names, depth - 1)} ? {self.random.choice(nodes)} : {self.random.choice(nodes)})"
        return self.random.choice(nodes)
