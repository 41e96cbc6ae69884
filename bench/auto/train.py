#!/usr/bin/env python3
"""Trains the tree of --map=auto from a ledger, and says how good it is on shapes of graphs that it has not seen.
  train.py collect OUT… -o FOLDER    the ledger.jsonl of the folders OUT as FOLDER/cells.csv and FOLDER/graphs.csv, their contest.jsonl
                                     as FOLDER/contest.csv; an OUT may also be a FOLDER of earlier times, which later ones replace
  train.py contest FOLDER FILE       what is to be measured in turn (pack.sh): of each program and graph default, best single, auto and best
  train.py evaluate FOLDER           leaves one shape out at a time; prints Markdown
  train.py nested FOLDER             the same, with the settings of the learning chosen without the shape, too; takes minutes
  train.py write FOLDER [FILE]       trains with all graphs and writes compiler/mapping/selection.def
  train.py single FOLDER [FILE]      ranks the mappings that every program may have and writes compiler/mapping/single_selection.def
With --granularity after the command: of granularity=auto, from mappings that choose nothing else, for granularity_selection.def.
The learning is deterministic: the same ledger gives the same tree."""
import json
import math
import pathlib
import sys
import typing

from summary import percent, show
from tables import DEFAULT, GRAPH_FACTS, HERE, collect, is_in_space, rows_in, short, write_table

# What the compiler finds out about the programs by itself (compiler/mapping/selection.cpp).
PROGRAM_FACTS = {"bfs": {"Iterates", "Settles"}, "sssp": {"Iterates"}, "components": {"Iterates", "FromAll", "Closes"},
                 "mis": {"Iterates", "Ordered", "FromAll"}, "pagerank": set(), "triangles": {"Nested"}}
# The kinds of programs, by questions in this order: those of one kind share their leaves.
KINDS = ("Ordered", "Nested", "Settles", "Closes", "FromAll", "Iterates")
WARP = 32  # lanes
MOST_LEAVES, MOST_MAPPINGS = 12, 4
GIVEN_UP = 5  # a cell ends at so many times the best
LOG_GIVEN_UP = math.log(GIVEN_UP)
OTHER_WORK = 10  # a mapping that few programs may have goes before the best single one if it is so many times as fast for them
LEAST_GAIN = 0.25  # in log time, over all cells: a question that saves less is not asked


class Settings(typing.NamedTuple):
    """How the learning guards against chance; the defaults are the best over all shapes, which `nested` accounts for."""

    facts: tuple = ("MaxDegree",)  # that may be asked for
    least_graphs: int = 2  # in each branch of a question
    prior: int = 1  # so many cells of a leaf count like the mean of those of the question above: what is bad beside it is not chosen


SETTINGS = [Settings(facts, least, prior) for facts in (("MaxDegree",), ("MaxDegree", "DegreeDeviation"))
            for least in (2, 3) for prior in (1, 2)]


class Cell:
    """A program on a graph, with the time of each mapping. What was ended has the time after which it was, or more."""

    def __init__(self, program, graph, times):
        self.program, self.graph, self.shape, self.times = program, graph["graph"], graph["shape"], times
        self.facts = {word: float(graph[fact]) for fact, word in GRAPH_FACTS.items()}
        self.best = min((ms for mapping, ms in times.items() if is_in_space(mapping)), default=min(times.values()))
        self.best_of_all = min(times.values())
        self.costs = {mapping: math.log(ms / self.best) for mapping, ms in times.items()}

    def is_known(self, mapping):
        return mapping in self.times

    def cost(self, mapping):
        """How much slower than the best, as a logarithm. What was not measured counts as slow as what is given up."""
        return self.costs.get(mapping, LOG_GIVEN_UP)


class Data:
    def __init__(self, folder, alone=False):
        """`alone`: only mappings of one option, the granularity."""
        graphs = {row["graph"]: row for row in rows_in(folder / "graphs.csv")}
        times, ended, self.legal, self.wrong = {}, set(), {}, []
        # What was measured in turn comes last, and replaces what was measured one after the other.
        for row in rows_in(folder / "cells.csv") + rows_in(folder / "contest.csv"):
            if alone and "," in row["mapping"]:
                continue
            self.legal.setdefault(row["program"], set()).add(row["mapping"])
            if row["agrees"] == "False" or row["ended"] in ("failed", "died"):
                self.wrong.append(row)
            elif row["ms"]:
                cell = times.setdefault((row["program"], row["graph"]), {})
                cell[row["mapping"]] = float(row["ms"])
                if row["ended"] != "time":
                    ended.add((row["program"], row["graph"]))
        times = {key: cell for key, cell in times.items() if key in ended}
        self.cells = [Cell(program, graphs[graph], found) for (program, graph), found in sorted(times.items()) if graph in graphs]

    def chosen(self, mappings, program):
        return next((mapping for mapping in mappings if mapping in self.legal[program]), DEFAULT)

    def ranking(self, cells, around, prior):
        """The mappings of a leaf: the best for all cells, then the best for those whose program may not have it, and so on.
        `around`: cells which count a little, too, so that no mapping is chosen that is bad beside them."""
        ranking, left = [], list(cells)
        while left:
            programs = {cell.program for cell in left}
            candidates = sorted({mapping for program in programs for mapping in self.legal[program]})
            able = {mapping: [cell for cell in left if mapping in self.legal[cell.program]] for mapping in candidates}
            # One that few programs may have is not what the others should fall back from.
            most = max(map(len, able.values()))
            wide = [mapping for mapping in candidates if len(able[mapping]) == most]
            best = min(wide, key=lambda mapping: (sum(cell.cost(mapping) for cell in able[mapping])
                                                  + prior * self.mean_cost(mapping, around), mapping))
            ranking.append(best)
            left = [cell for cell in left if best not in self.legal[cell.program]]
        return ranking

    def mean_cost(self, mapping, cells):
        costs = [cell.cost(mapping) for cell in cells if mapping in self.legal[cell.program]]
        return sum(costs) / len(costs)

    def cost(self, mappings, cells):
        return sum(cell.cost(self.chosen(mappings, cell.program)) for cell in cells)


class Leaf:
    def __init__(self, data, cells, around=None, prior=0):
        self.cells, self.mappings = cells, data.ranking(cells, around or cells, prior)
        self.cost = data.cost(self.mappings, cells)
        self.splits = None  # the questions that may take its place, once they are known


class Question:
    def __init__(self, fact, bound, yes, no):
        self.fact, self.bound, self.yes, self.no = fact, bound, yes, no

    def is_yes(self, program, facts):
        return self.fact in PROGRAM_FACTS[program] if self.bound is None else facts[self.fact] < self.bound


def two_digits(value):
    return float(f"{value:.2g}")


def between(fact, low, high, part):
    """A bound for what the cells leave open: `part` of the way from the lower value to the higher one. That of a degree is the number
    of lanes of a warp where it may be."""
    if fact in ("MeanDegree", "MaxDegree") and low < WARP <= high:
        return float(WARP)
    return two_digits(low * (high / low) ** part if low > 0 else high * part)


def questions(cells, facts):
    for fact in facts:
        values = sorted({cell.facts[fact] for cell in cells})
        for low, high in zip(values, values[1:]):
            yield fact, low, high


def leaves(tree):
    return [tree] if isinstance(tree, Leaf) else leaves(tree.yes) + leaves(tree.no)


def replaced(tree, old, new):
    if tree is old:
        return new
    if isinstance(tree, Leaf):
        return tree
    return Question(tree.fact, tree.bound, replaced(tree.yes, old, new), replaced(tree.no, old, new))


def fits(data, tree):
    """Whether no program gets too many mappings."""
    programs = {cell.program for leaf in leaves(tree) for cell in leaf.cells}
    for program in programs:
        can_reach = reachable(tree, program)
        if len({data.chosen(leaf.mappings, program) for leaf in can_reach}) > MOST_MAPPINGS:
            return False
    return True


def reachable(tree, program):
    if isinstance(tree, Leaf):
        return [tree]
    if tree.bound is None:
        return reachable(tree.yes if tree.is_yes(program, {}) else tree.no, program)
    return reachable(tree.yes, program) + reachable(tree.no, program)


def count_graphs(cells):
    return len({cell.graph for cell in cells})


def regret(data, leaf, other):
    """What the cells of a leaf lose on average by the mappings of another one."""
    return max(0.01, (data.cost(other.mappings, leaf.cells) - leaf.cost) / len(leaf.cells))


def splits(data, leaf, settings):
    """The questions that may take the place of a leaf, with what each saves; the best ones first."""
    if leaf.splits is None:
        leaf.splits = []
        for fact, low, high in questions(leaf.cells, settings.facts):
            sides = [[cell for cell in leaf.cells if (cell.facts[fact] <= low) is side] for side in (True, False)]
            if min(map(count_graphs, sides)) < settings.least_graphs:
                continue
            yes, no = (Leaf(data, side, leaf.cells, settings.prior) for side in sides)
            # A graph between the two is put where the mistake costs less.
            below, above = regret(data, yes, no), regret(data, no, yes)
            bound = between(fact, low, high, below / (below + above))
            if low < bound <= high:
                leaf.splits.append((round(leaf.cost - yes.cost - no.cost, 9), Question(fact, bound, yes, no)))
        leaf.splits.sort(key=lambda split: -split[0])
    return leaf.splits


def grown(data, tree, settings):
    """The tree with one question more, that which saves most; None where none saves enough."""
    found = ((gain, replaced(tree, leaf, question)) for leaf in leaves(tree) for gain, question in splits(data, leaf, settings)
             if gain > LEAST_GAIN)
    return next((tree for _, tree in sorted(found, key=lambda one: -one[0]) if fits(data, tree)), None)


def kinds(data, cells, left=KINDS):
    """A leaf for each kind of program."""
    if not left:
        return Leaf(data, cells)
    sides = [[cell for cell in cells if (left[0] in PROGRAM_FACTS[cell.program]) is side] for side in (True, False)]
    if not all(sides):
        return kinds(data, cells, left[1:])
    return Question(left[0], None, *(kinds(data, side, left[1:]) for side in sides))


def train(data, cells, most_leaves=MOST_LEAVES, settings=Settings()):
    """First the kinds of programs, then the questions about graphs that save most."""
    tree = kinds(data, cells)
    while len(leaves(tree)) < most_leaves and (larger := grown(data, tree, settings)):
        tree = larger
    return tree


def follow(tree, cell):
    while isinstance(tree, Question):
        tree = tree.yes if tree.is_yes(cell.program, cell.facts) else tree.no
    return tree.mappings


def rows_of(data, shape, seen, settings, most_leaves=MOST_LEAVES):
    """The cells of a shape with the costs of default, best single mapping and auto, and what auto chose, trained with `seen`."""
    tree, single = train(data, seen, most_leaves, settings), singles(data, seen)
    for cell in data.cells:
        if cell.shape == shape:
            auto = data.chosen(follow(tree, cell), cell.program)
            yield cell, cell.cost(DEFAULT), cell.cost(data.chosen(single, cell.program)), cell.cost(auto), auto


def other_shapes(cells):
    """Each shape, and the cells of all others."""
    for shape in sorted({cell.shape for cell in cells}):
        yield shape, [cell for cell in cells if cell.shape != shape]


def held_out(data, most_leaves=MOST_LEAVES, settings=Settings()):
    return [row for shape, seen in other_shapes(data.cells) for row in rows_of(data, shape, seen, settings, most_leaves)]


def granularity_of(mapping):
    """Its kind, without a width."""
    return next(part for part in mapping.split(",") if part.startswith("granularity=")).split(":")[0]


def singles(data, cells):
    """Mappings that every program may have, the best over all cells first, of each kind of granularity one; the default ends them.
    In front of them what is OTHER_WORK times as fast as the best of these for the programs that may have it."""
    wanted = sorted(set.intersection(*data.legal.values()), key=lambda mapping: (data.cost([mapping], cells), mapping))
    kinds = {}
    for mapping in wanted[:wanted.index(DEFAULT) + 1]:
        kinds.setdefault(granularity_of(mapping), mapping)
    return other_work(data, cells, wanted[0]) + list(kinds.values())


def other_work(data, cells, single):
    """The mappings, the fastest first, with which programs do something else, not the same thing faster."""
    gains = []
    for mapping in sorted(set().union(*data.legal.values())):
        able = [cell for cell in cells if mapping in data.legal[cell.program]]
        if able and (gain := (data.cost([single], able) - data.cost([mapping], able)) / len(able)) > math.log(OTHER_WORK):
            gains.append((-gain, mapping))
    return [mapping for _, mapping in sorted(gains)]


def contest(data, path):
    """What matters of each cell, unless it is known to be five times slower than the best or more: default, best single mapping, auto
    with and without the shape, the best of the space and of all."""
    single, tree = singles(data, data.cells), train(data, data.cells)
    rows = []
    for cell, *_, held in held_out(data):
        best = [min(filter(is_in_space, cell.times), key=cell.times.get, default=DEFAULT), min(cell.times, key=cell.times.get)]
        chosen = [data.chosen(mappings, cell.program) for mappings in (single, follow(tree, cell))]
        wanted = dict.fromkeys([*best, held, *chosen, DEFAULT])
        rows += [[cell.program, cell.graph, mapping, short(cell.times.get(mapping)), ""] for mapping in wanted
                 if cell.times.get(mapping, 0) < GIVEN_UP * cell.best_of_all]
    write_table(path, "program graph mapping ms ended".split(), rows)


def inner_cost(data, cells, settings):
    return sum(row[3] for shape, seen in other_shapes(cells) for row in rows_of(data, shape, seen, settings))


def nested(data):
    rows = []
    for shape, seen in other_shapes(data.cells):
        settings = min(SETTINGS, key=lambda settings: inner_cost(data, seen, settings))
        rows += rows_of(data, shape, seen, settings)
        print(f"{shape}: {settings}", file=sys.stderr, flush=True)
    show(rows)


def evaluate(data):
    print("| leaves | auto, shapes held out | worst | auto, all seen |\n|---:|---:|---:|---:|")
    for count in (6, 8, 10, 12):
        rows, tree = [row for row in held_out(data, count) if row[0].is_known(row[4])], train(data, data.cells, count)
        seen = [cell.cost(data.chosen(follow(tree, cell), cell.program)) for cell in data.cells]
        print(f"| {count} | {percent([row[3] for row in rows])} | {100 * math.exp(-max(row[3] for row in rows)):.0f} % | {percent(seen)} |")
    print("\nOf the best of the space, geometric mean; whole shapes held out.\n")
    show(held_out(data))
    print(f"\n{len(data.wrong)} cells are left out, as they failed or differed.")


def text_of(data, tree, indent=""):
    if isinstance(tree, Leaf):
        # What programs that were not measured fall back to: the best of the leaf, simpler and simpler.
        mappings = list(dict.fromkeys(tree.mappings + fallbacks(tree.mappings)))
        return f"{indent}MAPPINGS({', '.join(json.dumps(mapping) for mapping in mappings)})\n"
    question = f"IF_PROGRAM({tree.fact})" if tree.bound is None else f"IF_LESS({tree.fact}, {tree.bound:g})"
    return f"{indent}{question}\n" + text_of(data, tree.yes, indent + "  ") + text_of(data, tree.no, indent + "  ")


def fallbacks(mappings):
    """The granularity and the loop without the other settings, the granularity alone, then virtual warps, which most programs may have."""
    found = []
    for mapping in mappings:
        for kept in (("granularity=", "loop="), ("granularity=",)):
            less = ",".join(part for part in mapping.split(",") if part.startswith(kept))
            if less not in found:
                found.append(less)
    return found + ["granularity=warp:8"]


HEAD = """// The tree by which {option} chooses a mapping; written by bench/auto/train.py from {source}.
// A question is followed by what is chosen where the answer is yes, then by what is chosen where it is no. A leaf lists
// mappings: a program gets the first that it may have.
"""


SINGLE_HEAD = """// What gdslc takes without a mapping option: the first that the program may have. Written by bench/auto/train.py from
// {source}, the best over all programs and graphs first.
"""


def write(name, text, words):
    """To the file of the command, or else to where the compiler includes it."""
    target = pathlib.Path(words[2]) if len(words) > 2 else HERE / f"../../compiler/mapping/{name}.def"
    target.write_text(text)


def main(words):
    if words[:1] == ["collect"] and "-o" in words:
        at = words.index("-o")
        return collect(words[1:at], pathlib.Path(words[at + 1]))
    alone = "--granularity" in words
    words = [word for word in words if word != "--granularity"]
    if words[:1] not in (["evaluate"], ["nested"], ["write"], ["single"], ["contest"]) or len(words) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(words[1])
    data = Data(folder, alone)
    if words[0] == "contest":
        return contest(data, pathlib.Path(words[2]))
    if words[0] == "evaluate":
        return evaluate(data)
    if words[0] == "nested":
        return nested(data)
    source = "bench/results/" + folder.resolve().name
    if words[0] == "single":
        mappings = ", ".join(map(json.dumps, singles(data, data.cells)))
        return write("single_selection", SINGLE_HEAD.format(source=source) + f"MAPPINGS({mappings})\n", words)
    name, option = ("granularity_selection", "granularity=auto") if alone else ("selection", "--map=auto")
    write(name, HEAD.format(option=option, source=source) + text_of(data, train(data, data.cells)), words)


if __name__ == "__main__":
    main(sys.argv[1:])
