"""Writes the mappings that compute-sanitizer goes over on a GPU as a pack: `pack.py DIR`. For BFS, SSSP and PageRank every
mapping value alone, and a cover of all pairs of them. On the GPU machine: DIR/on_device.sh OUT."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "test" / "compiler"))
import cover  # asks gdslc, which is on the PATH

TOGETHER = 8  # variants a program: so many compile in seconds, side by side with those of other programs

pack = pathlib.Path(sys.argv[1])
with tempfile.TemporaryDirectory() as texts:
    for name in ["bfs", "sssp", "pagerank"]:
        program = str(root / "examples" / name / f"{name}.gdsl")
        mappings = sorted({*cover.single(program), *cover.pairwise(program)})
        mappings = [mapping or "block=128" for mapping in mappings]  # the default has no text
        # The tools stumble over conditional nodes of CUDA graphs: what has them is tested without.
        graphs = [mapping for mapping in mappings if "loop=graph" in mapping]
        for kind, group in ("", [mapping for mapping in mappings if mapping not in graphs]), ("graph_", graphs):
            for start in range(0, len(group), TOGETHER):
                text = os.path.join(texts, f"{name}_{kind}{start // TOGETHER}.gdsl")
                shutil.copyfile(program, text)
                maps = [f"--map=m{start + i}:{mapping}" for i, mapping in enumerate(group[start:start + TOGETHER])]
                subprocess.run(["gdsl", "build", text, f"--pack={pack}", "--quiet", *maps], check=True)
        print(f"{name}: {len(mappings)} mappings")
for file in ["on_device.sh", "faults.cu"]:
    shutil.copy(pathlib.Path(__file__).parent / file, pack / file)
