"""Statements of a program with what may be named there, and the ways to change one of them in a copy of the program."""
import re

from tree import Reader, Statement

REDUCTION = r"(?:min=|max=|any=|\+=|-=|\*=|\|=|&=)"
PLACE = r"[a-z_]\w*(?:\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)?\])?"
CHANGE = re.compile(rf"(?P<place>{PLACE}) (?P<operator>{REDUCTION}|=) (?P<value>.*?)(?P<rest> with .*)?")
LOOP = re.compile(r"(?:\w+: )?(?:foreach|iterate) (?:(?P<kind>node|neighbor|inneighbor|adjacent) (?P<node>\w+)|edge (?P<from>\w+) -> (?P<to>\w+)|(?P<index>\w+) in )")


class Types:
    """The declared names of a program."""

    def __init__(self, program):
        text = program.text()
        declared = re.findall(r"(\w+): (node |edge |\[[^\]]*\] )?(bool|int|long|float|double|number|node|edge)\b(?! set)", text)
        self.kinds = {name: {"number": "double", "long": "int", "float": "double"}.get(kind, kind) for name, _, kind in declared}
        self.spaces = {name: space.strip() for name, space, _ in declared}
        self.parameters = set(re.findall(r"(\w+): ", "".join(re.findall(r"algorithm \w+\((.*?)\) ->", text))))

    def of(self, place):
        return self.kinds.get(place.split("[")[0])

    def constant(self, place):
        return {"bool": "true", "node": "none", "edge": "none"}.get(self.of(place), "2")

    def at_node(self, place, node):
        """A value of the type of the place that follows from the node."""
        kind = "int" if place == "int" else self.of(place)
        if kind == "node":
            return node
        given = [name for name, its in self.kinds.items() if its == kind and self.spaces[name] == "node" and name in self.parameters]
        if given and kind != "bool":
            return f"{given[0]}[{node}]"
        return f"{given[0]}[{node}]" if given else f"outdegree({node}) == 1" if kind == "bool" else f"outdegree({node})"

    def like(self, name):
        """Other node properties of its type."""
        return [other for other, kind in self.kinds.items()
                if other != name and kind == self.kinds.get(name) and self.spaces[other] == self.spaces.get(name) == "node"]


class Site:
    """A statement, by its way through the program."""

    def __init__(self, program, types, way, block, at, names):
        self.program, self.types, self.way, self.block, self.at = program, types, way, block, at
        self.nodes, self.edges, self.named, self.iterates = names
        self.statement, self.head = block[at], block[at].head
        self.flag_result = "sticky: bool"

    # What it is.

    def change(self):
        """(place, operator, value, payload) of an assignment or reduction, also as a condition; in a parallel loop."""
        if not self.nodes and not self.named:
            return None
        head = re.sub(r"^if ", "", self.head)
        inner = re.search(rf"was\((.*?)\)(?= |$)", head)
        match = CHANGE.fullmatch(inner[1] if inner else head)
        if not match or (match["operator"] == "=" and self.head.startswith("if ")) or head.startswith(("let ", "var ")):
            return None
        return match["place"], match["operator"], match["value"], match["rest"] or ""

    def head_with(self, change):
        """The head with another change in the place of its own."""
        prefix = "if " if self.head.startswith("if ") else ""
        inner = re.search(r"was\((.*?)\)(?= |$)", self.head)
        return self.head[:inner.start(1)] + change + self.head[inner.end(1):] if inner else prefix + change

    def condition(self):
        if self.head.startswith("if "):
            return self.head[3:]
        match = re.search(r" where (.*?)( until .*| after .*)?$", self.head)
        return match[1] if match and " after " not in self.head and self.loop() else None

    def loop(self):
        return LOOP.match(self.head)

    def indices(self):
        """The variables of the ranges around it."""
        found = [re.match(r"(?:\w+: )?(?:foreach|for) (\w+) in ", one.head) for one in self.around()]
        return [match[1] for match in found if match]

    def is_inner(self):
        match = self.loop()
        return bool(match and self.nodes and match["kind"] in ("neighbor", "inneighbor", "adjacent"))

    def inner_node(self):
        return self.loop()["node"]

    def declares(self):
        return self.head.startswith(("let ", "var ", "return "))

    def read_conditions(self, node=None):
        """Conditions of the program on elements of written properties, at the node."""
        texts = [one.head for one in flat(self.statement.body or [])] + [self.head]
        found = re.findall(r"(?:if|where) ([^{}]*?\w+\[\w+\] (?:==|<|<=|>|>=|!=) [\w.]+)$", "\n".join(texts), re.M)
        return list(dict.fromkeys(found if node is None else [re.sub(r"\[\w+\]", f"[{node}]", one) for one in found]))[:3]

    def written_places(self, node=None):
        """Places that the parallel loop around changes, at a node of the site, with their types."""
        root = self.way_statements()[0]
        names = dict.fromkeys(re.findall(rf"(?:^|if |was\()([a-z]\w*)(\[|\b) ?[^=]*?(?:{REDUCTION}|=)(?!=)", "\n".join(one.head for one in flat(root.body)), re.M))
        for name, bracket in names:
            if name in ("let", "var") or name not in self.types.kinds or self.types.spaces.get(name) == "edge":
                continue
            if self.types.spaces[name] == "node":
                for one in [node] if node else dict.fromkeys([self.nodes[0], self.nodes[-1]]):
                    yield f"{name}[{one}]", self.types.kinds[name]
            elif not self.types.spaces[name] and not node:
                yield name, self.types.kinds[name]

    def leaks(self, place, kind):
        own = self.nodes[-1]
        if kind == "bool":
            return [("sticky: bool", f"if not {place} {{ sticky = true }}"), ("leak: node bool", f"leak[{own}] |= {place}")]
        if kind == "node":
            return [("leak: node node", f"leak[{own}] max= {place}"), ("sticky: bool", f"if {place} == none {{ sticky = true }}")]
        return [(f"leak: node {kind}", f"leak[{own}] max= {place}"), ("sticky: bool", f"if {place} == 2 {{ sticky = true }}"),
                ("sticky: bool", f"if {place} > 1 {{ sticky = true }}"), (f"leak: node {kind}", f"leak[{self.nodes[0]}] = {place}")]

    def seen(self, counting=False):
        """Results and effects on them, by which others see that an iteration has been here."""
        made = [("sticky: bool", "sticky = true"), ("mark: node int", f"mark[{self.nodes[-1]}] max= 3"), ("mark: node int", f"mark[{self.nodes[0]}] max= 3")]
        if counting:
            made = [("count: long", "count += 1"), ("owner: node node", f"owner[{self.nodes[-1]}] = {self.nodes[0]}"),
                    ("owner: node node", f"owner[{self.nodes[-1]}] max= {self.nodes[0]}")]
            made += [("time: node int", f"time[{self.nodes[-1]}] = round"), ("time: int", "time max= round")] * self.iterates
        return made

    def flagged(self, condition):
        return [(f"if {condition}", ["sticky = true"])]

    # Programs with a change.

    def around(self):
        """All statements around it, outermost first."""
        block, found = self.program.definitions[self.way[0]].body, []
        for at, part in zip(self.way[1:-1:2], self.way[2::2]):
            found.append(block[at])
            block = block[at].body if part == 0 else block[at].other
        return found

    def way_statements(self):
        """The statements around it and itself, outermost first."""
        block, found = self.program.definitions[self.way[0]].body, []
        for at, part in zip(self.way[1::2], [*self.way[2::2], None]):
            found.append(block[at])
            block = block[at].body if part == 0 else block[at].other if part == 1 else None
        return [one for one in found if LOOP.match(one.head)] or found

    def copied(self, result=None):
        """A copy of the program, and the block in it that the statement stands in."""
        made = self.program.copy()
        if result:
            made.definitions[self.way[0]].head = with_result(made.definitions[self.way[0]].head, result)
        block = made.definitions[self.way[0]].body
        for at, part in zip(self.way[1:-1:2], self.way[2::2]):
            block = block[at].blocks()[part] if part == 0 else block[at].other
        return made, block

    def replaced(self, head=None, body=None, other=None, result=None):
        made, block = self.copied(result)
        one = block[self.at]
        one.head = head or one.head
        one.body = one.body if body is None else parsed(body)
        one.other = one.other if other is None else parsed(other)
        return made

    def with_body(self, body, result=None):
        return self.replaced(body=body, result=result)

    def with_block(self, statements):
        return self.rewritten(None, statements)

    def rewritten(self, head, statements, result=None):
        made, block = self.copied(result)
        new = parsed(statements)
        block[self.at:self.at + 1] = new if head is None else [Statement(head, new)]
        return made

    def wrapped(self, head, before=(), first=(), last=()):
        made, block = self.copied()
        block[self.at:self.at + 1] = [*parsed(before), Statement(head, [*parsed(first), block[self.at], *parsed(last)])]
        return made

    def inserted(self, at, text, result=None, head=None):
        made, block = self.copied(result)
        if head:
            block[self.at].head = head
        block[at:at] = parsed([text])
        return made

    def removed(self):
        made, block = self.copied()
        del block[self.at]
        return made

    def swapped(self):
        made, block = self.copied()
        block[self.at], block[self.at + 1] = block[self.at + 1], block[self.at]
        return made

    def moved_out(self, i, behind):
        made, block = self.copied()
        moved = block[self.at].body.pop(i)
        block.insert(self.at + behind, moved)
        return made

    def joined(self):
        made, block = self.copied()
        block[self.at].body += block.pop(self.at + 1).body
        return made

    def carried_out(self, inner):
        made, block = self.copied(self.flag_result)
        block[self.at].body[:0] = parsed([inner])
        block[self.at + 1:self.at + 1] = parsed(["if near { sticky = true }"])
        block[self.at:self.at] = parsed(["var near = false"])
        return made


def parsed(statements):
    """Statements from texts, from pairs of a head and a body, or as they are."""
    made = []
    for one in statements:
        if isinstance(one, str):
            made += Reader(one).block()
        elif isinstance(one, tuple):
            made.append(Statement(one[0], parsed(one[1])))
        else:
            made.append(one.copy())
    return made


def with_result(head, declaration):
    match = re.search(r"( requires .*)?$", head)
    return f"{head[:match.start()]}, {declaration}{match[0]}"


def flat(block):
    for one in block:
        yield one
        for inner in one.blocks():
            yield from flat(inner)


def names_in(statement, names):
    """What may be named inside of the statement."""
    nodes, edges, named, iterates = names
    match = LOOP.match(statement.head)
    if not match:
        return names
    new = [name for name in (match["node"], match["from"], match["to"]) if name]
    via = re.findall(r" via (\w+)", statement.head)
    return nodes + new, edges + via, named + new + via + [name for name in (match["index"],) if name], iterates or "iterate " in statement.head


def sites(program):
    """All statements of the algorithms' bodies."""
    types = Types(program)
    for number, definition in enumerate(program.definitions):
        if definition.head.startswith("algorithm"):
            yield from in_block(program, types, (number,), definition.body, ([], [], [], False))


def in_block(program, types, way, block, names):
    for at, one in enumerate(block):
        yield Site(program, types, (*way, at), block, at, names)
        inner = names_in(one, names)
        for part, body in enumerate((one.body, one.other)):
            if body is not None:
                yield from in_block(program, types, (*way, at, part), body, inner)
