# Phases for what has let wrong programs through: loops under claims and tested reductions, several breaks, locals carried out of
# guards, bits beside comparisons, signed zeros, sums at both ends of their type, payloads that tie.
import phases_rounds

BACK = {"neighbor": "inneighbor", "inneighbor": "neighbor", "adjacent": "adjacent"}
HUGE = ["2147483600", "2147483000", "1073741824", "9"]


def serial_loop(draft, w, effect):
    """A loop that makes the effect as often for everybody who gets to the node w."""
    i, bound = draft.fresh("i"), draft.random.choice([f"outdegree({w})", "limit", "k + 1", f"indegree({w}) + 1"])
    step = draft.random.choice(["", " by 2"])
    inner = f"for {draft.fresh('i')} in 0..{draft.random.choice([bound, '2'])} {{ {effect} }}" if draft.random.random() < 0.4 else effect
    draft.line(f"for {i} in 0..{bound}{step} {{ {inner} }}")


def won(draft):
    """A tested reduction whose winners go through a loop."""
    least, mark, v = draft.property("int", old=0), draft.property("int", old=0), draft.fresh("v")
    operator = draft.random.choice(["min=", "max="])
    draft.line(f"{least} = {'inf' if operator == 'min=' else '-9'}")
    w, direction = draft.fresh("w"), draft.random.choice(phases_rounds.DIRECTIONS)
    names = draft.names().without({least, mark})
    offer, at_end = draft.draw.whole(names.inside(nodes=[v, w]), 1), draft.draw.whole(names.inside(nodes=[w]), 1)
    draft.open(f"foreach node {v}")
    draft.open(f"foreach {direction} {w} of {v}")
    draft.open(f"if {least}[{w}] {operator} {offer}")
    serial_loop(draft, w, f"{mark}[{w}] max= {at_end}")
    for _ in range(3):
        draft.close()


def claimed(draft):
    """A claim whose claimers go through a loop."""
    x, far, v, w = draft.property("int", old=0), draft.property("int", old=0), draft.fresh("v"), draft.fresh("w")
    draft.line(f"{x} = inf")
    draft.line(f"{x}[source] = 0")
    draft.open(f"iterate node {v} from source")
    draft.open(f"foreach {draft.random.choice(phases_rounds.DIRECTIONS)} {w} of {v} where {x}[{w}] == inf")
    draft.line(f"{x}[{w}] = round")
    at_end = draft.draw.whole(draft.names().without({x, far}).inside(nodes=[w]), 1)
    serial_loop(draft, w, f"{far}[{w}] max= round + {at_end}")
    draft.line(f"activate {w}")
    draft.close()
    draft.close()


def several_breaks(draft):
    """A neighbor loop that is left at two places, each after the same; perhaps one inside of it that is left, too."""
    x, v, w = draft.property("int", old=0.2), draft.fresh("v"), draft.fresh("w")
    own = draft.names().without({x}).inside(nodes=[v])
    inside, effect = own.inside(nodes=[w]), f"{x}[{v}] = {draft.draw.whole(own, 1)}"
    draft.open(f"foreach node {v}")
    draft.open(f"foreach {draft.random.choice(phases_rounds.DIRECTIONS)} {w} of {v}")
    draft.line(f"if {draft.draw.truth(inside, 1)} {{ {effect}; break }}")
    if draft.random.random() < 0.5:
        u, hit = draft.fresh("w"), draft.fresh("hit")
        draft.line(f"var {hit} = false")
        draft.line(f"foreach neighbor {u} of {w} where {draft.draw.truth(inside.inside(nodes=[u]), 1)} {{ {hit} = true; break }}")
        draft.line(f"if {hit} {{ {effect}; break }}")
    else:
        draft.line(f"if {draft.draw.truth(inside, 1)} {{ {effect}; break }}")
    draft.close()
    draft.close()


def nested_breaks(draft):
    """Serial loops in one another, each of which may be left."""
    x, v, t, i, j = draft.property("int", old=0.2), draft.fresh("v"), draft.fresh("t"), draft.fresh("i"), draft.fresh("i")
    names = draft.names().without({x}).inside(nodes=[v])
    draft.open(f"foreach node {v}")
    draft.line(f"var {t} = 0")
    draft.open(f"for {i} in 0..{draft.random.randint(2, 6)}")
    draft.open(f"for {j} in {i}..{draft.random.randint(3, 8)}")
    draft.line(f"if {j} > abs({draft.draw.small(names, 1)}) {{ break }}")
    draft.line(f"{t} += {j} + {draft.draw.small(names, 1)}")
    draft.line(f"if {t} > {draft.random.randint(5, 40)} {{ break }}")
    draft.close()
    draft.line(f"if {draft.draw.truth(names.inside(int=[i, t]), 1)} {{ break }}")
    draft.line(f"while {t} > {draft.random.randint(9, 30)} {{ {t} -= 7; if {t} % 5 == {i} {{ break }} }}")
    draft.close()
    draft.line(f"{x}[{v}] = {t}")
    draft.close()


def guarded_locals(draft):
    """Rounds in which a local carries the answer to a question that moves one way out of its guard, into effects that follow it."""
    d, mark, v, w = draft.property("int", old=0), draft.property("int", old=0), draft.fresh("v"), draft.fresh("w")
    near, bound = draft.fresh("near"), draft.random.randint(1, 6)
    draft.line(f"{d} = inf")
    draft.line(f"{d}[source] = 0")
    effect = draft.random.choice([f"{mark}[{v}] = {draft.random.randint(1, 9)}", f"{mark}[{v}] max= outdegree({v}) + 1"])
    draft.open(f"iterate node {v} from source")
    if draft.random.random() < 0.5:
        draft.line(f"var {near} = false")
        draft.line(f"if {d}[{v}] < {bound} {{ {near} = true }}")
        draft.line(f"if {near} {{ {effect} }}")
    else:
        draft.line(f"var {near} = 0")
        draft.line(f"if {d}[{v}] < {bound} {{ {near} max= 2; if {d}[{v}] <= {bound // 2} {{ {near} max= 5 }} }}")
        draft.line(f"if {near} >= {draft.random.randint(1, 5)} {{ {effect} }}")
    draft.line(f"foreach neighbor {w} of {v} {{ if {d}[{w}] min= {d}[{v}] + {draft.random.randint(1, 3)} {{ activate {w} }} }}")
    draft.close()


def bits(draft):
    """Sets of bits that grow, or shrink, along edges, beside questions to them."""
    m, mark, u, v, w = draft.property("int", old=0), draft.property("int", old=0), draft.fresh("v"), draft.fresh("v"), draft.fresh("w")
    grows = draft.random.random() < 0.6
    first = draft.draw.whole(draft.names().without({m}).inside(nodes=[u]), 1)
    draft.line(f"foreach node {u} {{ {m}[{u}] = {first if draft.random.random() < 0.5 else f'abs({first}) % 16'} }}")
    draft.open(f"iterate node {v} from all")
    question = draft.random.choice([f"{m}[{v}] != 0", f"{m}[{v}] == -1"] if grows else [f"{m}[{v}] == 0", f"{m}[{v}] != -1"])
    draft.line(f"if {question} {{ {mark}[{v}] = {draft.random.randint(1, 9)} }}")
    draft.line(f"foreach {draft.random.choice(phases_rounds.DIRECTIONS)} {w} of {v} {{ if {m}[{w}] {'|=' if grows else '&='} {m}[{v}] {{ activate {w} }} }}")
    draft.close()
    if draft.random.random() < 0.5:
        high, few = draft.property("int", old=0), draft.random.randint(0, 15)
        draft.line(f"foreach node {v} {{ foreach neighbor {w} of {v} {{ if {m}[{w}] > {few} {{ {high}[{v}] |= {m}[{w}] }} }} }}")


def zero(draft, names):
    """A zero of one sign or the other."""
    return draft.random.choice([f"({draft.draw.truth(names, 1)} ? 0.0 : -0.0)", f"(0.0 * {draft.draw.small(names, 1)})",
                                f"({draft.draw.truth(names, 1)} ? -0.0 : 0.25 * {draft.draw.small(names, 1)})"])


def zeros(draft):
    """Minima and maxima of zeros of both signs: of elements, of a local value, of the run, with a payload. Quotients show the sign."""
    kind = draft.random.choice(["double", "double", "float"])
    z, sign, v, w = draft.fresh("z"), draft.fresh("z"), draft.fresh("v"), draft.fresh("w")
    draft.results += [f"{z}: node {kind}", f"{sign}: node {kind}"]
    operator, names = draft.random.choice(["min=", "max="]), draft.names()
    draft.line(f"{z} = {draft.random.choice(['0.0', '-0.0', '5.0', '-5.0'])}")
    around, form = f"foreach {draft.random.choice(phases_rounds.DIRECTIONS)} {w} of {v}", draft.random.randint(0, 3)
    offer = zero(draft, names.inside(nodes=[v, w]))
    if form == 0:
        draft.line(f"foreach node {v} {{ {around} {{ {z}[{w}] {operator} {offer} }} }}")
    elif form == 1:
        s = draft.fresh("s")
        draft.line(f"foreach node {v} {{ var {s}: {kind} = {draft.random.choice(['0.0', '-0.0'])}; {around} {{ {s} {operator} {offer} }}; {z}[{v}] = {s} }}")
    elif form == 2:
        g = draft.fresh("g")
        draft.results.append(f"{g}: {kind}")
        draft.line(f"foreach node {v} {{ {g} {operator} {zero(draft, names.inside(nodes=[v]))} }}")
        draft.line(f"foreach node {v} {{ {z}[{v}] = {g} }}")
    else:
        p = draft.fresh("p")
        draft.results.append(f"{p}: node {kind}")
        draft.line(f"foreach node {v} {{ {around} {{ {z}[{w}] {operator} {offer} with {p}[{w}] = 1.0 / {offer} }} }}")
    draft.line(f"foreach node {v} {{ {sign}[{v}] = 1.0 / {z}[{v}] }}")


def huge(draft, names):
    """A number near an end of its type, of either sign; sometimes the end."""
    a, b = draft.random.choices(HUGE, k=2)
    return draft.random.choice([f"({draft.draw.truth(names, 1)} ? {a} : -{b})"] * 4 + [f"({draft.draw.small(names, 1)} * {a})", f"({draft.draw.truth(names, 1)} ? inf : -{b})"])


def ends(draft):
    """Sums, and products, that reach the ends of their type: single values, local ones, and elements of one sign. Those of elements of
    both signs are open."""
    v, w, form = draft.fresh("v"), draft.fresh("w"), draft.random.randint(0, 4)
    around = f"foreach {draft.random.choice(phases_rounds.DIRECTIONS)} {w} of {v}"
    x = draft.fresh("x")
    if form == 0:
        draft.results.append(f"{x}: int")
        return draft.line(f"foreach node {v} {{ {x} {draft.random.choice(['+=', '-='])} {huge(draft, draft.names().inside(nodes=[v]))} }}")
    draft.results.append(f"{x}: node int")
    offer = huge(draft, draft.names().inside(nodes=[v, w]))
    if form == 1:
        s = draft.fresh("s")
        return draft.line(f"foreach node {v} {{ var {s} = 0; {around} {{ {s} += {offer} }}; {x}[{v}] = {s} }}")
    if form == 2:
        rising = draft.random.choice([f"abs({offer})", f"max({offer}, 0)"])
        return draft.line(f"foreach node {v} {{ {around} {{ {x}[{w}] {draft.random.choice(['+=', '-='])} {rising} }} }}")
    if form == 3:
        draft.line(f"{x} = {draft.random.choice(['1', '-1', '3'])}")
        return draft.line(f"foreach node {v} {{ {around} {{ {x}[{w}] *= {offer} }} }}")
    draft.left_open.add(x)
    draft.line(f"foreach node {v} {{ {around} {{ {x}[{w}] += {offer} }} }}")


def ties(draft):
    """Offers that tie, with the node that has made them as the payload, which is open; but it has made such an offer."""
    least, who, ok = draft.property("int", old=0), draft.fresh("who"), draft.property("bool", old=0)
    draft.results.append(f"{who}: node node")
    draft.left_open.add(who)
    v, w, direction = draft.fresh("v"), draft.fresh("w"), draft.random.choice(["neighbor", "inneighbor", "adjacent"])
    names = draft.names().without({least, ok}).inside(nodes=[v, w])
    offer = f"abs({draft.draw.whole(names, 1)}) % {draft.random.randint(1, 3)}"
    draft.line(f"{least} = inf")
    draft.line(f"foreach node {v} {{ foreach {direction} {w} of {v} {{ {least}[{w}] min= {offer} with {who}[{w}] = {v} }} }}")
    asked = f"{who}[{w}] == {v} and {least}[{w}] == {offer}"
    draft.line(f"foreach node {w} {{ foreach {BACK[direction]} {v} of {w} {{ if {asked} {{ {ok}[{w}] = true; break }} }} }}")


def decided(draft):
    """A condition or constant of loops that change what it reads, at the own node."""
    n, c = draft.property("int", old=0.5), draft.property("int", old=0)
    v, w, u, k = draft.fresh("v"), draft.fresh("w"), draft.fresh("w"), draft.fresh("k")
    names = draft.names().without({n, c}).inside(nodes=[v, w])
    towards, bound, kind = draft.random.choice(phases_rounds.DIRECTIONS), draft.random.randint(0, 3), draft.random.randint(0, 3)
    change = draft.random.choice([f"{n}[{v}] = {bound + 1}", f"{n}[{v}] max= {draft.draw.small(names)}"])
    add = f"{c}[{w}] += {draft.random.randint(1, 4)}"
    if kind == 0:
        return draft.line(f"foreach node {v} where {n}[{v}] <= {bound} {{ foreach {towards} {w} of {v} {{ {add}; {change} }} }}")
    draft.open(f"foreach node {v}")
    if kind == 1:
        draft.line(f"if {n}[{v}] <= {bound} {{ foreach {towards} {w} of {v} {{ {add} }} }}")
    elif kind == 2:
        draft.line(f"let {k} = {n}[{v}]")
        draft.line(f"foreach {towards} {w} of {v} {{ if {draft.draw.small(names)} >= {k} {{ {add} }} }}")
    draft.line(f"foreach {towards} {w} of {v} {{ {change} }}")
    if kind == 3:
        draft.line(f"foreach {towards} {w} of {v} where {n}[{v}] > {bound} {{ {add} }}")
    draft.close()


PHASES = [won, decided, decided, won, claimed, several_breaks, nested_breaks, guarded_locals, bits, zeros, zeros, ends, ends, ties]
