"""What the reference says of `inf` and `nan`: writes a program that computes every row of its two tables, on the host and in a
parallel loop, and what is to come out. `infinity.py REFERENCE PROGRAM EXPECTED` prints the arguments of the program."""
import pathlib
import re
import sys

LEAST = {"int": "-2147483648", "long": "-9223372036854775808"}
WORDS = {"inf": "inf", "3": "three", "0": "zero", "nan": "nan"}


def rows(text, head):
    """The cells of a table of the reference: of the first one, what stands in backticks."""
    lines = text[text.index(head):].split("\n\n")[0].splitlines()[2:]
    for line in lines:
        first, *cells = line.strip("|").split("|")
        yield re.findall("`([^`]+)`", first), *(cell.strip(" `") for cell in cells)


def operands(expression, kind):
    """The expression over parameters, so that nothing of it is computed before the run."""
    return re.sub(r"\b(inf|nan|3|0)\b", lambda word: f"{WORDS[word[1]]}_{kind}", expression)


def value(cell, kind):
    """As results are printed."""
    text = {"least": LEAST.get(kind), "true": "1", "false": "0"}.get(cell, cell)
    return f"{float(text):.9g}" if kind == "float" else text


def computed(text):
    """Type of the result, expression, value."""
    for expressions, whole, real in rows(text, "| expression |"):
        for expression in expressions:
            for kind, cell in (("int", whole), ("long", whole), ("float", real), ("double", real)):
                if cell != "-":
                    truth = f" ? three_{kind} / three_{kind} : zero_{kind}" if cell in ("true", "false") else ""
                    yield kind, operands(expression, kind) + truth, value(cell, kind)
    for (kind, expression), *cells in rows(text, "| converted |"):
        for wider, cell in zip(("long", "float", "double"), cells):
            if cell != "-":
                yield wider, operands(expression, kind), value(cell, wider)


def main():
    reference, program, expected = sys.argv[1:]
    kinds = ("int", "long", "float", "double")
    all_rows = list(computed(pathlib.Path(reference).read_text()))
    parameters = [f"{word}_{kind}: {kind}" for kind in kinds for word in ("inf", "three", "zero")]
    results, host, loop, values, arguments = [], [], [], [], []
    for kind in kinds:
        mine = [(expression, result) for of, expression, result in all_rows if of == kind]
        assert len(mine) > 20, "the tables of the reference are not where they were"
        results += [f"host_{kind}: [n] {kind}", f"loop_{kind}: [n] {kind}"]
        for k, (expression, result) in enumerate(mine):
            host.append(f"    host_{kind}[{k}] = {expression}")
            loop.append(f"        if k == {k} {{ loop_{kind}[k] = {expression} }}")
        rest = ["0"] * (len(all_rows) - len(mine))
        values += ([result for _, result in mine] + rest) * 2
        arguments += [f"--inf_{kind}=inf", f"--three_{kind}=3", f"--zero_{kind}=0"]
    nans = [f"    let nan_{kind} = inf_{kind} - inf_{kind}" for kind in ("float", "double")]
    pathlib.Path(program).write_text(
        f"algorithm table(n: int, {', '.join(parameters)}) -> {', '.join(results)} {{\n" +
        "\n".join(nans + host + ["    foreach k in 0..n {"] + loop) + "\n    }\n}\n")
    pathlib.Path(expected).write_text("\n".join(values) + "\n")
    outputs = [f"--output={result.split(':')[0]}=-" for result in results]
    print(" ".join([f"--n={len(all_rows)}", *arguments, "--quiet", "--allow-nan", *outputs]))


if __name__ == "__main__":
    main()
