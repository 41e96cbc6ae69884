"""The ways in which a program is made wrong: each yields (what was done, text of the mutant).
They work on the text, line by line as the examples are laid out, and know nothing of what the checker proves."""
import re

REDUCTION = r"(min=|max=|any=|\+=|-=|\*=|\|=|&=)"
PLACE = r"[a-z_]\w*(?:\[[^\[\]]*(?:\[[^\[\]]*\])?[^\[\]]*\])?"
LOOP = re.compile(r"foreach (?:node|neighbor|inneighbor|adjacent|edge)|iterate node")


def replaced(text, start, end, new):
    return text[:start] + new + text[end:]


def body_start(text):
    return text.index("{", text.index("algorithm"))


def loops(text):
    """Each parallel loop: where its body begins and ends, and the nodes named up to it, outermost first."""
    found, stack, names, at = [], [], [], body_start(text) + 1
    pending = None
    for match in re.finditer(r"(?:foreach (?:node|neighbor|inneighbor|adjacent) (\w+)|foreach edge (\w+) -> (\w+)|"
                             r"iterate node (\w+))|(\{(?!\w+, \w+\}))|((?<!\w)\})", text[at:]):
        if match[5] is None and match[6] is None:
            pending = [name for name in match.groups()[:4] if name]
        elif match[5]:
            stack.append((at + match.end(), len(names), pending is not None))
            names += pending or []
            pending = None
        elif stack:
            start, count, loop = stack.pop()
            if names:
                found.append((start, at + match.start(), list(names), loop))
            names = names[:count]
    return sorted(found)


def parallel_part(text):
    """Positions between the first parallel loop and the end."""
    blocks = loops(text)
    return min((start for start, *_ in blocks), default=len(text)), max((end for _, end, *_ in blocks), default=0)


def names_at(text, position):
    inside = [names for start, end, names, _ in loops(text) if start <= position < end]
    return max(inside, key=len, default=[])


def properties(text):
    """Names and types of the node properties that the program writes."""
    declared = re.findall(r"(\w+): node (bool|int|long|float|double|number|node)\b", text)
    return [(name, kind) for name, kind in declared if re.search(rf"\b{name}(\[|\s+(=|min=))", text[body_start(text):])]


def with_result(text, declaration):
    """One more result, to which a mutant lets what should not be seen flow."""
    start = text.index("algorithm ")  # functions stand before it, and have one result only
    return text[:start] + re.sub(r"(-> [^{]*?)(\s*(?:requires [^{]*)?)\{", rf"\1, {declaration} \2{{", text[start:], count=1, flags=re.S)


def plain_store(text):
    first, last = parallel_part(text)
    for m in re.finditer(rf"if ({PLACE}) {REDUCTION} ([^{{]*?) \{{", text):
        if first <= m.start() < last:
            yield f"`{m[1]} {m[2]}` under `if` becomes a plain store", replaced(text, *m.span(), f"if true {{ {m[1]} = {m[3]};")
    for m in re.finditer(rf"(?<!if )({PLACE}) {REDUCTION} ", text):
        if first <= m.start() < last and not re.search(r"if $", text[:m.start()]):
            yield f"`{m[1]} {m[2]}` becomes a plain store", replaced(text, *m.span(), f"{m[1]} = ")
    for m in re.finditer(rf"if ({PLACE}) min= ([^{{]*?) \{{", text):
        yield f"compare, then assign `{m[1]}`", replaced(text, *m.span(), f"if {m[2]} < {m[1]} {{ {m[1]} = {m[2]};")


def other_index(text):
    first, last = parallel_part(text)
    for m in re.finditer(r"(\w+)\[(\w+)\]", text):
        for name in names_at(text, m.start()) if first <= m.start() < last else []:
            if name != m[2]:
                yield f"`{m[0]}` becomes `{m[1]}[{name}]`", replaced(text, *m.span(), f"{m[1]}[{name}]")


def dropped_guard(text):
    for m in re.finditer(r" where ([^{]*?) \{", text):
        yield f"`where {m[1]}` is dropped", replaced(text, *m.span(), " {")
        yield f"`where {m[1]}` is negated", replaced(text, *m.span(), f" where not ({m[1]}) {{")
        for outer in names_at(text, m.start()):
            yield f"`where {m[1]}` or a condition on `{outer}`", replaced(text, *m.span(), f" where {m[1]} or outdegree({outer}) == 1 {{")


def second_reduction(text):
    first, last = parallel_part(text)
    for m in re.finditer(rf"({PLACE}) (min=|max=|any=|\+=|-=|\*=|\|=|&=|=)(?!=) ", text):
        kind = dict(properties(text)).get(m[1].split("[")[0], "int")
        others = ["any="] + (["|=", "&="] if kind == "bool" else ["min=", "max="] if kind == "node" else ["min=", "max=", "+=", "*="])
        value = {"bool": "true", "node": (names_at(text, m.start()) or ["none"])[0]}.get(kind, "2")
        end = next((e for s, e, *_ in loops(text) if s <= m.start() < e), None)
        if not first <= m.start() < last or end is None:
            continue
        closing = min(e for s, e, *_ in loops(text) if s <= m.start() < e)
        for other in others:
            if other != m[2] and not (other == "+=" and m[2] == "-="):
                yield f"`{m[1]} {other}` beside `{m[2]}`", text[:closing] + f"; {m[1]} {other} {value}\n" + text[closing:]


NUMBER = [("leaked: {type}", "leaked += {read}"), ("leak: node {type}", "leak[{own}] = {read}"), ("leak: node {type}", "leak[{own}] max= {read}"),
          ("leaked: long", "if {read} < 3 {{ leaked += 1 }}"), ("sticky: bool", "if {read} == 2 {{ sticky = true }}")]
LEAKS = {  # by the type of what is read: a new result, and a statement by which it flows there
    "int": NUMBER,
    "bool": [("leaked: long", "if {read} {{ leaked += 1 }}"), ("leak: node bool", "leak[{own}] = {read}"), ("sticky: bool", "if not {read} {{ sticky = true }}")],
    "node": [("leak: node node", "leak[{own}] = {read}"), ("leaked: node", "leaked min= {read}"), ("leaked: long", "leaked += outdegree({read})")],
}


def shared_places(text):
    """What a program updates, as templates of a place at a node, and what may be added to a number."""
    for name, kind in properties(text):
        yield name + "[{node}]", kind
    for name, kind in re.findall(r"(\w+): (int|long|double|bool)\b", text[text.index("->"):body_start(text)]):
        yield name, kind
    for name, kind in re.findall(r"(\w+): \[[^\]]*\] (int|long|double)", text[:body_start(text)]):
        yield name + "[outdegree({node})]", kind
    for name in re.findall(r"var (\w+) = 0\.0", text):
        yield name, "double"


def leaked_read(text):
    for start, end, names, _ in loops(text):
        for place, kind in shared_places(text):
            for node in dict.fromkeys([names[0], names[-1]]):
                read = place.format(node=node)
                if place in text[:start] and not re.search(rf"\b{place.split('[')[0]}\b", text[start - 200:]):
                    continue
                for declaration, statement in LEAKS.get(kind, LEAKS["int"]):
                    made = statement.format(read=read, own=names[-1])
                    result = declaration.format(type="double" if kind == "number" else kind)
                    for at, where in ((start, "first"), (end, "last")):
                        yield f"`{made}` stands {where} in a block", with_result(replaced(text, at, at, f"\n{made}\n"), result)


def second_write(text):
    """A plain store beside the updates of a place, by everyone and of values that differ."""
    for start, end, names, _ in loops(text):
        for place, kind in shared_places(text):
            if place.split("[")[0] not in text[start:end]:
                continue
            made = [place.format(node=names[-1])]
            if "outdegree" in place:
                made += [place.format(node=names[-1]).replace("outdegree", "indegree"), place.split("[")[0] + "[0]", place.split("[")[0] + "[1]", place.split("[")[0] + "[max_indegree]"]
            for one in made:
                value = {"bool": ["true"], "node": [names[0]]}.get(kind, [f"outdegree({names[0]})", f"{one} + 1", "1"])
                for new in value:
                    for at in (start, end):
                        yield f"`{one} = {new}` in a block", replaced(text, at, at, f"\n{one} = {new}\n")


def leaked_identity(text):
    """Which iteration is here, how often, and when."""
    for start, end, names, _ in loops(text):
        made = [("leaked: long", "leaked += 1"), ("who: node", f"who = {names[0]}"), ("owner: node node", f"owner[{names[-1]}] = {names[0]}"),
                ("owner: node node", f"owner[{names[0]}] = {names[-1]}"), ("when: node int", f"when[{names[-1]}] = round"),
                ("when: int", "when max= round"), ("owner: node node", f"owner[{names[-1]}] any= {names[0]}")]
        for declaration, statement in made:
            for at in (start, end):
                yield f"`{statement}` in a block", with_result(replaced(text, at, at, f"\n{statement}\n"), declaration)
    for name, kind in properties(text):
        for start, end, names, _ in loops(text):
            if kind == "node":
                yield f"`{name}` jumps in place", text[:end] + f"\n{name}[{names[0]}] = {name}[{name}[{names[0]}]]\n" + text[end:]


def changed_activation(text):
    for m in re.finditer(r"activate (\w+)", text):
        yield "`activate` is dropped", replaced(text, *m.span(), "")
        for name in names_at(text, m.start()):
            if name != m[1]:
                yield f"`activate {name}` for `activate {m[1]}`", replaced(text, *m.span(), f"activate {name}")
    for start, end, names, _ in loops(text):
        if "iterate" in text:
            for name in names:
                yield f"`activate {name}` more", text[:end] + f"\nactivate {name}\n" + text[end:]


def changed_value(text):
    first, last = parallel_part(text)
    for m in re.finditer(rf"({PLACE}) (=|min=|max=|any=|\|=|\+=) ([^;{{}}\n]+?)(?= *[;{{}}\n])", text):
        if not first <= m.start() < last:
            continue
        kind = dict(properties(text)).get(m[1].split("[")[0], "int")
        for node in names_at(text, m.start()):
            own = m[1] if "[" not in m[1] else re.sub(r"\[.*", f"[{node}]", m[1])
            new = {"bool": f"outdegree({node}) == 1", "node": node}.get(kind, f"10 - {own}")
            yield f"`{m[1]} {m[2]} {new}` for `{m[3]}`", replaced(text, *m.span(), f"{m[1]} {m[2]} {new}")
            if kind not in ("bool", "node"):
                yield f"`{m[1]} {m[2]} outdegree({node})`", replaced(text, *m.span(), f"{m[1]} {m[2]} outdegree({node})")
                yield f"`{m[1]} {m[2]} {own} + 1`", replaced(text, *m.span(), f"{m[1]} {m[2]} {own} + 1")


def added_else(text):
    for m in re.finditer(r"if [^{}\n]*\{[^{}]*\}(?! else)", text):
        for declaration, statement in (("missed: long", "missed += 1"), ("failed: bool", "failed = true")):
            names = names_at(text, m.start())
            if names:
                yield f"`else {{ {statement} }}`", with_result(text[:m.end()] + f" else {{ {statement} }}" + text[m.end():], declaration)


def added_break(text):
    for start, end, names, loop in loops(text):
        if loop and len(names) > 1:
            yield "`break` at the end", text[:end] + "\nbreak\n" + text[end:]
            yield "`break` at some neighbor", text[:start] + f"\nif outdegree({names[-1]}) == 1 {{ break }}\n" + text[start:]


def merged_loops(text):
    """Two loops after each other become one: what lay between them was the barrier."""
    for m in re.finditer(r"\}\s*foreach node v \{", text):
        yield "two loops become one", replaced(text, *m.span(), "\n")
    for m in re.finditer(r"\}\s*var \w+ = 0\.0\s*foreach node v \{", text):
        var = re.search(r"var \w+ = 0\.0", m[0])[0]
        text2 = replaced(text, *m.span(), "\n")
        yield "two loops with a sum become one", text2.replace("repeat {", "repeat {\n" + var, 1)


def in_place(text):
    """One property takes the part of another: what was read from a copy is read from what is written."""
    names = [name for name, kind in properties(text)]
    for name, kind in properties(text):
        for other in names:
            if other != name and dict(properties(text))[other] == kind:
                for m in re.finditer(rf"\b{name}\[", text):
                    if parallel_part(text)[0] <= m.start():
                        yield f"`{other}` for `{name}`", replaced(text, m.start(), m.end() - 1, other)


def changed_order(text):
    """Who comes first is forgotten, or is somebody else."""
    for m in re.finditer(r" after (neighbor|inneighbor|adjacent) (\w+)( where [^{]*?)? \{", text):
        yield "`after` is dropped", replaced(text, *m.span(), " {")
        for kind in (one for one in ("neighbor", "inneighbor", "adjacent") if one != m[1]):
            yield f"`after {kind}` for `after {m[1]}`", replaced(text, m.start(1), m.end(1), kind)
        where = f"{m[3]} and" if m[3] else " where"
        yield "fewer come first", replaced(text, *m.span(), f" after {m[1]} {m[2]}{where} outdegree({m[2]}) == 1 {{")


def neighbors_read(text):
    """What the loop writes is read at all neighbors, too."""
    written = [(name, kind) for name, kind in properties(text) if kind in ("int", "double", "number", "bool")]
    for start, end, names, loop in loops(text):
        for name, kind in written if loop and len(names) == 1 else []:
            if not re.search(rf"\b{name}\[", text[start:end]):
                continue
            condition = f"{name}[other]" if kind == "bool" else f"{name}[other] < 3"
            made = f"foreach neighbor other of {names[0]} {{ if {condition} {{ few += 1 }} }}"
            for at, where in ((start, "first"), (end, "last")):
                yield f"`{condition}` of all neighbors stands {where}", with_result(replaced(text, at, at, f"\n{made}\n"), "few: long")


def ended_early(text):
    for m in re.finditer(r"(iterate node \w+ from [^{\n]+?)( until \w+)? \{\n", text):
        for condition in ("round == 2", "stop"):
            result = with_result(replaced(text, *m.span(), f"{m[1]} until {condition} {{\nif outdegree(v) == 1 {{ stop = true }}\n"), "stop: bool")
            yield f"`until {condition}`", result


ALL = [plain_store, other_index, dropped_guard, second_reduction, leaked_read, second_write, leaked_identity, changed_activation, changed_value,
       added_else, added_break, merged_loops, in_place, changed_order, neighbors_read, ended_early]


def mutants(text):
    """All mutants of a program, each text once: (operator, what was done, text)."""
    seen = {re.sub(r"\s+", " ", text)}
    for operator in ALL:
        for what, made in operator(text):
            key = re.sub(r"\s+", " ", made)
            if key not in seen:
                seen.add(key)
                yield operator.__name__, what, made
