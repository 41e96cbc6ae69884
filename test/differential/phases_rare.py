# Phases for the rest of the language: order, tallies, sets, arrays, pairs, functions, exchanges, breaks.
import phases_rounds


def ordered(draft):
    """Nodes one after the other along edges, by a total order of the nodes."""
    p = draft.property("int", old=0.5)
    y, v, w, kind = draft.property("int", old=0), draft.fresh("v"), draft.fresh("w"), draft.random.randint(0, 2)
    direction = draft.random.choice(["neighbor", "inneighbor", "adjacent"])
    operator, value = draft.random.choice([("max=", f"{y}[{w}] + 1"), ("+=", f"{y}[{w}] % 50 + 1"), ("min=", f"{y}[{w}] - 2")])
    if draft.tree and kind:
        draft.open(f"foreach node {v} after {'neighbor' if kind == 1 else 'inneighbor'} {w}")
        draft.line(f"{y}[{v}] = {draft.random.randint(1, 9)}")
        draft.line(f"foreach {'neighbor' if kind == 1 else 'inneighbor'} {w} of {v} {{ {y}[{v}] {operator} {value} }}")
        return draft.close()
    u = draft.fresh("v")
    names = draft.names().without({p, y}).inside(nodes=[u])
    draft.line(f"foreach node {u} {{ {p}[{u}] = {draft.draw.whole(names, 1)} }}")
    earlier = f"({p}[{w}], {w}) < ({p}[{v}], {v})"
    draft.open(f"foreach node {v} after {direction} {w} where {earlier}")
    draft.line(f"{y}[{v}] = {draft.random.randint(1, 9)}")
    draft.line(f"foreach {direction} {w} of {v} where {earlier} {{ {y}[{v}] {operator} {value} }}")
    draft.close()


def tallies(draft):
    """Keys that are counted for each node, or for the run."""
    t, v, w = draft.fresh("t"), draft.fresh("v"), draft.fresh("w")
    x = draft.property("int", old=0)
    names = draft.names().without({x}).inside(nodes=[v, w])
    key = draft.draw.whole(names, 1)
    question = draft.random.choice([f"most({t}, 7)", f"absent({t})", f"h_index({t})"])
    if draft.random.random() < 0.6:
        draft.open(f"foreach node {v}")
        draft.line(f"var {t}: tally")
        draft.line(f"foreach {draft.random.choice(phases_rounds.DIRECTIONS)} {w} of {v} {{ {t}[{key}] += 1 }}")
        draft.line(f"{x}[{v}] = {question}")
        return draft.close()
    draft.line(f"var {t}: tally")
    draft.line(f"foreach node {v} {{ foreach neighbor {w} of {v} {{ {t}[{key}] += 1 }} }}")
    draft.line(f"foreach node {v} {{ {x}[{v}] = {question} + outdegree({v}) }}")


def sums(draft):
    """Sums by keys, of each node or of the run: all of them gone over, and some looked up."""
    t, v, w, k, most = (draft.fresh(name) for name in ["t", "v", "w", "k", "most"])
    x, y = draft.property("long", old=0), draft.property("long", old=0)
    names = draft.names().without({x, y}).inside(nodes=[v, w])
    by_node = draft.random.random() < 0.3
    key, amount = draft.draw.node(names, 1) if by_node else draft.draw.whole(names, 1), draft.draw.small(names, 1)
    kind, zero = ("node", "none") if by_node else ("int", "0")
    condition = draft.random.choice(["", f" where {t}[{k}] > 1", f" where {t}[{k}] % 2 == 0"])
    if draft.random.random() < 0.6:
        draft.open(f"foreach node {v}")
        draft.line(f"var {t}: tally long")
        draft.line(f"foreach {draft.random.choice(phases_rounds.DIRECTIONS)} {w} of {v} {{ {t}[{key}] += {amount} }}")
        draft.line(f"var {most}: (long, {kind}) = (-100, {zero})")
        draft.line(f"foreach key {k} in {t}{condition} {{ {most} max= ({t}[{k}] * 2, {k}); {x}[{v}] += {t}[{k}] }}")
        draft.line(f"{y}[{v}] = {t}[second({most})] + {t}[{draft.draw.node(draft.names().without({x, y}).inside(nodes=[v]), 1) if by_node else 1}]")
        return draft.close()
    draft.line(f"var {t}: tally long")
    draft.line(f"foreach node {v} {{ foreach neighbor {w} of {v} {{ {t}[{key}] += {amount} }} }}")
    value = draft.value("long", old=0)
    draft.line(f"foreach key {k} in {t}{condition} {{ {value} += {t}[{k}] + 1 }}")
    if by_node:
        draft.line(f"foreach key {k} in {t} where {k} != none {{ {x}[{k}] = {t}[{k}]; foreach neighbor {w} of {k} {{ {y}[{w}] += 1 }} }}")
    else:
        draft.line(f"foreach node {v} {{ {x}[{v}] = {t}[outdegree({v})] }}")


def orders(draft):
    """Sums before each node, places in a set and a stable order."""
    x, v = draft.property("long", old=0), draft.fresh("v")
    names = draft.names().without({x}).inside(nodes=[v])
    made = draft.fresh("made")
    form = draft.random.choice(["scan", "position", "sort", "sort"])
    if form == "position":
        draft.line(f"let {made} = position(seeds)")
    else:
        keys = ["int", "long", "double", "node"]
        key, kind = draft.fresh("key"), draft.random.choice(keys) if form == "sort" else draft.random.choice(["int", "long"])
        value = f"abs({draft.draw.small(names, 1)})" if form == "scan" else draft.draw.of(kind, names, 1)
        if form == "sort" and draft.random.random() < 0.3:
            second = draft.random.choice(keys)
            kind, value = f"({kind}, {second})", f"({value}, {draft.draw.of(second, names, 1)})"
        draft.line(f"var {key}: node {kind}")
        draft.line(f"foreach node {v} {{ {key}[{v}] = {value} }}")
        draft.line(f"let {made} = {form}({key})")
    if form == "sort":
        i = draft.fresh("i")
        draft.line(f"foreach {i} in 0..nodes {{ {x}[{made}[{i}]] += {i} }}")
    else:
        draft.line(f"foreach node {v} {{ {x}[{v}] = {made}[{v}] }}")


def sets(draft):
    """A set of nodes that is made, changed, asked and counted."""
    s, v, w = draft.fresh("set"), draft.fresh("v"), draft.fresh("w")
    names = draft.names().inside(nodes=[v])
    draft.line(f"var {s}: node set = {draft.random.choice(['all', 'seeds', '{source}', f'{{{v} in all where {draft.draw.truth(names)}}}'])}")
    if draft.random.random() < 0.5:
        draft.line(f"foreach node {v} in {draft.random.choice(['seeds', s])} {{ foreach neighbor {w} of {v} {{ {s} += {w} }} }}")
    if draft.random.random() < 0.4:
        draft.line(f"{s} -= source")
    size = draft.value("int", old=0)
    draft.line(f"{size} = size({s})")
    if draft.random.random() < 0.3:
        hits = draft.property("int", old=0)
        draft.open(f"while {s}")
        draft.line(f"foreach node {v} in {s} {{ {hits}[{v}] += 1 }}")
        draft.line(f"{s} = {{{v} in {s} where {hits}[{v}] < 1 + outdegree({v}) % 3}}")
        return draft.close()
    draft.sets.append(s)


def arrays(draft):
    """Arrays of one and two dimensions, by ranges of indices."""
    n = draft.random.choice(["k + 4", "nodes + 1", "max_outdegree + 2"])
    a, i, j = draft.array("int", [n]), draft.fresh("i"), draft.fresh("j")
    names = draft.names()
    names.properties = {}
    step = draft.random.choice(["", " by 2", " by 3"])
    draft.line(f"foreach {i} in 0..{n}{step} {{ {a}[{i}] = {draft.draw.whole(names.inside(int=[i]))} }}")
    if draft.random.random() < 0.5:
        table, m = draft.array("long", ["k + 2", n]), "k + 2"
        draft.line(f"foreach {i} in 0..{m} {{ foreach {j} in 0..{n} {{ {table}[{i}, {j}] = {draft.draw.long(names.inside(int=[i, j]))} }} }}")
    counts, v = draft.array("long", ["k + 5"]), draft.fresh("v")
    names = draft.names().inside(nodes=[v])
    draft.line(f"foreach node {v} {{ {counts}[abs({draft.draw.whole(names, 1)}) % (k + 5)] += {draft.draw.small(names, 1)} }}")
    total, kept = draft.value("long", old=0), draft.fresh("sum")
    draft.open(f"foreach {i} in 0..k + 5")
    draft.line(f"var {kept} = 0")
    draft.line(f"for {j} in 0..{i} {{ {kept} += {j} * {draft.random.randint(1, 5)} }}")
    draft.line(f"{total} += {counts}[{i}] % 1000 + {kept}")
    draft.close()


def vectors(draft):
    """Rows of nodes and edges: own components, sums over neighbors, rows of neighbors by reductions, numbers of nodes."""
    k = draft.random.choice(["2", "3", "k + 1", "67"])
    x, y, v, w, i = (draft.fresh(stem) for stem in ("r", "r", "v", "w", "i"))
    kind = draft.random.choice(["int", "long", "double"])
    draft.results += [f"{x}: [node, {k}] {kind}", f"{y}: [node, {k}] {kind}"]
    inner = draft.random.choice(["for", "foreach"])
    names = draft.names().inside(nodes=[v])
    draft.line(f"foreach node {v} {{ {inner} {i} in 0..{k} {{ {x}[{v}, {i}] = {draft.draw.small(names.inside(int=[i]), 1)} }} }}")
    direction = draft.random.choice(["neighbor", "inneighbor"])
    operator = draft.random.choice(["min=", "max="] if kind != "int" else ["+=", "min=", "max="])
    form = draft.random.randint(0, 2)
    draft.open(f"foreach node {v}")
    if form == 0:
        draft.open(f"{inner} {i} in 0..{k}")
        s = draft.fresh("s")
        draft.line(f"var {s}: {kind} = {x}[{v}, {i}]")
        draft.line(f"foreach {direction} {w} of {v} {{ {s} {operator} {x}[{w}, {i}] }}")
        draft.line(f"{y}[{v}, {i}] = {s}")
        draft.close()
    else:
        place = draft.random.choice([v, w]) if form == 1 else w
        other = v if place == w else w
        draft.line(f"foreach {direction} {w} of {v} {{ {inner} {i} in 0..{k} {{ {y}[{place}, {i}] {operator} {x}[{other}, {i}] }} }}")
    draft.close()
    if draft.random.random() < 0.5:
        table, u, e = draft.array("long", draft.random.choice([["nodes", "2"], ["2", "node"], ["node", "2"]])), draft.fresh("u"), draft.fresh("e")
        own = f"index({u})" if f"{table}: [nodes" in draft.results[-1] else u
        place = f"[1, {own}]" if f"{table}: [2" in draft.results[-1] else f"[{own}, 1]"
        draft.line(f"foreach node {u} {{ {table}{place} = {draft.draw.long(draft.names().inside(nodes=[u]), 1)} + index({u}) }}")
        ends = draft.array("int", ["edge", "2"])
        draft.line(f"foreach edge {u} -> {w} via {e} {{ {ends}[{e}, 0] = outdegree({u}); {ends}[{e}, 1] += indegree({w}) }}")


def found_edges(draft):
    """Edges that are looked for, between two nodes or by their places: counted in, and read."""
    x, y, z = draft.property("int", "edge", old=0), draft.property("long", old=0), draft.property("edge", old=0)
    u, w, e, f, k = (draft.fresh(stem) for stem in ("u", "w", "e", "f", "k"))
    other = draft.random.choice([u, w, "source", f"neighbor({w}, 1)"])
    draft.open(f"foreach edge {u} -> {w} via {e}")
    draft.line(f"let {f} = edge({draft.random.choice([w, u, 'source'])}, {other})")
    draft.line(f"if {f} != none {{ {x}[{f}] += outdegree({u}); {x}[{e}] += 1 }}")
    draft.close()
    draft.open(f"foreach node {u}")
    draft.line(f"for {k} in 0..outdegree({u}) {{ {y}[{u}] += {x}[neighbor_edge({u}, {k})] }}")
    draft.line(f"{z}[{u}] = {draft.random.choice([f'edge({u}, source)', f'edge({u}, {u})', f'neighbor_edge({u}, 1)', f'neighbor_edge({u}, k)'])}")
    draft.close()


def looked_up(draft):
    """What the host has to ask the device: bounds and conditions that name elements, results of loops, the graph."""
    x, v = draft.property("int", old=0), draft.fresh("v")
    draft.line(f"foreach node {v} {{ {x}[{v}] = {draft.draw.small(draft.names().without({x}).inside(nodes=[v]), 1)} }}")
    bound = draft.random.choice(["outdegree(source)", "indegree(source)", f"abs({x}[source]) % 9", f"outdegree(source) + abs({x}[source]) % 5"])
    count, steps = draft.value("int", old=0), draft.value("int", old=0)
    draft.line(f"foreach {draft.fresh('i')} in 0..{bound} {{ {count} += 1 }}")
    kind = draft.random.choice(["foreach", "for", "while"])
    if kind == "while":
        draft.line(f"while {steps} < {bound} {{ {steps} += 1 + indegree(source) % 2 }}")
    else:
        draft.line(f"{kind} {draft.fresh('i')} in 0..{count} {{ {steps} += 1 }}")


def pairs(draft):
    """The least pair that a node is offered, and its parts."""
    best, v, w = draft.fresh("best"), draft.fresh("v"), draft.fresh("w")
    x, y = draft.property("int", old=0), draft.property("node", old=0)
    least = draft.random.random() < 0.7
    names = draft.names().without({x, y}).inside(nodes=[v, w])
    draft.preamble.append(f"    var {best}: node (int, node){' = inf' if least else ''}")
    draft.line(f"foreach node {v} {{ foreach {draft.random.choice(phases_rounds.DIRECTIONS)} {w} of {v} "
               f"{{ {best}[{w}] {'min=' if least else 'max='} ({draft.draw.whole(names, 1)}, {v}) }} }}")
    if draft.random.random() < 0.5:
        draft.line(f"foreach node {v} {{ let (a, b) = {best}[{v}]; {x}[{v}] = a; if a != inf {{ {y}[{v}] = b }} }}")
    else:
        draft.line(f"foreach node {v} where {best}[{v}] != {'inf' if least else '(0, none)'} {{ {x}[{v}] = first({best}[{v}]); {y}[{v}] = second({best}[{v}]) }}")


def wide_pairs(draft):
    """Pairs of 16 bytes: the same from every writer, one of many that are the same, or the least; and a value with a payload as large."""
    p, v, w = draft.fresh("wide"), draft.fresh("v"), draft.fresh("w")
    x, y = draft.property("long", old=0), draft.property("double", old=0)
    names = draft.names().without({x, y})
    whole, at_end = draft.draw.whole(names, 1), draft.draw.whole(names.inside(nodes=[w]), 1)
    form, begin = draft.random.choice([(f"= ({whole}, k * 0.5)", ""), (f"any= ({at_end}, indegree({w}) * 0.5)", ""),
                                       (f"min= ({draft.draw.whole(names.inside(nodes=[v, w]), 1)}, outdegree({v}) * 0.5)", " = inf"), ("", "")])
    if form:
        draft.preamble.append(f"    var {p}: node (long, double){begin}")
        draft.line(f"foreach node {v} {{ foreach {draft.random.choice(phases_rounds.DIRECTIONS)} {w} of {v} {{ {p}[{w}] {form} }} }}")
        return draft.line(f"foreach node {v} {{ {x}[{v}] = first({p}[{v}]); {y}[{v}] = second({p}[{v}]) }}")
    draft.preamble.append(f"    var {p}: node edge")
    e = draft.fresh("e")
    draft.line(f"{y} = inf")
    draft.line(f"foreach node {v} {{ foreach neighbor {w} of {v} via {e} {{ {y}[{w}] min= ({draft.draw.whole(names.inside(nodes=[v, w]), 1)}) * 0.5 with {p}[{w}] = {e} }} }}")
    draft.line(f"foreach node {v} where {p}[{v}] != none {{ {x}[{v}] = target({p}[{v}]) == {v} ? 1 : 2 }}")


def calls(draft):
    """A function of two numbers, for the phases behind."""
    name = draft.fresh("f")
    names = type(draft.names())(values={"int": ["a", "b"]})
    draft.functions[name] = f"function {name}(a: int, b: int) -> int {{ return {draft.draw.whole(names)} }}"
    target = draft.value("int")
    draft.line(f"{target} = {name}({draft.draw.whole(draft.names().without({target}), 1)}, {draft.random.randint(0, 9)})")


def kept_values(draft):
    """The value before a change: of the iteration's own elements, where it is fixed."""
    x, y, v = draft.property("int"), draft.property("int", old=0), draft.fresh("v")
    names = draft.names().without({x, y}).inside(nodes=[v])
    operator = draft.random.choice(["=", "+=", "min=", "max="])
    draft.line(f"foreach node {v} {{ let old = was({x}[{v}] {operator} {draft.draw.small(names)}); {y}[{v}] = old }}")


def offers(draft):
    """`any=` where all offers are the same."""
    x, v, w = draft.property("int", old=0.3), draft.fresh("v"), draft.fresh("w")
    names = draft.names().without({x}).inside(nodes=[w])
    draft.line(f"foreach node {v} {{ foreach neighbor {w} of {v} {{ {x}[{w}] any= {draft.draw.whole(names, 1)} }} }}")


def breaks(draft):
    """Loops that are left when it is known."""
    x, v, w = draft.property("bool", old=0.2), draft.fresh("v"), draft.fresh("w")
    names = draft.names().without({x}).inside(nodes=[v, w])
    direction = draft.random.choice(phases_rounds.DIRECTIONS)
    draft.open(f"foreach node {v}")
    draft.line(f"foreach {direction} {w} of {v} where {draft.draw.truth(names)} {{ {x}[{v}] = true; break }}")
    draft.close()


def hooks(draft):
    """Trees of nodes that are joined along edges, by values as they are at the moment; then every node finds its root."""
    p, u, w, v = draft.property("node", old=0), draft.fresh("u"), draft.fresh("w"), draft.fresh("v")
    draft.functions["join"] = ("function join(p: node node, u: node, w: node) {\n    var a = latest p[u]\n    var b = latest p[w]\n"
                               "    while a != b {\n        let most = max(a, b)\n        let least = min(a, b)\n"
                               "        let q = was(p[most] min= least)\n        if q == most { break }\n        a = q\n        b = least\n    }\n}")
    draft.line(f"foreach node {v} {{ {p}[{v}] = {v} }}")
    draft.line(f"foreach edge {u} -> {w} {{ join({p}, {u}, {w}) }}")
    root = draft.property("node", old=0)
    draft.line(f"foreach node {v} {{ var r = {p}[{v}]; while r != {p}[r] {{ r = {p}[r] }} {root}[{v}] = r }}")
    draft.results.remove(f"{p}: node node") if f"{p}: node node" in draft.results else draft.preamble.remove(f"    var {p}: node node")
    draft.preamble.append(f"    var {p}: node node")
    draft.properties[("node", "node")].remove(p)


def reals(draft):
    """Numbers that may be rounded in one way or another; nothing else depends on them."""
    x, v, w, i = draft.fresh("real"), draft.fresh("v"), draft.fresh("w"), draft.random.randint(1, 9)
    draft.results.append(f"{x}: node double")
    names = draft.names().inside(nodes=[v, w])
    draft.open(f"foreach node {v}")
    draft.line("var sum = 0.0")
    draft.line(f"foreach {draft.random.choice(phases_rounds.DIRECTIONS)} {w} of {v} {{ sum += {draft.draw.real(names)} / {i}.0 + random({w}, {v}) }}")
    draft.line(f"{x}[{v}] = {draft.random.choice(['sqrt(abs(sum))', 'sum / (1.0 + outdegree(' + v + '))', 'exp(-abs(sum))', 'sum'])}")
    draft.close()


PHASES = [ordered, ordered, tallies, tallies, sums, sums, orders, sets, arrays, vectors, vectors, found_edges, looked_up, looked_up, pairs, wide_pairs, calls, kept_values, offers, breaks, hooks, reals]
