"""Louvain's method to its end: levels by a program, and between two levels the graph of the communities.
Usage: louvain.py PROGRAM ENGINE FOLDER   (`gdsl` on the PATH)"""
import pathlib
import subprocess
import sys

program, engine, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
CLIQUES, SIZE = 9, 6


def run(*words):
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)


def ring_of_cliques():
    """Cliques that one edge each connects to the next: every clique is a community."""
    pairs = [(c * SIZE + i, c * SIZE + j) for c in range(CLIQUES) for i in range(SIZE) for j in range(i)]
    pairs += [(c * SIZE, (c + 1) % CLIQUES * SIZE + 1) for c in range(CLIQUES)]
    return [(a, b, 2) for u, w in pairs for a, b in ((u, w), (w, u))]


def modularity(edges, group):
    everything = sum(weight for *_, weight in edges)
    total, inside = {}, 0
    for u, w, weight in edges:
        total[group[u]] = total.get(group[u], 0) + weight
        inside += weight * (group[u] == group[w])
    return inside / everything - sum((one / everything) ** 2 for one in total.values())


edges = ring_of_cliques()
group = {node: node for edge in edges for node in edge[:2]}
graph = folder / "0.wel"
graph.write_text("".join(f"{u} {w} {weight}\n" for u, w, weight in edges))
qualities = [modularity(edges, group)]
for level in range(1, 20):
    labels, following = folder / f"{level}.txt", folder / f"{level}.wel"
    run("gdsl", "run", program, f"--engine={engine}", f"--graph={graph}", f"--output=community={labels}", "--quiet")
    community = {int(node): int(one) for node, one in map(str.split, labels.read_text().splitlines())}
    run("gdsl", "graph", "contract", graph, following, f"--labels={labels}", "--weights=sum", "--quiet")
    group = {node: community[one] for node, one in group.items()}
    qualities.append(modularity(edges, group))
    lines = [line.split() for line in following.read_text().splitlines() if not line.startswith("#")]
    within = sum(int(weight) for u, w, weight in lines if u == w)
    assert within == sum(weight for u, w, weight in edges if group[u] == group[w]), "weights within communities"
    if qualities[-1] <= qualities[-2]:
        break
    graph = following
print("levels", level, "communities", len(set(group.values())))
print("rising", qualities == sorted(qualities), "of the cliques", abs(qualities[-1] - modularity(edges, {v: v // SIZE for v in group})) < 1e-12)
