"""The premises that near misses weaken, named as the rules speak of them. Each takes a program and yields what was done, and the program
that comes of it."""
import re

from sites import PLACE, REDUCTION, Site, Types, sites

OTHER = {"==": ["!=", "<", "<=", ">", ">="], "!=": ["==", "<"], "<": ["<=", ">", "=="], "<=": ["<", ">="], ">": [">=", "<", "=="], ">=": [">", "<="]}
CHANGES = {"int": ["=", "min=", "max=", "+=", "|=", "&=", "any=", "*="], "bool": ["=", "|=", "&=", "any="], "node": ["=", "min=", "max=", "any="],
           "double": ["=", "min=", "max=", "+=", "any="]}


def same_value(program):
    """What every iteration writes, or offers under a claim or test, is the same: here it follows from one of the nodes around."""
    for site in sites(program):
        if not (change := site.change()):
            continue
        place, operator, value, rest = change
        for node in site.nodes:
            new = site.types.at_node(place, node)
            if new != value:
                yield f"`{place} {operator} {new}` for `{value}`", site.replaced(head=site.head_with(f"{place} {operator} {new}{rest}"))
        if site.edges and site.types.of(place) == "int" and "g" in site.types.kinds:
            yield f"`{place} {operator} g[{site.edges[-1]}]`", site.replaced(head=site.head_with(f"{place} {operator} g[{site.edges[-1]}]{rest}"))


def same_element(program):
    """Each access is at the element that the rule speaks of: here at another node's."""
    for site in sites(program):
        for match in re.finditer(r"(\w+)\[(\w+)\]", site.head) if site.nodes else []:
            for node in site.named:
                if node != match[2] and match[2] in site.named:
                    yield f"`{match[1]}[{node}]` for `{match[0]}`", site.replaced(head=site.head[:match.start()] + f"{match[1]}[{node}]" + site.head[match.end():])


def same_component(program):
    """Of a vector, too: here at another component, or in another node's row."""
    for site in sites(program):
        for match in re.finditer(r"(\w+)\[(\w+), (\w+)\]", site.head) if site.nodes else []:
            others = [f"{match[2]}, {other}" for other in "01"] + [f"{node}, {match[3]}" for node in site.named if match[2] in site.named]
            for other in dict.fromkeys(others):
                if other != f"{match[2]}, {match[3]}":
                    yield f"`{match[1]}[{other}]` for `{match[0]}`", site.replaced(head=site.head[:match.start()] + f"{match[1]}[{other}]" + site.head[match.end():])


def own_place(program):
    """An index is the iteration's own, or differs wherever that does: here it is moved, multiplied, turned around, or named otherwise."""
    symmetric = any("requires symmetric" in one.head for one in program.definitions)
    for site in sites(program):
        for match in re.finditer(r"(\w+)\[([^\[\]]*\b(\w+)\b[^\[\]]*)\]", site.head) if site.nodes or site.indices() else []:
            made = []
            if match[2] in site.edges or re.fullmatch(r"twin\(\w+\)", match[2]):
                made = [f"twin({match[3]})", match[3]] if symmetric else []
            elif match[3] in site.indices():
                index = match[3]
                made = [f"2 * {index}", f"2 * {index} + 1", f"0 * {index}", f"{index} / 2", f"{index} % 2", f"2 - {index}", f"{match[2]} + 1", *(f"{index} * 2 + {one}" for one in site.indices()),
                        *(f"{index} + {one}" for one in site.indices()), *(f"{index} * 1 + {one}" for one in site.indices())]
            for new in dict.fromkeys(made):
                if new != match[2]:
                    yield f"`{match[1]}[{new}]` for `{match[0]}`", site.replaced(head=site.head[:match.start()] + f"{match[1]}[{new}]" + site.head[match.end():])
        if site.declares() or not site.nodes:
            continue
        for match in re.finditer(r"(\w+)\[(\w+)\]", site.head):
            if match[2] not in site.named:
                continue
            named = site.head[:match.start()] + f"{match[1]}[near]" + site.head[match.end():]
            for node in site.nodes:
                yield f"`{match[1]}[near]` by `let near = {node}`", site.inserted(site.at, f"let near = {node}", head=named)
                if node != match[2]:
                    for asked in (f"{match[2]} == {node}", f"{match[2]} == {node} or outdegree({node}) == 1", f"{match[2]} != {node}"):
                        yield f"`{site.head}` where `{asked}`", site.wrapped(f"if {asked}")
            for edge in site.edges:
                for end in (f"source({edge})", f"target({edge})"):
                    yield f"`{match[1]}[{end}]`", site.replaced(head=named.replace("[near]", f"[{end}]"))


def one_reduction(program):
    """All changes of an element are of one kind and in one direction: here one of them is another."""
    for site in sites(program):
        if not (change := site.change()):
            continue
        place, operator, value, rest = change
        for other in CHANGES.get(site.types.of(place), []):
            if other != operator and not ("with" in rest and other not in ("min=", "max=")):
                if other == "=" and site.statement.head.startswith("if "):
                    yield f"`{place} = {value}` for a test", site.with_block([f"{place} = {value}", *site.statement.body])
                elif not (other == "=" and "was(" in site.head):
                    yield f"`{other}` for `{operator}` of `{place}`", site.replaced(head=site.head_with(f"{place} {other} {value}{rest}"))


def second_change(program):
    """No other iteration changes the element in another way: here one more does, before or behind."""
    for site in sites(program):
        if not (change := site.change()) or not site.nodes:
            continue
        place, operator, value, _ = change
        for other in CHANGES.get(site.types.of(place), []):
            for new in dict.fromkeys([site.types.constant(place), site.types.at_node(place, site.nodes[0])]):
                for at in (site.at, site.at + 1):
                    yield f"`{place} {other} {new}` beside `{operator}`", site.inserted(at, f"{place} {other} {new}")


def under_the_guard(program):
    """Effects stand under the claim or test: here one stands before or behind it."""
    for site in sites(program):
        body = site.statement.body
        if body and site.head.startswith("if "):
            for i in range(len(body)):
                for behind in (0, 1):
                    yield f"`{body[i].head}` {'behind' if behind else 'before'} its condition", site.moved_out(i, behind)


def order_of_statements(program):
    """A change comes before the read that it settles: here two neighbors change places."""
    for site in sites(program):
        if site.nodes and site.at + 1 < len(site.block):
            yield f"`{site.head}` behind the next", site.swapped()


def no_else(program):
    """A claim or test has no `else`: here it has one, which others see."""
    for site in sites(program):
        if site.head.startswith("if ") and site.statement.other is None and site.nodes:
            for result, effect in site.seen():
                yield f"`else {{ {effect} }}`", site.replaced(other=[effect], result=result)
            for one in site.statement.body[-1:]:
                if one.body is None and one.head != "break":
                    yield f"`else` with the same, changed", site.replaced(other=[re.sub(r"\b(true|false|\d+|round)$", lambda m: {"true": "false", "false": "true"}.get(m[1], "7"), one.head)])


def once(program):
    """A claim or test does what it does as good as once, for whichever iteration: here it counts, or says which and when."""
    for site in sites(program):
        for result, effect in site.seen(counting=True) if site.nodes else []:
            yield f"`{effect}` besides", site.inserted(site.at, effect, result)
        if site.nodes and site.at == len(site.block) - 1:
            for result, effect in site.seen(counting=True):
                yield f"`{effect}` at the end", site.inserted(site.at + 1, effect, result)


def straight(program):
    """What happens under a claim or test happens for all: here in a serial loop whose bound follows from a node around."""
    for site in sites(program):
        if not site.nodes or site.declares():
            continue
        for node in dict.fromkeys([site.nodes[0], site.nodes[-1]]):
            bound = site.types.at_node("int", node)
            yield f"`{site.head}` in `for` up to `{bound}`", site.wrapped(f"for near in 0..{bound}")
            if site.head != "break":
                yield f"`{site.head}` in `repeat` up to `{bound}`", site.wrapped(f"repeat up to {bound}")
                yield f"`{site.head}` in `while`", site.wrapped("while near > 0", before=[f"var near: int = {bound}"], last=["near -= 1"])


def unconditional(program):
    """Nothing but the element decides whether an effect happens: here a node around does, or a serial `break`."""
    for site in sites(program):
        if not site.nodes or site.declares():
            continue
        for node in dict.fromkeys([site.nodes[0], site.nodes[-1]]):
            asked = f"{site.types.at_node('int', node)} > 1"
            yield f"`{site.head}` where `{asked}`", site.wrapped(f"if {asked}")
            if site.head != "break":
                yield f"`{site.head}` behind a serial `break` where `{asked}`", site.wrapped("for near in 0..1", first=[f"if {asked} {{ break }}"])
        if (condition := site.condition()) and site.statement.body:
            yield f"a serial `break` where `{condition}`", site.rewritten("for near in 0..1", [f"if {condition} {{ break }}", *site.statement.body])


def not_carried(program):
    """No local value carries the answer of a claim, test or stale read to where it counts: here one does."""
    for site in sites(program):
        condition = site.condition()
        if condition and site.nodes and site.statement.body:
            body = site.statement.body
            for flag in ("near", "not near"):
                yield f"`{condition}` by a local value", site.rewritten(None, [
                    "var near = false", (site.head, ["near = true"]), (f"if {flag}", body)])
            yield "by `|=` into a local value", site.rewritten(None, ["var near = false", (site.head, [*body, "near |= true"]), *site.flagged("near")], site.flag_result)
            yield "by a count", site.rewritten(None, ["var near = 0", (site.head, [*body, "near += 1"]), *site.flagged("near > 0")], site.flag_result)
        if condition and not re.search(REDUCTION, condition) and "was(" not in condition and site.nodes:
            for word in ("let", "var"):
                yield f"`{condition}` by a `{word}`", site.inserted(site.at, f"{word} near = {condition}", head=site.head.replace(condition, "near"))
    for site in sites(program):
        if site.loop() and len(site.nodes) > 1:
            inner = [f"if {condition} {{ near = true }}" for condition in site.read_conditions()]
            for one in inner[:2]:
                yield f"`{one}` out of the inner loop", site.carried_out(one)


def stable_answer(program):
    """Before and behind every change the comparison comes out the same: here another operator or number."""
    for site in sites(program):
        if not site.nodes and not site.loop():
            continue
        for match in re.finditer(r" (==|!=|<=|>=|<|>) ", site.head):
            for other in OTHER[match[1]]:
                yield f"`{other}` for `{match[1]}` in `{site.head}`", site.replaced(head=site.head[:match.start()] + f" {other} " + site.head[match.end():])
        for match in re.finditer(r"(?<![\w.\]\[])(\d+|inf|round)(?![\w.\[])", site.head):
            for other in ["1"] if match[1] == "inf" else ["round - 1", "2"] if match[1] == "round" else [str(int(match[1]) + 1), str(max(0, int(match[1]) - 1))]:
                yield f"`{other}` for `{match[1]}` in `{site.head}`", site.replaced(head=site.head[:match.start()] + other + site.head[match.end():])
        if condition := site.condition():
            yield f"`not ({condition})`", site.replaced(head=site.head.replace(condition, f"not ({condition})")) if not re.search(REDUCTION, condition) else site.replaced()


def guarded_change(program):
    """A change stands under a condition: here it does not."""
    for site in sites(program):
        if site.nodes and site.head.startswith("if ") and not re.search(REDUCTION, site.head):
            yield f"no `{site.head}`", site.rewritten(None, site.statement.body)
        if match := re.search(r" where (?!.* after ).*", site.head):
            if " after " not in site.head and site.loop():
                yield f"no `{match[0].strip()}`", site.replaced(head=site.head[:match.start()])
                for node in site.nodes:
                    yield f"or a condition on `{node}`", site.replaced(head=f"{site.head} or outdegree({node}) == 1")
                    yield f"and a condition on `{node}`", site.replaced(head=f"{site.head} and outdegree({node}) == 1")


def activated(program):
    """Who changes a node activates it: here nobody does, or another, or some, or one time more."""
    for site in sites(program):
        if match := re.fullmatch(r"activate (.*)", site.head):
            yield "no `activate`", site.removed()
            for node in site.nodes:
                if node != match[1]:
                    yield f"`activate {node}`", site.replaced(head=f"activate {node}")
        if site.iterates and site.nodes and site.at == 0:
            for node in site.nodes:
                yield f"`activate {node}` besides", site.inserted(0, f"activate {node}")


def dropped(program):
    """Every statement of the claim is there: here one is not."""
    for site in sites(program):
        if site.nodes and site.statement.body is None and len(site.block) > 1 and not site.declares():
            yield f"no `{site.head}`", site.removed()


def monotone_value(program):
    """What a fixed point is made of moves in its direction: here against it."""
    for site in sites(program):
        if change := site.change():
            place, operator, value, rest = change
            name = place.split("[")[0]
            for match in re.finditer(rf"\b{name}\[\w+\]", value):
                for new in (f"10 - {match[0]}", f"{match[0]} * 2", f"({match[0]} == 1 ? 0 : {match[0]})", f"{match[0]} % 3", *factors(site, match[0])):
                    made = value[:match.start()] + new + value[match.end():]
                    yield f"`{made}`", site.replaced(head=site.head_with(f"{place} {operator} {made}{rest}"))


def factors(site, value):
    """The value, times or divided by what keeps its order and what does not."""
    if site.types.of(value) not in ("int", "double"):
        return
    for node in dict.fromkeys([site.nodes[0], site.nodes[-1]]) if site.nodes else []:
        for factor in (f"outdegree({node})", f"(outdegree({node}) - 1)", f"({node} == {site.nodes[0]} ? 1 : 0)", "2"):
            yield f"{value} * {factor}"
            yield f"{value} / {factor}"
    yield f"2 / {value}"


def unread(program):
    """Nobody reads what others change in the loop, unless a rule says so: here a result shows it."""
    for site in sites(program):
        if site.at not in (0, len(site.block) - 1) or not site.nodes:
            continue
        for place, kind in site.written_places():
            for result, effect in site.leaks(place, kind):
                at = 0 if site.at == 0 else site.at + 1
                yield f"`{effect}`", site.inserted(at, effect, result)


def neighbors_unread(program):
    """Of what the loop changes only the own element is read: here those of all neighbors are."""
    for site in sites(program):
        if len(site.nodes) != 1 or site.at not in (0, len(site.block) - 1):
            continue
        for place, kind in site.written_places(node="other"):
            if "[other]" in place:
                asked = place if kind == "bool" else f"{place} != none" if kind == "node" else f"{place} < 3"
                for towards in ("neighbor", "inneighbor"):
                    yield f"`{asked}` of neighbors", site.inserted(0 if site.at == 0 else site.at + 1, f"foreach {towards} other of {site.nodes[0]} {{ if {asked} {{ few += 1 }} }}", "few: long")


def one_break(program):
    """A loop with `break` does one thing, right before it: here another thing too, or it has a `break` at all."""
    for site in sites(program):
        if site.head == "break" and site.nodes:
            for result, effect in site.seen():
                yield f"`{effect}` before the `break`", site.inserted(site.at, effect, result)
        if site.loop() and len(site.nodes) > 1 and site.at == 0:
            pass
        if site.loop() and site.is_inner():
            last = site.inner_node()
            for asked in (f"outdegree({last}) == 1", f"{site.types.at_node('int', last)} > 1"):
                yield f"`break` where `{asked}`, first", site.with_body([f"if {asked} {{ break }}", *site.statement.body])
                yield f"`break` where `{asked}`, last", site.with_body([*site.statement.body, f"if {asked} {{ break }}"])
                for result, effect in site.seen():
                    yield f"`{effect}` and `break` where `{asked}`", site.with_body([f"if {asked} {{ {effect}; break }}", *site.statement.body], result)
            yield "`break` at the end", site.with_body([*site.statement.body, "break"])


def couple(program):
    """A value and its payload change in one step: here one of them alone, or with another payload."""
    for site in sites(program):
        if not (change := site.change()):
            continue
        place, operator, value, rest = change
        if rest:
            payload = re.match(r" with (.*?) = ", rest)[1]
            yield "no payload", site.replaced(head=site.head_with(f"{place} {operator} {value}"))
            for one in (payload, place):
                for node in site.nodes:
                    yield f"`{one}` alone", site.inserted(site.at, f"{one} = {site.types.at_node(one, node)}")
                    yield f"`{one} max=` alone", site.inserted(site.at + 1, f"{one} max= {site.types.at_node(one, node)}")
        elif operator in ("min=", "max=") and "[" in place and "was(" not in site.head:
            index = place.split("[", 1)[1][:-1]
            for node in site.nodes:
                yield f"with the payload `{node}`", site.replaced(head=site.head_with(f"{place} {operator} {value} with who[{index}] = {node}"), result="who: node node")


def old_value(program):
    """The value before a sum is used for one element, and all add the same: here not."""
    for site in sites(program):
        if (change := site.change()) and site.head.startswith("if ") and change[1] in ("|=", "&=") and site.types.of(change[0]) == "bool":
            for turned in ("", "not "):
                yield "the value before of a `bool`", site.replaced(head=f"if {turned}was({change[0]} {change[1]} {change[2]})")
        if match := re.search(rf"was\(({PLACE}) (\+=|-=|min=|max=|=) ([^()]*)\)", site.head):
            for node in site.nodes:
                new = site.types.at_node("int", node)
                yield f"adds `{new}`", site.replaced(head=site.head[:match.start(3)] + new + site.head[match.end(3):])
        elif (change := site.change()) and site.head.startswith("if ") and change[1] in ("+=", "min=", "max=") and not change[3]:
            for asked in ("== 1", "< 2", "== inf"):
                yield f"the value before, `{asked}`", site.replaced(head=f"if was({change[0]} {change[1]} {change[2]}) {asked}")
        elif (change := site.change()) and site.statement.body is None and change[1] != "=" and not change[3] and site.types.of(change[0]) == "int":
            yield "the value before goes into a result", site.replaced(head=f"seen max= was({change[0]} {change[1]} {change[2]})", result="seen: int")
            yield "whether it changes, too", site.rewritten(f"if {site.head}", ["sticky = true"], "sticky: bool")


def ordered(program):
    """`after` says who comes first, in the very words of the condition: here others do."""
    for site in sites(program):
        if match := re.search(r" after (neighbor|inneighbor|adjacent) (\w+)( where .*)?$", site.head):
            yield "no `after`", site.replaced(head=site.head[:match.start()])
            for other in ("neighbor", "inneighbor", "adjacent"):
                if other != match[1]:
                    yield f"`after {other}`", site.replaced(head=site.head.replace(f"after {match[1]}", f"after {other}"))
            condition = f"{match[3]} and" if match[3] else " where"
            yield "fewer come first", site.replaced(head=site.head[:match.start()] + f" after {match[1]} {match[2]}{condition} outdegree({match[2]}) == 1")


def fixed_rounds(program):
    """Where stale values cost rounds, nothing depends on how many there are: here the end does."""
    for site in sites(program):
        if site.head.startswith("iterate ") and " until " not in site.head:
            node = re.match(r"iterate (?:node|edge) (\w+)", site.head)[1]
            yield "`until round == 2`", site.replaced(head=f"{site.head} until round == 2")
            for asked in (f"outdegree({node}) == 1", *site.read_conditions(node)):
                yield f"until `{asked}` of some", site.replaced(head=f"{site.head} until stop", body=[f"if {asked} {{ stop = true }}", *site.statement.body], result="stop: bool")


def two_loops(program):
    """What one loop writes, the next one reads: here they are one loop."""
    for site in sites(program):
        if site.head.startswith("foreach ") and not site.nodes and site.at + 1 < len(site.block):
            following = site.block[site.at + 1]
            if following.head == site.head:
                yield "two loops become one", site.joined()


def other_property(program):
    """What is read is not what is written: here it is."""
    for site in sites(program):
        if site.nodes:
            for match in re.finditer(r"\b(\w+)\[", site.head):
                for other in site.types.like(match[1]):
                    yield f"`{other}` for `{match[1]}`", site.replaced(head=site.head[:match.start()] + other + site.head[match.end() - 1:])


def believed(program):
    """`latest` is asked for: here it is not."""
    for site in sites(program):
        if "latest " in site.head:
            yield "no `latest`", site.replaced(head=site.head.replace("latest ", "", 1))


PREMISES = [same_value, same_element, same_component, own_place, one_reduction, second_change, under_the_guard, order_of_statements, no_else, once, straight, unconditional,
            not_carried, stable_answer, guarded_change, activated, dropped, monotone_value, unread, neighbors_unread, one_break, couple, old_value,
            ordered, fixed_rounds, two_loops, other_property, believed]
