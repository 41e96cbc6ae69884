# Makes a failure small: statements are taken out of the program and edges out of the graph as long as it fails. What is left is
# written into a folder, with the command that shows it.
import pathlib
import re
import subprocess
import tempfile

import executables
from compare import difference

MOST_BUILDS = 40


def blocks(lines):
    """Stretches of lines that can be taken out together: a statement with what is inside of it; the largest first."""
    found = []
    for begin, line in enumerate(lines):
        depth = line.count("{") - line.count("}")
        end = begin + 1
        while depth > 0 and end < len(lines):
            depth += lines[end].count("{") - lines[end].count("}")
            end += 1
        if depth == 0 and line.strip() not in ("", "}") and not line.startswith(("algorithm", "function")):
            found.append((begin, end))
    return sorted(found, key=lambda stretch: stretch[0] - stretch[1])


def unwrapped(lines, begin, end):
    """The body of a statement without its head."""
    return lines[:begin] + lines[begin + 1:end - 1] + lines[end:] if end - begin > 2 else None


class Shrinker:
    def __init__(self, installation, failure):
        self.installation, self.failure = installation, failure
        self.text = pathlib.Path(failure.case.program).read_text()
        self.graph = pathlib.Path(failure.case.graph).read_text()
        self.builds = 0

    def fails(self, text, graph):
        """What is wrong with a smaller program and graph, else nothing."""
        with tempfile.TemporaryDirectory(prefix="shrink") as place:
            folder = pathlib.Path(place)
            program, edges = folder / "p.gdsl", folder / "graph.mtx"
            program.write_text(text)
            edges.write_text(graph)
            if subprocess.run(["gdsl-front", "--check", program], capture_output=True).returncode != 0:
                return ""
            words = [f"--graph={edges}", *self.failure.case.words[1:]]
            (status, expected), = executables.run(["gdsl-interpret", "--batch"], [" ".join(["gdsl-interpret", str(program), *words])])
            return "" if status else self.differs(folder, program, words, expected)

    def differs(self, folder, program, words, expected):
        self.builds += 1
        engine, order = self.failure.engine, self.failure.order
        if executables.generate(str(program), folder, engine, [self.failure.mapping]):
            return ""
        if said := executables.build(self.installation, folder, engine, [program.stem]):
            return said[:400]
        (status, text), = executables.run([str(folder / "batch")], [" ".join(["0", *words, *([f"--order={order}"] if order else [])])])
        finding = executables.FINDING.search(text)
        return text[:400] if status else finding[0] if finding else difference(text, expected)

    def shrink_program(self):
        smaller = True
        while smaller and self.builds < MOST_BUILDS:
            smaller = False
            lines = self.text.splitlines()
            for begin, end in blocks(lines):
                for rest in (lines[:begin] + lines[end:], unwrapped(lines, begin, end)):
                    if rest and not smaller and self.builds < MOST_BUILDS and self.fails("\n".join(rest) + "\n", self.graph):
                        self.text, smaller = "\n".join(rest) + "\n", True
                if smaller:
                    break

    def shrink_graph(self):
        head, size, *edges = self.graph.splitlines()
        nodes = size.split()[0]
        step = len(edges)
        while step > 0:
            for begin in range(0, len(edges), step):
                rest = edges[:begin] + edges[begin + step:]
                graph = "\n".join([head, f"{nodes} {nodes} {len(rest)}", *rest]) + "\n"
                if len(rest) < len(edges) and self.builds < 2 * MOST_BUILDS and self.fails(self.text, graph):
                    edges, self.graph = rest, graph
                    break
            else:
                step //= 2

    def write(self, folder):
        """The program, the graph and how to see the failure; what it is now."""
        self.shrink_program()
        self.shrink_graph()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "p.gdsl").write_text(self.text)
        (folder / "graph.mtx").write_text(self.graph)
        words = " ".join(re.sub(r"^--graph=.*", "--graph=graph.mtx", word) for word in self.failure.case.words)
        order = f"MAXWARP_SIMT_ORDER=random:{self.failure.order} " if self.failure.order else ""
        mapping = f" --map=m0:{self.failure.mapping}" if self.failure.mapping else ""
        (folder / "show").write_text(f"gdsl-interpret p.gdsl {words}\n{order}gdsl run p.gdsl --engine={self.failure.engine}{mapping} -- {words}\n")
        return self.fails(self.text, self.graph)
