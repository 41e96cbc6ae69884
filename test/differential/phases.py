# The phases that programs are made of: each writes some statements that end, and whose result is fixed.
# A loop reads what it does not change, and changes elements of others by reductions alone.
import phases_hard
import phases_rare
import phases_rounds

NEIGHBORS = ["neighbor", "neighbor", "inneighbor", "adjacent"]
OPERATORS = {"int": ["+=", "+=", "-=", "min=", "max=", "|=", "&="], "long": ["+=", "+=", "min=", "max=", "*=", "|="], "bool": ["|=", "&="],
             "double": ["+=", "min=", "max="], "float": ["min=", "max="], "bits": ["|=", "&="]}
KINDS = ["int", "int", "long", "bool", "double", "float", "bits"]


def offered(draft, kind, operator, names, depth=1):
    """A value for a reduction: of sums one that is small."""
    if operator in ("+=", "-=") and kind in ("int", "long"):
        return draft.draw.small(names, depth)
    if operator == "*=":
        return f"(1 + abs({draft.draw.small(names, depth)}))"  # products of one sign reach their end in any order
    return draft.draw.of(kind, names, depth)


def where(draft, names, share=0.4):
    return f" where {draft.draw.truth(names, 1)}" if draft.random.random() < share else ""


def node_loop(draft, node, names):
    """The head of a loop over nodes: all, those of a set, those for which a condition holds."""
    sets = [f" in {s}" for s in names.sets] if draft.random.random() < 0.3 else [""]
    label = f"{draft.fresh('loop')}: " if draft.random.random() < 0.2 else ""
    return f"{label}foreach node {node}{draft.random.choice(sets)}{where(draft, names, 0.3)}"


def neighbor_loop(draft, of, names, share=0.4):
    """Opens a loop over neighbors of a node; the names inside of it."""
    direction = draft.random.choice(NEIGHBORS)
    w = draft.fresh("w")
    edges = [draft.fresh("e")] if direction != "adjacent" and draft.random.random() < 0.5 else []
    inside = names.inside(nodes=[w], edges=edges)
    via = f" via {edges[0]}" if edges else ""
    draft.open(f"foreach {direction} {w} of {of}{via}{where(draft, inside, share)}")
    return inside, w


def local_sum(draft, of, names):
    """A local variable that a loop over neighbors fills; its name and type."""
    kind = draft.random.choice(KINDS)
    operator = draft.random.choice(OPERATORS[kind])
    name = draft.fresh("s")
    first = draft.random.choice(["true", "false"]) if kind == "bool" else "1" if kind in ("int", "long", "bits") else "0.5"
    draft.line(f"var {name}: {kind} = {first}")
    inside, w = neighbor_loop(draft, of, names)
    if draft.random.random() < 0.15:
        inside, _ = neighbor_loop(draft, w, inside, 0.8)
        draft.line(f"{name} {operator} {offered(draft, kind, operator, inside)}")
        draft.close()
    else:
        draft.line(f"{name} {operator} {offered(draft, kind, operator, inside)}")
    draft.close()
    return name, kind


def store(draft, target, kind, names):
    """The element of the iteration gets a value: at once, in a branch, or in a loop of its own."""
    form = draft.random.random()
    if form < 0.6:
        draft.line(f"{target} = {draft.draw.of(kind, names)}")
    elif form < 0.8:
        draft.open(f"if {draft.draw.truth(names)}")
        draft.line(f"{target} = {draft.draw.of(kind, names)}")
        draft.close(" else {")
        draft.depth += 1
        draft.line(f"{target} = {draft.draw.of(kind, names)}")
        draft.close()
    elif kind in ("int", "long"):
        local_loop(draft, target, names)
    else:
        draft.line(f"{target} = {draft.draw.of(kind, names)}")


def local_loop(draft, target, names):
    """A loop of one iteration alone: `for`, `while`, `repeat`."""
    name, bound = draft.fresh("t"), draft.random.randint(1, 5)
    form = draft.random.randint(0, 2)
    if form == 0:
        i = draft.fresh("i")
        draft.line(f"var {name}: int = 0")
        draft.open(f"for {i} in 0..abs({draft.draw.whole(names, 1)} % {bound + 1})")
        draft.line(f"{name} += {draft.draw.small(names.inside(int=[i]), 1)}")
        if draft.random.random() < 0.3:
            draft.line(f"if {name} > {draft.random.randint(1, 30)} {{ break }}")
    elif form == 1:
        draft.line(f"var {name}: int = {bound}")
        draft.open(f"while {name} > {draft.random.randint(0, 2)}")
        draft.line(f"{name} -= {draft.random.randint(1, 2)}")
    else:
        draft.line(f"var {name}: int = 0")
        draft.open(f"repeat up to {bound}")
        draft.line(f"{name} += round * {draft.draw.small(names, 1)}")
    draft.close(f" until {name} > 7" if form == 2 and draft.random.random() < 0.4 else "")
    draft.line(f"{target} = {name} + {draft.draw.whole(names, 1)}")


def total(draft, names, written):
    """A reduction into a single value of the run, in a parallel loop."""
    kind = draft.random.choice(KINDS)
    operator = draft.random.choice(OPERATORS[kind])
    value = draft.value(kind)
    if value in written:
        return
    written.add(value)
    draft.line(f"{value} {operator} {offered(draft, kind, operator, names.without(written))}")


def gather(draft):
    """Every node from its neighbors: sums in local variables, then its own elements, then totals."""
    v = draft.fresh("v")
    targets = [(draft.property(kind), kind) for kind in draft.random.choices([*KINDS, "node"], k=2)]
    before = draft.names()
    written = {name for name, _ in targets}
    totals = draft.random.random() < 0.4
    if totals:
        written |= {name for names in draft.values.values() for name in names if name not in ("k", "limit")}
    names = before.without(written).inside(nodes=[v])
    draft.open(node_loop(draft, v, names))
    sums = {}
    for _ in range(draft.random.choice([0, 1, 1, 2])):
        name, kind = local_sum(draft, v, names)
        sums.setdefault(kind, []).append(name)
    inside = names.inside(**sums)
    for name, kind in dict(targets).items():
        store(draft, f"{name}[{v}]", kind, inside)
    if totals:
        total(draft, inside, set())
    draft.close()


def scatter(draft):
    """Nodes change elements of their neighbors by reductions."""
    v = draft.fresh("v")
    kind = draft.random.choice(KINDS)
    target, operator = draft.property(kind), draft.random.choice(OPERATORS[kind])
    if operator == "min=" and draft.random.random() < 0.7:
        draft.line(f"{target} = inf")
    if operator == "&=":
        draft.line(f"{target} = {'true' if kind == 'bool' else '127'}")
    if operator == "*=":
        draft.line(f"{target} = 1")
    flag = draft.value("bool") if draft.random.random() < 0.25 else None
    names = draft.names().without({target, flag}).inside(nodes=[v])
    draft.open(node_loop(draft, v, names))
    inside, w = neighbor_loop(draft, v, names)
    update = f"{target}[{w}] {operator} {offered(draft, kind, operator, inside)}"
    if flag:
        draft.line(f"if {update} {{ {flag} = true }}")
    else:
        draft.line(update)
    draft.close()
    draft.close()


def edges(draft):
    """A loop over edges: its own elements, those of the ends, totals."""
    u, w, e = draft.fresh("u"), draft.fresh("w"), draft.fresh("e")
    own, kind = draft.property("int", "edge"), draft.random.choice(KINDS)
    target, operator = draft.property(kind), draft.random.choice(OPERATORS[kind])
    written = {own, target}
    names = draft.names().without(written).inside(nodes=[u, w], edges=[e])
    draft.open(f"foreach edge {u} -> {w} via {e}{where(draft, names)}")
    if draft.random.random() < 0.6:
        draft.line(f"{own}[{e}] = {draft.draw.whole(names)}")
    if draft.random.random() < 0.7:
        draft.line(f"{target}[{draft.random.choice([u, w])}] {operator} {offered(draft, kind, operator, names)}")
    else:
        total(draft, names, set(written))
    draft.close()


def control(draft):
    """Statements of the host around one of the phases above."""
    form = draft.random.randint(0, 4)
    names = draft.names()
    names.nodes = ["source"]
    inner = draft.random.choice([gather, scatter, edges, phases_rounds.storm, phases_rounds.relax, phases_rounds.claims, phases_rounds.waves])
    if form == 0:
        draft.open(f"if {draft.draw.truth(names)}")
        inner(draft)
        draft.close()
    elif form == 1:
        draft.open(f"repeat up to {draft.random.randint(1, 3)}")
        inner(draft)
        draft.random.choice([gather, scatter])(draft)
        draft.close()
    elif form == 2:
        counter = draft.value("int", 0)
        draft.open(f"while {counter} < {draft.random.randint(1, 3)}")
        draft.line(f"{counter} += 1")
        inner(draft)
        draft.close()
    elif form == 3:
        i = draft.fresh("i")
        draft.open(f"for {i} in 0..{draft.random.choice(['2', '3', 'limit'])}")
        draft.values["int"].append(i)
        inner(draft)
        draft.values["int"].remove(i)
        draft.close()
    else:
        target = draft.value(draft.random.choice(["int", "long", "bool"]))
        kind = next(kind for kind, known in draft.values.items() if target in known)
        draft.line(f"{target} = {draft.draw.of(kind, names)}")


PHASES = [gather] * 3 + [scatter] * 2 + [edges] + [control] * 2 + phases_rounds.PHASES + phases_rare.PHASES + phases_hard.PHASES
