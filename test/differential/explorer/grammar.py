"""The small grammar: programs of one region with two properties, a single value or two, and all that the rules of the race check speak
of. Most are laid out as a rule wants them, and then disturbed, so that a good share is accepted.
Usage: grammar.py SEED COUNT [WITHOUT…] prints programs for gdsl-exhaust, without some types or without `break`."""
import random
import sys

from disturb import Disturbances
from shapes import Shapes
from tree import Program, Statement

KINDS = {"int": 7, "bool": 3, "long": 1, "double": 2, "node": 1, "float": 0.4, "bits": 0.8}
REDUCTIONS = {
    "int": {"min=": 4, "max=": 3, "+=": 3, "|=": 2, "&=": 1, "*=": 0.4, "-=": 0.7, "any=": 1},
    "long": {"min=": 2, "max=": 2, "+=": 3, "|=": 2, "&=": 1, "any=": 0.5},
    "bool": {"|=": 4, "&=": 2, "any=": 0.6},
    "double": {"min=": 3, "max=": 3, "+=": 2, "any=": 0.6},
    "float": {"min=": 2, "max=": 2},
    "node": {"min=": 2, "max=": 3, "any=": 4},
    "bits": {"|=": 4, "&=": 3, "any=": 0.5},
}
START = {"min=": "inf", "max=": None, "&=": "127", "*=": "1"}
LITERALS = {
    "int": ["0", "1", "1", "2", "2", "3", "4", "8", "12", "inf", "-1", "k"],
    "long": ["0", "1", "2", "4", "12", "inf"],
    "bool": ["true", "true", "false"],
    "double": ["0.0", "-0.0", "1.0", "2.0", "0.5", "-1.0", "inf"],
    "float": ["0.0", "-0.0", "1.0", "2.0"],
    "node": ["s", "none"],
    "bits": ["0", "1", "2", "3", "6", "12", "~bits(0)", "bits(k)"],
}
ARGUMENTS = {"int": "x", "bool": "y", "double": "z", "node": "r", "long": "x", "float": "f", "bits": "m"}
COMPARISONS = ["==", "==", "!=", "<", "<=", ">", ">="]


class Context:
    """What may be named where a statement stands."""

    def __init__(self, nodes, edges=(), indices=(), rounds=False, iterates=False, order=None):
        self.nodes, self.edges, self.indices = list(nodes), list(edges), list(indices)
        self.rounds, self.iterates, self.order = rounds, iterates, order
        self.locals = {}  # names of local variables -> type

    def inside(self, node=None, edge=None, index=None):
        made = Context(self.nodes + [node] * (node is not None), self.edges + [edge] * (edge is not None),
                       self.indices + [index] * (index is not None), self.rounds, self.iterates, self.order)
        made.locals = dict(self.locals)
        return made

    @property
    def own(self):
        return self.nodes[0]

    @property
    def last(self):
        return self.nodes[-1]


class Grammar(Shapes, Disturbances):
    """Draws programs."""

    def __init__(self, seed, without=()):
        self.random = random.Random(seed)
        self.rows_draw = random.Random(f"rows {seed}")  # of its own, so that it changes nothing else
        self.without = set(without)

    def chance(self, share):
        return self.random.random() < share

    def pick(self, weights):
        return self.random.choices(list(weights), weights=list(weights.values()))[0]

    def fresh(self, stem):
        self.fresh_names += 1
        return f"{stem}{self.fresh_names}"

    # Expressions.

    def uniform(self, kind, context):
        if context.rounds and kind in ("int", "long") and self.chance(0.35):
            return self.random.choice(["round", "round", "round - 1", "round + 1"])
        return self.random.choice(LITERALS[kind])

    def at_node(self, kind, node):
        """A value that follows from the node alone."""
        choices = [f"{ARGUMENTS[kind]}[{node}]"] * 3
        if kind in ("int", "long"):
            choices += [f"outdegree({node})", f"indegree({node})", f"{ARGUMENTS[kind]}[{node}] + 1"]
        if kind == "node":
            choices += [node] * 4
        return self.random.choice(choices)

    def written(self, kind, context):
        """A value that the region may change."""
        choices = [f"{name}[{node}]" for name, type in self.properties.items() if type == kind for node in (context.own, context.last)]
        choices += [name for name, type in self.singles.items() if type == kind]
        if kind == "int" and self.chance(0.5):
            choices += [f"{self.random.choice(['popcount', 'popcount', 'ctz'])}({name}[{context.own}])" for name, type in self.properties.items() if type == "bits"]
        return self.random.choice(choices) if choices else self.uniform(kind, context)

    def local(self, kind, context):
        choices = [name for name, type in context.locals.items() if type == kind]
        if kind in ("int", "long"):
            choices += context.indices + [f"g[{edge}]" for edge in context.edges]
        return self.random.choice(choices) if choices else self.at_node(kind, context.own)

    def value(self, kind, context, target=None, wild=0.12):
        """Most follow from `target` or are the same for all; `wild` is the share of others."""
        node = target or context.last
        form = self.random.random()
        if form < wild:
            made = self.random.choice([lambda: self.written(kind, context), lambda: self.local(kind, context),
                                       lambda: self.at_node(kind, context.own)])()
        elif form < 0.55:
            made = self.uniform(kind, context)
        else:
            made = self.at_node(kind, node)
        if self.chance(0.08):
            other = self.uniform(kind, context) if self.chance(0.6) else self.at_node(kind, node)
            return f"({self.condition(context, target, wild)} ? {made} : {other})"
        if kind == "bits" and self.chance(0.35):
            return self.masked(made, self.at_node(kind, node))
        if kind in ("int", "double") and self.chance(0.05):
            return f"{self.random.choice(['min', 'max'])}({made}, {self.at_node(kind, node)})"
        return made

    def masked(self, made, other):
        """What a function of bits makes of one value, or of two."""
        return self.random.choice([f"({made} & {other})", f"({made} & 6)", f"({made} | {other})", f"~{made}", f"({made} << 1)",
                                   f"({made} >> 1)", f"({made} ^ {other})", f"({made} & ~{other})", f"(bits(1) << popcount({made}))"])

    def offered(self, kind, context, target):
        """A value for a reduction: from wherever."""
        form = self.random.random()
        if form < 0.45:
            return self.random.choice([self.at_node(kind, context.own), self.local(kind, context)])
        return self.value(kind, context, target, 0.1)

    def condition(self, context, target=None, wild=0.12):
        node = target or context.last
        form = self.random.random()
        if form < 0.12:
            return f"{'not ' * self.chance(0.4)}y[{node}]"
        if form < 0.2:
            return f"{self.condition(context, target, wild)} {self.random.choice(['and', 'or'])} {self.condition(context, target, wild)}"
        if form < 0.27 and len(context.nodes) > 1:
            return self.random.choice([f"{context.own} < {context.last}", f"before({context.own}, {context.last})", f"{context.own} != s"])
        kind = self.random.choice(["int", "int", "int", "double", "node", "bits"]) if self.chance(0.3) else "int"
        left = self.at_node(kind, node)
        if self.chance(wild):
            left = self.random.choice([self.written, self.local])(kind, context)
        if kind == "bits":
            return f"{self.masked(left, self.at_node(kind, node))} {self.random.choice(['!=', '=='])} {self.random.choice(['0', '0', '0', '1', '6'])}"
        return f"{left} {self.random.choice(COMPARISONS)} {self.uniform(kind, context)}"

    # Programs.

    def program(self):
        self.fresh_names, self.functions = 0, []
        kinds = {kind: weight for kind, weight in KINDS.items() if kind not in self.without}
        first, second = (self.pick(kinds) for _ in range(2))
        self.properties = {"p": first, "q": second}
        self.singles = {"c": self.pick(kinds), "d": "bool"}
        self.starts = {}
        body = self.disturbed(self.region())
        body = [*self.fills(), *self.host(body)]
        self.vectors = set()
        if self.rows_draw.random() < 0.12:
            self.rows(body)
        results = ", ".join([*(f"{name}: {'[node, 2]' if name in self.vectors else 'node'} {kind}" for name, kind in self.properties.items()),
                             *(f"{name}: {kind}" for name, kind in self.singles.items())])
        text = "".join(str(part.lines()) for part in body)
        needs = [word for word, share in (("symmetric", 0.05), ("x[] >= 0", 0)) if self.chance(share)]
        if "x[v] +" in text or "+ x[" in text or "+ g[" in text:
            needs += ["x >= 0", "g >= 0"]
        head = "algorithm a(x: node int, y: node bool, z: node double, f: node float, m: node bits, r: node node, g: edge int, k: int, s: node)"
        head += f" -> {results}" + (f" requires {', '.join(needs)}" if needs else "")
        return Program([*self.functions, Statement(head, body)])

    def fills(self):
        made = []
        for name, kind in {**self.properties, **self.singles}.items():
            start = self.starts.get(name)
            if start is None and self.chance(0.5):
                start = self.random.choice(LITERALS[kind])
            if start is None and name in self.properties and self.chance(0.4):
                start = None
                made.append(Statement("foreach node v", [Statement(f"{name}[v] = {self.at_node(kind, 'v')}")]))
            if start is not None and start != "":
                made.append(Statement(f"{name} = {start}"))
        return made + [Statement(f"{name}[s] = {value}") for name, value in getattr(self, "sources", {}).items()]

    def host(self, body):
        form = self.random.random()
        if form < 0.07:
            return [Statement(f"repeat up to {self.random.choice('22k')}", body, tail="until d" if self.chance(0.3) else "")]
        if form < 0.1:
            return [Statement("if k > 0", body, self.region() if self.chance(0.2) else None)]
        if form < 0.16:
            return body + self.region()
        return body

    def region(self):
        self.sources = getattr(self, "sources", {})
        form = self.pick({self.node_region: 10, self.rounds_region: 5, self.relax_region: 3, self.edge_region: 1.5, self.order_region: 1.2,
                          self.bits_region: 1.2 * ("bits" not in self.without)})
        return form()


def main():
    seed, count, *without = sys.argv[1:]
    for i in range(int(count)):
        print(f"//// {seed}-{i}")
        print(Grammar(int(seed) * 10_000_019 + i, without).program().text(), end="")


if __name__ == "__main__":
    main()
