# Phases that go on in rounds: relaxations, claims, counters, waves, peeling.
# Each ends: what changes moves in one direction and has an end, or counts up to a bound.

DIRECTIONS = ["neighbor", "neighbor", "neighbor", "inneighbor", "adjacent"]


def start(draft, property, first):
    """Fills the property and gives some nodes the first value; where the rounds begin."""
    form = draft.random.randint(0, 3)
    if form == 0:
        draft.line(f"{property}[source] = {first}")
        return "source"
    if form == 1:
        v = draft.fresh("v")
        draft.line(f"foreach node {v} in seeds {{ {property}[{v}] = {first} }}")
        return "seeds"
    v = draft.fresh("v")
    names = draft.names().without({property}).inside(nodes=[v])
    draft.line(f"foreach node {v} where {draft.draw.truth(names, 1)} {{ {property}[{v}] = {first} }}")
    return "all"


def inner_loop(draft, v, property, share=0.3):
    """Opens the loop over neighbors inside of the rounds, with a condition that stays as it is."""
    w, e = draft.fresh("w"), draft.fresh("e")
    direction = draft.random.choice(DIRECTIONS)
    edges = [] if direction == "adjacent" else [e]
    names = draft.names().without({property}).inside(nodes=[v, w], edges=edges)
    condition = f" where {draft.draw.truth(names, 1)}" if draft.random.random() < share else ""
    return f"foreach {direction} {w} of {v}{f' via {e}' if edges else ''}", condition, w, edges


def until(draft):
    """Perhaps an end before the last round, by what the program counts itself or by how many nodes are active."""
    share = draft.random.random()
    if share < 0.1:
        return f" until round == {draft.random.randint(1, 4)}"
    return f" until active {draft.random.choice(['<', '>', '<='])} {draft.random.randint(1, 6)}" if share < 0.25 else ""


def relax(draft):
    """The least or greatest fixed point of something that moves along edges."""
    x, v = draft.property("int", old=0.2), draft.fresh("v")
    least = draft.random.random() < 0.7
    draft.line(f"{x} = {'inf' if least else '0'}")
    source = start(draft, x, draft.random.choice(["0", "0", "1", "5"]) if least else str(draft.random.randint(1, 40)))
    guard = f" where {x}[{v}] {'<' if least else '>'} {draft.random.randint(3, 60)}" if draft.random.random() < 0.15 else ""
    draft.open(f"iterate node {v} from {source}{guard}")
    head, condition, w, edges = inner_loop(draft, v, x)
    draft.open(head + condition)
    step = draft.random.choice([f"abs(weight[{edges[0]}] % 7)", "1", "2"]) if edges else draft.random.choice(["1", "3"])
    bound = f"weight[{edges[0]}]" if edges else "7"
    if least:
        value = draft.random.choice([f"{x}[{v}] + {step}", f"max({x}[{v}], {bound})", f"{x}[{v}]"])
        operator = "min="
    else:
        value = draft.random.choice([f"{x}[{v}] - 1", f"min({x}[{v}], {bound})", f"{x}[{v}]"])
        operator = "max="
    draft.line(f"if {x}[{w}] {operator} {value}{payload(draft, value, w) if least else ''} {{ activate {w} }}")
    draft.close()
    draft.close()


def payload(draft, value, node):
    """Sometimes a second property that is written with the first: it follows from the same value."""
    if draft.random.random() < 0.85:
        return ""
    return f" with {draft.property('int', old=0)}[{node}] = 2 * ({value}) + 1"


def labels(draft):
    """Nodes take the smallest or greatest value that reaches them: of themselves as nodes, or of anything."""
    kind = draft.random.choice(["node", "node", "int", "bool"])
    x, v, u = draft.property(kind, old=0.2), draft.fresh("v"), draft.fresh("v")
    names = draft.names().without({x}).inside(nodes=[u])
    first = {"node": draft.random.choice([u, u, f"random_node({u})"]), "int": draft.draw.small(names, 1),
             "bool": draft.draw.truth(names, 1)}[kind]
    draft.line(f"foreach node {u} {{ {x}[{u}] = {first} }}")
    draft.open(f"iterate node {v} from all")
    head, condition, w, _ = inner_loop(draft, v, x)
    draft.open(head + condition)
    operator = draft.random.choice(["|=", "&="] if kind == "bool" else ["min=", "max="])
    draft.line(f"if {x}[{w}] {operator} {x}[{v}] {{ activate {w} }}")
    draft.close()
    draft.close()


def pairs(draft):
    """Pairs that fall, perhaps spared by a comparison: distances with what else tells two of them apart."""
    x, v, best, u = draft.property("int", old=0), draft.fresh("v"), draft.fresh("best"), draft.fresh("v")
    of_nodes = draft.random.random() < 0.5
    draft.line(f"var {best}: node (int, {'node' if of_nodes else 'int'}) = inf")
    draft.line(f"{best}[source] = (0, {'source' if of_nodes else '3'})")
    draft.open(f"iterate node {v} from source")
    head, condition, w, edges = inner_loop(draft, v, x)
    draft.open(head + condition)
    step = f"abs(weight[{edges[0]}] % 7)" if edges and draft.random.random() < 0.7 else "1"
    second = v if of_nodes else draft.random.choice(["0", f"outdegree({v})", f"first({best}[{v}])"])
    draft.line(f"let next = (first({best}[{v}]) + {step}, {second})")
    offer = f"if {best}[{w}] min= next {{ activate {w} }}"
    draft.line(f"if next < {best}[{w}] {{ {offer} }}" if draft.random.random() < 0.5 else offer)
    draft.close()
    draft.close()
    part = f"(second({best}[{u}]) == source ? 1 : 2)" if of_nodes else f"second({best}[{u}])"
    draft.line(f"foreach node {u} where {best}[{u}] != inf {{ {x}[{u}] = 3 * first({best}[{u}]) + {part} }}")


def steps(draft):
    """Levels by a counter of the program's own, where nobody has been yet at -1 or `inf`; and the paths to them."""
    x, n, depth, v, w = draft.property("int", old=0), draft.property("long", old=0), draft.fresh("depth"), draft.fresh("v"), draft.fresh("w")
    below = draft.random.random() < 0.5
    draft.line(f"{x} = {'-1' if below else 'inf'}")
    draft.line(f"{n} = 0")
    draft.line(f"{x}[source] = 0")
    draft.line(f"{n}[source] = 1")
    draft.line(f"var {depth} = 0")
    draft.open(f"repeat up to {draft.random.choice(['2', '4', 'limit'])}")
    around = f"foreach node {v} where {x}[{v}] == {depth} and {depth} < inf {{ foreach neighbor {w} of {v} where {x}[{w}]"
    draft.line(f"{around} {'< 0' if below else f'> {depth} + 1'} {{ {x}[{w}] = {depth} + 1 }} }}")
    draft.line(f"{around} == {depth} + 1 {{ {n}[{w}] += {n}[{v}] }} }}")
    draft.line(f"{depth} += 1")
    draft.close()


def reach(draft):
    """Whether a node is reached: bools that only become true, or only false."""
    x, v = draft.property("bool", old=0.2), draft.fresh("v")
    rising = draft.random.random() < 0.6
    draft.line(f"{x} = {'false' if rising else 'true'}")
    source = start(draft, x, "true" if rising else "false")
    asks = f"{x}[{v}]" if rising else f"not {x}[{v}]"
    draft.open(f"iterate node {v} from {source}{until(draft)}")
    draft.open(f"if {asks}")
    head, condition, w, _ = inner_loop(draft, v, x)
    draft.open(head + condition)
    draft.line(f"if {x}[{w}] {'|= true' if rising else '&= false'} {{ activate {w} }}")
    for _ in range(3):
        draft.close()


def claims(draft):
    """Levels by a claim, with what else happens at it; the same from everybody who gets there."""
    x, v = draft.property("int", old=0.2), draft.fresh("v")
    draft.line(f"{x} = inf")
    draft.line(f"{x}[source] = 0")
    edge_form = draft.random.random() < 0.2
    grew = draft.value("bool") if draft.random.random() < 0.3 else None
    if edge_form:
        w = draft.fresh("w")
        draft.open(f"iterate edge {v} -> {w} from source where {x}[{w}] == inf{until(draft)}")
    else:
        draft.open(f"iterate node {v} from source{until(draft)}")
        head, _, w, _ = inner_loop(draft, v, x)
        draft.open(f"{head} where {x}[{w}] == inf")
    draft.line(f"{x}[{w}] = round")
    if grew:
        draft.line(f"{grew} = true")
    draft.line(f"activate {w}")
    if not edge_form:
        draft.close()
    draft.close()


def paths(draft):
    """How many shortest paths lead to each node."""
    x, n, v = draft.property("int", old=0), draft.property("long", old=0), draft.fresh("v")
    draft.line(f"{x} = inf")
    draft.line(f"{n} = 0")
    draft.line(f"{x}[source] = 0")
    draft.line(f"{n}[source] = 1")
    draft.open(f"iterate node {v} from source where {x}[{v}] == round - 1")
    head, condition, w, _ = inner_loop(draft, v, x, 0)
    draft.open(head + condition)
    draft.line(f"if {x}[{w}] min= round {{ activate {w} }}")
    draft.line(f"if {x}[{w}] == round {{ {n}[{w}] += {n}[{v}] }}")
    draft.close()
    draft.close()


def counters(draft):
    """Nodes that stay active until they have run often enough; what they do each time is counted."""
    c, hits, v = draft.property("int", old=0), draft.property("int", old=0), draft.fresh("v")
    names = draft.names().without({c, hits}).inside(nodes=[v])
    names.rounds = True
    source = draft.random.choice(["all", "seeds", "source", f"{{u in all where {draft.draw.truth(draft.names().inside(nodes=['u']), 1)}}}"])
    draft.open(f"iterate node {v} from {source}")
    head, condition, w, edges = inner_loop(draft, v, c)
    draft.open(head + condition)
    inside = names.without({c, hits}).inside(nodes=[w], edges=edges)
    draft.line(f"{hits}[{w}] += {draft.draw.small(inside, 1)}")
    draft.close()
    draft.line(f"{c}[{v}] += 1")
    draft.line(f"if {c}[{v}] < {draft.random.choice(['2', '3', 'limit', f'(1 + outdegree({v}) % 4)'])} {{ activate {v} }}")
    draft.close()


def waves(draft):
    """Neighbors are activated for a number of rounds; who was active is counted."""
    hits, v, w = draft.property("int", old=0), draft.fresh("v"), draft.fresh("w")
    direction = draft.random.choice(DIRECTIONS)
    total = draft.value("long") if draft.random.random() < 0.5 else None
    end = "" if total is None or draft.random.random() < 0.7 else f" until {total} > {draft.random.randint(2, 30)}"
    draft.open(f"iterate node {v} from {draft.random.choice(['source', 'seeds', 'all'])}{end or until(draft)}")
    draft.line(f"{hits}[{v}] += {draft.random.choice(['1', 'round', 'round * 3'])}")
    if total:
        draft.line(f"{total} += 1")
    draft.line(f"if round < {draft.random.choice(['2', '3', '4', 'limit'])} {{ foreach {direction} {w} of {v} {{ activate {w} }} }}")
    draft.close()


def storm(draft):
    """Rounds up to a bound, in which nodes sum up what stays, change others by reductions, and activate some of them."""
    own, hits, v = draft.property("int", old=0), draft.property("long", old=0), draft.fresh("v")
    written = {own, hits}
    total = draft.value("long", old=0) if draft.random.random() < 0.4 else None
    names = draft.names().without(written | {total}).inside(nodes=[v])
    names.rounds = True
    draft.open(f"iterate node {v} from {draft.random.choice(['source', 'seeds', 'all'])}{until(draft)}")
    guard = draft.random.random() < 0.4
    if guard:
        draft.open(f"if {draft.draw.truth(names, 1)}")
    if draft.random.random() < 0.6:
        draft.line("var part: long = 0")
        head, condition, w, edges = inner_loop(draft, v, own)
        inside = names.inside(nodes=[w], edges=edges)
        draft.line(f"{head} {{ part += {draft.draw.small(inside, 1)} }}")
        draft.line(f"{own}[{v}] += {'1' if draft.random.random() < 0.5 else 'round'}")
        draft.line(f"{hits}[{v}] += part")
    for _ in range(draft.random.choice([1, 1, 2])):
        w, e = draft.fresh("w"), draft.fresh("e")
        direction = draft.random.choice(DIRECTIONS)
        edges = [] if direction == "adjacent" else [e]
        inside = names.inside(nodes=[w], edges=edges)
        draft.open(f"foreach {direction} {w} of {v}{f' via {e}' if edges else ''} where {draft.draw.truth(inside, 1)}")
        draft.line(f"{hits}[{w}] += {draft.draw.small(inside, 1)}")
        draft.line(f"if round < {draft.random.choice(['3', 'limit'])} and {draft.draw.truth(inside, 1)} {{ activate {w} }}")
        draft.close()
    if total:
        draft.line(f"{total} += {draft.draw.small(names, 1)}")
    if draft.random.random() < 0.3:
        draft.line(f"if round < 3 and {draft.draw.truth(names, 1)} {{ activate {v} }}")
    if guard:
        draft.close()
    draft.close()


def peel(draft):
    """Nodes of few edges go, and take their edges along."""
    d, gone, v, w = draft.property("int", old=0), draft.property("bool", old=0), draft.fresh("v"), draft.fresh("w")
    u, k = draft.fresh("v"), draft.random.choice(["k", "1", "2"])
    draft.line(f"foreach node {u} {{ {d}[{u}] = indegree({u}) }}")
    draft.line(f"iterate node {u} from all where {d}[{u}] < {k} and not {gone}[{u}] {{ {gone}[{u}] = true }}")
    draft.open(f"iterate node {v} from {{{u} in all where {gone}[{u}]}}{until(draft)}")
    draft.line(f"{gone}[{v}] = true")
    draft.line(f"foreach neighbor {w} of {v} {{ if was({d}[{w}] -= 1) == {k} {{ activate {w} }} }}")
    draft.close()


def turns(draft):
    """The nodes of a set one after the other, each with a search of its own."""
    s, v, w = draft.fresh("s"), draft.fresh("v"), draft.fresh("w")
    level, around = draft.fresh("level"), draft.property("int", old=0)
    names = draft.names().inside(nodes=["u"])
    of = draft.random.choice(["seeds", f"{{u in all where {draft.draw.truth(names, 1)}}}"])
    draft.open(f"for {s} in {of}")
    draft.line(f"var {level}: node int = inf")
    draft.line(f"{level}[{s}] = 0")
    draft.line(f"iterate node {v} from {s} where round <= limit {{ foreach neighbor {w} of {v} {{ if {level}[{w}] min= round {{ activate {w} }} }} }}")
    draft.line("var found = 0")
    draft.line(f"foreach node {v} where {level}[{v}] < inf {{ found += 1 }}")
    draft.line(f"{around}[{s}] = found")
    draft.close()


PHASES = [relax] * 4 + [labels, pairs, steps, reach, claims, claims, paths, counters, counters, waves, waves, storm, storm, storm, peel, turns]
