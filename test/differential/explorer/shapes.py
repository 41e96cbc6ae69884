"""The statements of the small grammar: each as a rule of the race check wants it, and ways to disturb them."""
from tree import Statement

INSIDE = ["neighbor", "neighbor", "neighbor", "inneighbor", "adjacent"]


class Shapes:
    """Part of the Grammar: draws statements. Each takes the context and gives a list of them."""

    # Regions.

    def node_region(self):
        from grammar import Context
        context = Context(["v"])
        where = f" where {self.condition(context)}" if self.chance(0.2) else ""
        return [Statement(f"foreach node v{where}", self.node_body(context))]

    def rounds_region(self):
        from grammar import Context
        context = Context(["v"], rounds=True, iterates=True)
        where = f" where {self.condition(context, wild=0.4)}" if self.chance(0.2) else ""
        until = f" until {self.random.choice(['d', 'd', 'round == 2', 'c == 1' if self.singles['c'] == 'int' else 'd'])}" if self.chance(0.12) else ""
        begin = self.random.choice(["s", "all", "all", "{u in all where y[u]}"])
        return [Statement(f"iterate node v from {begin}{where}{until}", self.node_body(context))]

    def relax_region(self):
        """A fixed point of a reduction that activates, and what else is done at its nodes."""
        from grammar import Context
        kind = self.random.choice([one for one in ("int", "int", "int", "bool", "double", "node", "long") if one not in self.without])
        self.properties["p"] = kind
        operator = "|=" if kind == "bool" else self.random.choice(["min=", "min=", "max="]) if kind != "int" else self.random.choice(["min=", "min=", "max=", "|="])
        self.starts["p"] = {"min=": "inf", "max=": "0" if kind in ("int", "long", "double") else "none", "|=": "0" if kind == "int" else "false"}[operator]
        if kind == "node":
            self.starts["p"] = ""
        context = Context(["v"], rounds=True, iterates=True)
        inner = context.inside("w", "e")
        step = {"int": ["+ 1", "+ g[e]", "+ x[v]", ""], "long": ["+ 1", "+ g[e]"], "double": ["+ 1.0", ""], "node": [""], "bool": [""]}[kind]
        value = f"p[v] {self.random.choice(step)}".strip() if operator == "min=" else "p[v]" if kind != "int" or self.chance(0.4) else "p[v] - 1"
        if operator == "|=":
            value = "p[v]"
        payload = f" with q[w] = {self.offered(self.properties['q'], inner, 'w')}" if self.chance(0.12) and operator != "|=" else ""
        effects = [Statement("activate w")] + (self.effects(inner, "w", once=False) if self.chance(0.3) else [])
        body = [Statement("foreach neighbor w of v via e", [Statement(f"if p[w] {operator} {value}{payload}", effects)])]
        if self.chance(0.6):
            towards = {"min=": ["<", "<="], "max=": [">", ">="], "|=": ["=="]}[operator]
            asked = "p[v]" if kind == "bool" else f"p[v] {self.random.choice(towards + ['=='] * self.chance(0.1))} {self.uniform(kind, Context(['v']))}"
            extra = Statement(f"if {asked}", self.effects(context, "v", once=False))
            body.insert(self.random.choice([0, len(body)]), extra)
        first = self.random.choice(["0", "1", "k"]) if kind in ("int", "long") else "0.0" if kind == "double" else "true"
        self.sources = {} if kind == "node" else {"p": first}
        before = [] if kind != "node" else [Statement("foreach node v", [Statement("p[v] = v")])]
        return [*before, Statement(f"iterate node v from {'s' if kind != 'node' else 'all'}", body)]

    def bits_region(self):
        """A fixed point of sets of bits, with masks of what is read, and questions to them."""
        from grammar import Context
        self.properties["p"] = "bits"
        grows = self.chance(0.6)
        self.starts["p"], self.sources = ("0", {"p": "3"}) if grows else ("~bits(0)", {"p": "6"})
        context = Context(["v"], rounds=True, iterates=True)
        inner = context.inside("w", "e")
        value = self.masked("p[v]", self.random.choice(["m[v]", "m[w]", "5"])) if self.chance(0.7) else "p[v]"
        effects = [Statement("activate w")] + (self.effects(inner, "w", once=False) if self.chance(0.2) else [])
        body = [Statement("foreach neighbor w of v via e", [Statement(f"if p[w] {'|=' if grows else '&='} {value}", effects)])]
        if self.chance(0.7):
            test = self.random.choice(["p[v]", self.masked("p[v]", "m[v]"), "p[v] & 2"])
            asked = f"popcount({test}) {self.random.choice(['>', '<', '>=', '<=', '=='])} {self.random.choice('123')}" if self.chance(0.4) else \
                f"{test} {self.random.choice(['==', '!='])} {self.random.choice('0002')}"
            offer = f"c {self.random.choice(['max=', 'min='])} popcount({test})" if self.singles["c"] == "int" else f"q[v] {self.random.choice(['|=', '&='])} {test}"
            fits = self.singles["c"] == "int" or self.properties["q"] == "bits"
            extra = Statement(offer) if fits and self.chance(0.5) else Statement(f"if {asked}", self.effects(context, "v", once=False))
            body.insert(self.random.choice([0, len(body)]), extra)
        return [Statement(f"iterate node v from {self.random.choice(['s', 'all'])}", body)]

    def edge_region(self):
        from grammar import Context
        context = Context(["v", "w"], ["e"])
        where = f" where {self.condition(context, wild=0.3)}" if self.chance(0.25) else ""
        return [Statement(f"foreach edge v -> w via e{where}", self.statements(context, 2))]

    def order_region(self):
        from grammar import Context
        kind = self.properties["p"]
        towards = self.random.choice(["neighbor", "inneighbor", "adjacent"])
        before = self.random.choice(["x[{w}] < x[v]", "(x[{w}], {w}) < (x[v], v)", "{w} < v", "x[{w}] == x[v] + 1"])
        context = Context(["v"], order=before)
        inner = context.inside("w")
        condition = before.format(w="w")
        if self.chance(0.15):
            condition = self.random.choice([f"{condition} and y[w]", self.condition(inner, "w"), f"{condition} or y[w]"])
        operator = self.pick({one: weight for one, weight in self.reductions(kind).items() if one != "any="})
        body = [Statement(f"foreach {towards if self.chance(0.85) else 'neighbor'} w of v where {condition}",
                          [Statement(f"p[v] {operator} {self.random.choice(['p[w]', self.value(kind, inner, 'w')])}"), *(self.effects(inner, "w") if self.chance(0.2) else [])])]
        if self.chance(0.6):
            body.insert(self.random.choice([0, 0, 1]), Statement(f"p[v] = {self.value(kind, context)}"))
        return [Statement(f"foreach node v after {towards} w where {before.format(w='w')}", body)]

    # Bodies.

    def node_body(self, context):
        count = self.random.choice([1, 1, 1, 2, 2, 3])
        body = []
        for _ in range(count):
            form = self.pick({"loop": 8, "own": 2, "local": 2, "break": 0 if "break" in self.without else 1.5, "stable": 1.5, "straight": 1, "range": 0.7, "tally": 0.3})
            if form == "loop":
                body.append(self.neighbor_loop(context))
            elif form == "own":
                body += self.own(context)
            elif form == "local":
                body += self.local_sum(context)
            elif form == "break":
                body += self.break_loop(context)
            elif form == "stable":
                body += self.stable(context)
            elif form == "range":
                body.append(self.range_loop(context))
            elif form == "tally":
                body += self.tally(context)
            else:
                body += self.statements(context, 1)
        return body

    def neighbor_head(self, context, of=None):
        """The head of a loop over neighbors, and what may be named in it."""
        node = "w" if "w" not in context.nodes else self.fresh("u")
        towards = self.random.choice(INSIDE)
        edge = None if towards == "adjacent" else ("e" if "e" not in context.edges else self.fresh("e")) if self.chance(0.4) else None
        inner = context.inside(node, edge)
        where = f" where {self.condition(inner, node)}" if self.chance(0.15) else ""
        return f"foreach {towards} {node} of {of or context.last}{f' via {edge}' if edge else ''}{where}", inner

    def neighbor_loop(self, context):
        head, inner = self.neighbor_head(context)
        if len(inner.nodes) < 3 and self.chance(0.08):
            return Statement(head, [self.neighbor_loop(inner)])
        if " where " not in head and self.chance(0.25):
            name, kind = self.property()
            test, effects = self.claim(inner, name, kind, inner.last)
            return Statement(f"{head} where {test}", effects)
        return Statement(head, self.statements(inner, self.random.choice([1, 1, 2])))

    def range_loop(self, context):
        index = self.fresh("i")
        inner = context.inside(index=index)
        bound = self.random.choice(["2", "k", f"outdegree({context.own})", f"x[{context.own}]"])
        return Statement(f"foreach {index} in 0..{bound}", self.statements(inner, 1))

    def statements(self, context, count):
        made = []
        for _ in range(count):
            form = self.pick({self.claim_statement: 3, self.tested: 4, self.old: 2, self.settled: 1.5, self.reduce: 4, self.plain: 2, self.payload: 1,
                              self.any: 1, self.guarded: 1.5, self.activation: 1 if context.iterates else 0, self.exchange: 0.3, self.latest: 0.2})
            made += form(context)
        return made

    def property(self):
        return self.random.choice(list(self.properties.items()))

    def reductions(self, kind):
        from grammar import REDUCTIONS
        return REDUCTIONS[kind]

    def claim(self, context, name, kind, node):
        """The condition of a claim, and what stands under it."""
        before = self.uniform(kind, context)
        if kind in ("int", "long") and self.chance(0.6):
            before = self.starts.setdefault(name, "inf")
        operator = self.random.choice(["==", "==", "==", "!=", "<", ">"])
        test = f"{name}[{node}] {operator} {before}" if kind != "bool" else f"{'not ' * self.chance(0.7)}{name}[{node}]"
        if kind == "bool":
            after = self.random.choice(["true", "true", "false"])
        else:
            after = self.value(kind, context, node, 0.05)
        write = Statement(f"{name}[{node}] {'=' if self.chance(0.85) else 'any='} {after}")
        if self.chance(0.15):
            test += f" and {self.condition(context, node)}"
        effects = [write] + (self.effects(context, node, once=False) if self.chance(0.75) else [])
        if self.chance(0.15):
            self.random.shuffle(effects)
        return test, effects

    def claim_statement(self, context):
        name, kind = self.property()
        test, effects = self.claim(context, name, kind, context.last)
        return [Statement(f"if {test}", effects)]

    def tested(self, context):
        name, kind = self.property()
        node = context.last if self.chance(0.85) else context.own
        operator = self.pick(self.reductions(kind))
        return [Statement(f"if {name}[{node}] {operator} {self.offered(kind, context, node)}", self.effects(context, node, once=False))]

    def old(self, context):
        name, kind = next(((one, kind) for one, kind in self.properties.items() if kind in ("int", "long")), ("p", None))
        if kind is None:
            return self.tested(context)
        amount = self.random.choice(["1", "1", "1", "2", "k", self.value("int", context)])
        node = context.last
        asked = self.random.choice([self.uniform("int", context), self.at_node("int", node), self.value("int", context, node)])
        operator = self.random.choice(["+=", "+=", "+=", "-=", "min=", "max=", "|="])
        condition = f"was({name}[{node}] {operator} {amount}) {self.random.choice(['==', '==', '==', '<', '>='])} {asked}"
        if self.chance(0.3):
            value = self.fresh("o")
            return [Statement(f"let {value} = was({name}[{node}] {operator} {amount})"), Statement(f"if {value} == {asked}", self.effects(context, node))]
        return [Statement(f"if {condition}", self.effects(context, node))]

    def settled(self, context):
        name, kind = self.property()
        node = context.last
        operator = self.pick({one: weight for one, weight in self.reductions(kind).items() if one in ("min=", "max=", "|=", "&=")})
        value = self.value(kind, context, node, 0.05)
        asked = f"{name}[{node}]" if kind == "bool" else f"{name}[{node}] {self.random.choice(['==', '==', '<', '!='])} {value if self.chance(0.7) else self.uniform(kind, context)}"
        both = [Statement(f"{name}[{node}] {operator} {value}"), Statement(f"if {asked}", self.effects(context, node))]
        return both if self.chance(0.9) else both[::-1]

    def stable(self, context):
        """A read whose answer no change turns, of an element of this node, beside changes of its neighbors."""
        name, kind = self.property()
        head, inner = self.neighbor_head(context)
        after = self.uniform(kind, context)
        operator = self.pick(self.reductions(kind) | {"=": 4})
        change = [Statement(f"{name}[{inner.last}] {operator} {after}")]
        if operator == "=":
            test = f"{name}[{inner.last}] == {self.starts.setdefault(name, self.uniform(kind, context))}" if kind != "bool" else f"not {name}[{inner.last}]"
            change = [Statement(f"if {test}", change)]
        asked = f"{name}[{context.own}] {self.random.choice(['==', '==', '<', '>', '!='])} {self.uniform(kind, context)}" if kind != "bool" else f"{name}[{context.own}]"
        reader = Statement(f"if {asked}", self.effects(context, context.own), self.effects(context, context.own) if self.chance(0.3) else None)
        loop = Statement(head, change)
        if self.chance(0.3):
            return [Statement(f"if {asked}", [loop, *self.effects(context, context.own)])]
        return [reader, loop] if self.chance(0.5) else [loop, reader]

    def reduce(self, context):
        name, kind = self.random.choice([*self.properties.items(), *self.singles.items()])
        place = name if name in self.singles else f"{name}[{self.random.choice([context.last, context.last, context.own])}]"
        return [Statement(f"{place} {self.pick(self.reductions(kind))} {self.offered(kind, context, context.last)}")]

    def plain(self, context):
        name, kind = self.random.choice([*self.properties.items(), *self.singles.items()])
        if name in self.singles:
            return [Statement(f"{name} = {self.uniform(kind, context)}")]
        node = self.random.choice([context.own, context.own, context.last])
        return [Statement(f"{name}[{node}] = {self.value(kind, context, node, 0.2)}")]

    def payload(self, context):
        kind = self.properties["p"]
        if kind == "bool":
            return self.reduce(context)
        node = context.last
        update = f"p[{node}] {self.random.choice(['min=', 'max='])} {self.offered(kind, context, node)} with q[{node}] = {self.offered(self.properties['q'], context, node)}"
        if self.chance(0.5):
            return [Statement(update)]
        return [Statement(f"if {update}", self.effects(context, node, once=False))]

    def any(self, context):
        name, kind = self.property()
        return [Statement(f"{name}[{context.last}] any= {self.offered(kind, context, context.last)}")]

    def guarded(self, context):
        return [Statement(f"if {self.condition(context)}", self.statements(context, 1), self.statements(context, 1) if self.chance(0.25) else None)]

    def activation(self, context):
        return [Statement(f"if round < {self.random.choice('23')}", [Statement(f"activate {context.last}")])]

    def exchange(self, context):
        name, kind = self.property()
        if kind not in ("int", "long", "double"):
            return self.reduce(context)
        taken = self.fresh("o")
        context.locals[taken] = kind
        return [Statement(f"let {taken} = was({name}[{context.own}] = {self.random.choice(['0', '0', '1'])})"), *self.reduce(context)]

    def latest(self, context):
        name, kind = self.property()
        asked = f"latest {name}[{context.own}]" if kind == "bool" else f"latest {name}[{context.own}] == {self.uniform(kind, context)}"
        return [Statement(f"if {asked}", self.effects(context, context.last))]

    def sums(self, context):
        """A tally of sums, read by its keys and at some of them."""
        t, k, (head, inner) = self.fresh("t"), self.fresh("k"), self.neighbor_head(context)
        key = self.value("int", inner)
        most = self.fresh("most")
        name, kind = self.property()
        keys = [Statement(f"{most} max= ({t}[{k}], {k})")]
        asked = self.random.choice([f"second({most})", f"int({t}[{self.uniform('int', context)}])", f"int({t}[second({most})] - 1)"])
        last = Statement(f"{name}[{context.own}] = {asked}") if kind in ("int", "long") else Statement(f"if {asked} == 1", self.effects(context, context.own))
        where = f" where {t}[{k}] != {self.random.choice([0, 1, 2])}" if self.chance(0.4) else ""
        return [Statement(f"var {t}: tally long"), Statement(head, [Statement(f"{t}[{key}] += {self.random.choice([1, 1, 2, -1])}")]),
                Statement(f"var {most}: (long, int) = (-9, 0)"), Statement(f"foreach key {k} in {t}{where}", keys), last]

    def tally(self, context):
        if self.chance(0.5):
            return self.sums(context)
        t, (head, inner) = self.fresh("t"), self.neighbor_head(context)
        key = self.value("int", inner)
        name, kind = self.property()
        asked = f"most({t}, 7)" if self.chance(0.6) else f"absent({t})"
        target = f"{name}[{context.own}] = {asked}" if kind in ("int", "long") else f"if {asked} == 1"
        last = Statement(target) if kind in ("int", "long") else Statement(target, self.effects(context, context.own))
        return [Statement(f"var {t}: tally"), Statement(head, [Statement(f"{t}[{key}] += 1")]), last]

    # What follows.

    def effects(self, context, node, once=True):
        return [one for _ in range(self.random.choice([1, 1, 1, 2])) for one in self.effect(context, node, once)]

    def effect(self, context, node, once):
        weights = {"same": 5, "single": 4, "activate": 5 if context.iterates else 0, "counted": 3 if once else 0.4, "any": 1, "local": 0.6, "if": 1.2, "serial": 1, "else": 0.4}
        form = self.pick(weights)
        name, kind = self.property()
        if form == "same":
            operator = self.pick({one: weight for one, weight in self.reductions(kind).items() if one in ("min=", "max=", "|=", "&=")} | {"=": 5})
            return [Statement(f"{name}[{node}] {operator} {self.value(kind, context, node, 0.08)}")]
        if form == "single":
            name, kind = self.random.choice(list(self.singles.items()))
            operator = self.pick({one: weight for one, weight in self.reductions(kind).items() if one in ("min=", "max=", "|=", "&=")} | {"=": 5})
            return [Statement(f"{name} {operator} {self.value(kind, context, node, 0.08)}")]
        if form == "activate":
            return [Statement(f"activate {node}")]
        if form == "counted":
            name, kind = self.random.choice([*self.properties.items(), *self.singles.items()])
            operator = self.pick(self.reductions(kind))
            return [Statement(f"{name if name in self.singles else f'{name}[{node}]'} {operator} {self.value(kind, context, node, 0.08)}")]
        if form == "any":
            return [Statement(f"{name}[{node}] any= {self.offered(kind, context, node)}")]
        if form == "local":
            local = self.fresh("t")
            inner = context.inside()
            inner.locals[local] = kind
            return [Statement(f"{self.random.choice(['let', 'var'])} {local}: {kind} = {self.value(kind, context, node)}"), *self.effect(inner, node, once)]
        if form == "if":
            return [Statement(f"if {self.condition(context, node, 0.08)}", self.effect(context, node, once))]
        if form == "else":
            return [Statement(f"if {self.condition(context, node, 0.08)}", self.effect(context, node, once), self.effect(context, node, once))]
        return self.serial(context, node, self.effect(context, node, once))

    def serial(self, context, node, body):
        """A serial loop around statements."""
        bound = self.random.choice(["1", "2", "k", self.at_node("int", node), self.value("int", context, node, 0.3)])
        form = self.random.random()
        if form < 0.5:
            leave = [Statement(f"if {self.condition(context, node, 0.2)}", [Statement("break")])] if self.chance(0.3) else []
            return [Statement(f"for {self.fresh('i')} in 0..{bound}", [*leave, *body])]
        if form < 0.75:
            left = self.fresh("t")
            return [Statement(f"var {left}: int = min({bound}, 3)"), Statement(f"while {left} > 0", [*body, Statement(f"{left} -= 1")])]
        return [Statement(f"repeat up to {bound}", body)]

    def own(self, context):
        name, kind = self.property()
        value = self.value(kind, context, context.own, 0.25)
        if self.chance(0.3):
            return [Statement(f"{name}[{context.own}] {self.pick(self.reductions(kind))} {value}")]
        return [Statement(f"{name}[{context.own}] = {value}")]

    def local_sum(self, context):
        name, kind = self.property()
        local = self.fresh("t")
        operator = self.pick(self.reductions(kind) | {"=": 0.5})
        head, inner = self.neighbor_head(context)
        start = self.uniform(kind, context)
        inner.locals[local] = kind
        update = Statement(f"{local} {operator} {self.value(kind, inner, None, 0.2)}")
        if self.chance(0.3):
            update = Statement(f"if {self.condition(inner)}", [update])
        if self.chance(0.1):
            update = Statement(f"if {local} {operator} {self.value(kind, inner)}" if operator != "=" else f"if {self.condition(inner)}", self.effects(inner, inner.last))
        after = context.inside()
        after.locals[local] = kind
        use = [Statement(f"{name}[{context.own}] = {local}")] if self.chance(0.6) else self.guarded_by(after, local, kind)
        return [Statement(f"var {local}: {kind} = {start}"), Statement(head, [update]), *use]

    def guarded_by(self, context, local, kind):
        asked = local if kind == "bool" else f"{local} == {self.uniform(kind, context)}"
        return [Statement(f"if {asked}", self.effects(context, context.own), self.effects(context, context.own) if self.chance(0.2) else None)]

    def break_loop(self, context):
        """A loop that is left where something is found, once or in several ways; perhaps in a loop that is left, too."""
        head, inner = self.neighbor_head(context)
        ways = []
        for _ in range(self.random.choice([1, 1, 1, 2, 2, 3])):
            name, kind = self.random.choice([*self.properties.items(), *self.singles.items()])
            place = name if name in self.singles else f"{name}[{context.own}]"
            operator = self.pick({one: weight for one, weight in self.reductions(kind).items() if one in ("min=", "max=", "|=", "&=", "any=")} | {"=": 6})
            value = self.uniform(kind, context) if self.chance(0.7) else self.value(kind, inner, context.own)
            effects = [Statement(f"{place} {operator} {value}")] * (not self.chance(0.1))
            ways.append(Statement(f"if {self.condition(inner)}", [*effects, Statement("break")]))
        if len(inner.nodes) < 3 and self.chance(0.2):
            deeper, innermost = self.neighbor_head(inner)
            ways.insert(self.random.choice([0, len(ways)]), Statement(deeper, [Statement(f"if {self.condition(innermost)}", [*self.effects(innermost, context.own), Statement("break")])]))
        return [Statement(head, ways)]
