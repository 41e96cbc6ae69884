"""Ways to disturb the statements of the small grammar: moved, carried through a name, doubled, called, or with a vector for a property."""
import re

from tree import Statement, walk


class Disturbances:
    """Part of the Grammar, too: each takes a place in a block and changes what is there."""

    def disturbed(self, body):
        while self.chance(0.4):
            places = [(block, at, around) for block, at, around in walk(body)]
            block, at, around = self.random.choice(places)
            self.random.choice([self.wrap, self.move, self.carry, self.name, self.call, self.double])(block, at, around)
        return body

    def rows(self, body):
        """A property becomes a vector of two components; most places keep to one of them."""
        name = self.rows_draw.choice(list(self.properties))
        lines = [line for one in body for line in one.lines() if not re.match(rf"\s*{name} = ", line)]
        if any(re.search(rf"\b{name}\b(?!\[)|(with|latest) {name}\[", line) for line in lines):
            return
        self.vectors.add(name)
        for block, at, _ in walk(body):
            block[at].head = re.sub(rf"\b{name}\[(\w+)\]", lambda match: f"{name}[{match[1]}, {self.component()}]", block[at].head)
            block[at].tail = re.sub(rf"\b{name}\[(\w+)\]", rf"{name}[\1, 0]", block[at].tail)

    def component(self):
        return self.rows_draw.choices(["0", "1", "k % 2"], [14, 1.5, 0.3])[0]

    def wrap(self, block, at, around):
        """In a condition, or a serial loop."""
        names = self.names(around)
        if not names or block[at].head.startswith(("let", "var", "foreach node", "iterate", "foreach edge")):
            return
        from grammar import Context
        context = Context(names)
        if self.chance(0.5):
            block[at:at + 1] = [Statement(f"if {self.condition(context, wild=0.3)}", [block[at]])]
        elif not any(one.head == "break" for one in [block[at]]):
            block[at:at + 1] = self.serial(context, context.last, [block[at]])

    def names(self, around):
        import re
        return [name for one in around for name in re.findall(r"^(?:foreach|iterate) (?:node|neighbor|inneighbor|adjacent|edge) (\w+)", one.head)]

    def move(self, block, at, around):
        if len(block) > 1 and around:
            other = self.random.randrange(len(block))
            block[at], block[other] = block[other], block[at]

    def carry(self, block, at, around):
        """What stands under a condition is done later, where a local variable says that it held."""
        one = block[at]
        if one.body is None or not one.head.startswith("if ") or not self.names(around):
            return
        flag = self.fresh("t")
        moved = one.body[-1:]
        one.body[-1:] = [Statement(f"{flag} {self.random.choice(['=', '=', '|='])} true")]
        block.insert(at, Statement(f"var {flag} = false"))
        block.insert(at + 2, Statement(f"if {'not ' * self.chance(0.15)}{flag}", moved))

    def name(self, block, at, around):
        """A condition gets a name before."""
        one = block[at]
        import re
        if not one.head.startswith("if ") or re.search(r"[^=<>!]=[^=]|was\(", one.head) or not self.names(around):
            return
        flag = self.fresh("t")
        block.insert(at, Statement(f"{self.random.choice(['let', 'let', 'var'])} {flag} = {one.head[3:]}"))
        one.head = f"if {flag}"

    def double(self, block, at, around):
        """The same once more, or for another node."""
        names = self.names(around)
        if len(names) < 2 or len(block) > 3 or block[at].head.startswith(("let", "var")):
            return
        import re
        copy = block[at].copy()
        for target, _, _ in [(copy, 0, 0)]:
            target.head = re.sub(rf"\[{names[-1]}\]", f"[{names[0]}]", target.head) if self.chance(0.6) else target.head
        block.insert(at + self.random.choice([0, 1]), copy)

    def call(self, block, at, around):
        """A condition becomes a call of a function."""
        import re
        one = block[at]
        match = re.fullmatch(r"if ([pq])\[(\w+)\] (==|<|>|<=|>=|!=) (\w+|inf)", one.head)
        if not match or not around or match[4] in ("k", "round", "s") or match[4] in self.names(around):
            return
        kind = self.properties[match[1]]
        name = self.fresh("f")
        self.functions.append(Statement(f"function {name}(h: node {kind}, n: node) -> bool", [Statement(f"return h[n] {match[3]} {match[4]}")]))
        one.head = f"if {name}({match[1]}, {match[2]})"
