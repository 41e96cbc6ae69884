# Random graphs and arguments: small ones, with what usually goes wrong: no edges, loops, parallel edges, hubs, long chains.
import random

KINDS = ["empty", "sparse", "sparse", "dense", "hub_out", "hub_in", "chain", "star_of_chains", "multi"]


def random_pairs(draw, nodes, count):
    return [(draw.randrange(nodes), draw.randrange(nodes)) for _ in range(count)]


def pairs(draw, kind, nodes):
    """Edges as pairs of nodes."""
    if kind == "empty":
        return []
    if kind == "dense":
        return [(v, w) for v in range(nodes) for w in range(nodes) if draw.random() < 0.5]
    if kind in ("hub_out", "hub_in"):
        hub = draw.randrange(nodes)
        spokes = [(hub, w) if kind == "hub_out" else (w, hub) for w in range(nodes) if draw.random() < 0.9]
        return spokes + random_pairs(draw, nodes, nodes // 2)
    if kind == "chain":
        return [(v, v + 1) for v in range(nodes - 1)] + random_pairs(draw, nodes, nodes // 8)
    if kind == "star_of_chains":
        return [(v - draw.choice([1, 4]) if v > 4 else 0, v) for v in range(1, nodes)]
    if kind == "multi":
        return random_pairs(draw, max(1, nodes // 4), 2 * nodes)
    return random_pairs(draw, nodes, draw.randint(nodes, 3 * nodes))


def tree_pairs(draw, nodes):
    """A forest: every node but some roots has one parent, of a smaller number."""
    return [(draw.randrange(max(0, v - 6), v), v) for v in range(1, nodes) if draw.random() < 0.9]


def edges_for(program, draw, nodes):
    if program.tree:
        return tree_pairs(draw, nodes)
    found = pairs(draw, draw.choice(KINDS), nodes)
    if program.symmetric:
        found += [(w, v) for v, w in found if v != w]
    if program.simple:
        found = list({(v, w) for v, w in found if v != w})
    return sorted(found)


def write_graph(program, seed, path):
    """Writes a graph that meets what the program requires; its numbers of nodes and edges. Rows are in ascending order, so that edges have
    the same numbers under every mapping."""
    draw = random.Random(seed)
    nodes = draw.choice([1, 2, 3, draw.randint(4, 12), draw.randint(4, 40), draw.randint(30, 90)])
    edges = edges_for(program, draw, nodes)
    lines = [f"{v + 1} {w + 1} {draw.randint(0, 9)}" for v, w in edges]
    head = f"%%MatrixMarket matrix coordinate integer general\n{nodes} {nodes} {len(lines)}"
    with open(path, "w") as file:
        file.write("\n".join([head, *lines]) + "\n")
    return nodes, len(lines)


def arguments(seed, nodes, edges, results):
    """The options of a run: arguments of all parameters, and all results to the output."""
    draw = random.Random(seed)
    members = sorted({draw.randint(1, nodes) for _ in range(draw.randint(1, 5))})
    seeds = "all" if draw.random() < 0.15 else ",".join(map(str, members))
    words = [f"--source={draw.randint(1, nodes)}", f"-Pseeds={seeds}", f"-Pk={draw.randint(0, 4)}", f"-Plimit={draw.randint(1, 4)}"]
    words += [] if edges else ["--weights=unit"]  # a file without edges has no weights
    return words + [f"--output={name}=-" for name in results] + ["--quiet", "--allow-nan", "--max-rounds=2000"]
