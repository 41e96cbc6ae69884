"""Programs as trees of statements: what the small grammar makes, and near misses change. They are read from text by braces and lines
alone, and printed one statement a line."""
import re


class Statement:
    """`head`, or `head { body }`, or `head { body } else { other }`; the end behind the brace, such as `until c`, is `tail`."""

    def __init__(self, head, body=None, other=None, tail=""):
        self.head, self.body, self.other, self.tail = head, body, other, tail

    def copy(self):
        copied = lambda block: None if block is None else [one.copy() for one in block]
        return Statement(self.head, copied(self.body), copied(self.other), self.tail)

    def blocks(self):
        return [block for block in (self.body, self.other) if block is not None]

    def lines(self, depth=0):
        indent = "    " * depth
        if self.body is None:
            return [indent + self.head]
        inner = [line for one in self.body for line in one.lines(depth + 1)]
        text = [f"{indent}{self.head} {{", *inner]
        if self.other is not None:
            text += [indent + "} else {", *(line for one in self.other for line in one.lines(depth + 1))]
        return [*text, indent + "}" + (f" {self.tail}" if self.tail else "")]


class Program:
    """Functions and algorithms, each a Statement with a body."""

    def __init__(self, definitions):
        self.definitions = definitions

    def text(self):
        return "\n".join(line for one in self.definitions for line in one.lines()) + "\n"

    def copy(self):
        return Program([one.copy() for one in self.definitions])


def walk(block, around=()):
    """Every statement with the block that it stands in, its place there, and the statements around it."""
    for at, one in enumerate(block):
        yield block, at, around
        for inner in one.blocks():
            yield from walk(inner, (*around, one))


TOKEN = re.compile(r"//[^\n]*|\{|\}|;|\n|[^{};\n/]+|/")


class Reader:
    """Takes text apart. A brace that encloses an expression (`{a, b}`, `{v in all}`) is part of the statement's head."""

    def __init__(self, text):
        self.tokens = [token for token in TOKEN.findall(text) if not token.startswith("//")]
        self.at = 0

    def is_set(self):
        """Whether the brace at hand opens a set and not a block."""
        inside = ""
        for token in self.tokens[self.at + 1:]:
            if token in "{};\n":
                return token == "}" and inside.strip() != "break" and bool(re.fullmatch(r"\s*\w+(\s*,\s*\w+)*\s*|\s*\w+ in \w+( where .*)?\s*", inside))
            inside += token
        return False

    def block(self):
        """Statements up to the closing brace, which is taken."""
        found, head = [], ""

        def finish():
            nonlocal head
            if head.strip():
                found.append(Statement(" ".join(head.split())))
            head = ""

        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token == "{" and self.is_set():
                end = self.tokens.index("}", self.at)
                head += "".join(self.tokens[self.at:end + 1])
                self.at = end + 1
                continue
            self.at += 1
            if token == "}":
                break
            if token == "{":
                self.open(found, head)
                head = ""
            elif token == ";" or (token == "\n" and not self.goes_on(head)):
                finish()
            else:
                head += token if token != "\n" else " "
        finish()
        return found

    def goes_on(self, head):
        """A head whose line ends before its brace, as those of algorithms do."""
        return bool(re.match(r"\s*(algorithm|function)\b", head))

    def open(self, found, head):
        head = " ".join(head.split())
        if head == "else" and found:
            found[-1].other = self.block()
        elif head.startswith("else ") and found:
            found[-1].other = []
            self.open(found[-1].other, head[5:])
        else:
            found.append(Statement(head, self.block()))
        if found[-1].head.startswith("repeat"):
            rest = "".join(self.tokens[self.at:self.at + 1])
            if rest.strip().startswith("until"):
                found[-1].tail = " ".join(rest.split())
                self.at += 1


def read(text):
    return Program(Reader(text).block())


if __name__ == "__main__":
    import sys
    for path in sys.argv[1:]:
        print(read(open(path).read()).text())
