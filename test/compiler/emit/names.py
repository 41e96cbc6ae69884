# Compiles small programs that use each difficult name as everything that can be named, many in one text, and compares what they
# compute with the twin that has plain names: `names.py ENGINE OUTPUT` (openmp or simt). Beside the names listed here, the names are all
# words of the text that the plain twin becomes. Each name takes a third of the roles under
# OpenMP, all of them where MAXWARP_FULL is set; under SIMT a few, and each program another mapping.
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "test" / "differential"))
import executables

KEYWORDS = ("class new template operator not_eq register namespace this union short auto co_await char8_t _Atomic __int128 "
            "__global__ __restrict__ typeof __shared__ __func__ thread_local char bitor static_assert public mutable decltype").split()
MACROS = "NULL EOF INFINITY M_PI INT_MAX stdin errno MAXWARP_FUNCTION linux unix I offsetof __LINE__ CHAR_BIT cudaStreamDefault".split()
HEADERS = """main min max index size_t int32_t uint64_t memcpy printf abort time signal exit y0 jn gamma isnan swap move ptrdiff_t
             dim3 float2 make_int2 uint warpSize threadIdx blockIdx blockDim gridDim atomicAdd atomicCAS cudaMalloc cudaStream_t
             omp_get_max_threads pthread_t numeric_limits is_same_v""".split()
RUNTIME = """std maxwarp gdsl node_t edge_t Status Worklist GraphView infinity plus push claim load_relaxed swap
             Chunk Tile Stream grid_for Sum settle Call call Algorithm entry variants reals""".split()
GENERATED = """graph options stream work gpu count run forms Workspace workspace_bytes initialize_x set_x relax relax_start block_size
               nodes i k v w first end base size mine tile W active next marks round round_ level more deferred offsets barrier
               next_buffer thread_index layout bytes rounds rounds_run rounds_variables chunk_size batch_size l_2 x_length look_up sums
               status max_rounds failed place warp chunk chunks whole retry batch item step left graph_2 i_2 l_start""".split()

# Names of stages that the compiler makes: labels before what becomes such a stage.
STAGES = "initialize_result_q set_result_q sums look_up compute_property_q relax_start rounds rounds_2 block_size chunk_size".split()

PROGRAM = """function {function}({argument}: int) -> int {{
    let {inner} = {argument} + 1
    return {inner} * 2
}}
algorithm {algorithm}({parameter}: node, {values}: edge int, {limit}: int = 3) -> {result}: node int, {total}: long, {array}: [{limit}] int {{
    var {property}: node int
    var {members}: node set
    var {scalar} = 0
    {label}: foreach node {item} {{
        var {local} = 0
        foreach neighbor {target} of {item} via {edge} {{ {local} += {values}[{edge}] }}
        {property}[{item}] = {local} % 7
        {total} += {local}
        if {local} > 9 {{ {members} += {item} }}
    }}
    {raising}: foreach node {item} {{ {property}[{item}] += 1 }}
    {property}[{parameter}] = {property}[{parameter}] + 4
    {filling}: foreach {index} in 0..{limit} {{ let {called} = {function}({index}); {array}[{index}] = {called} }}
    {result} = inf
    {result}[{parameter}] = 1
    {waves}: iterate node {item} from {parameter} {{
        foreach neighbor {target} of {item} {{ if {result}[{target}] min= {result}[{item}] + {property}[{item}] {{ activate {target} }} }}
    }}
    for {step} in 0..{limit} {{ {scalar} += {step} }}
    foreach node {item} in {members} {{ {total} += {scalar} + {property}[{item}] }}
}}
"""
PLAIN = {role: f"{role}_q" for role in """function argument inner algorithm parameter values limit result total array property members scalar
                                         label raising local item target edge filling index called waves step""".split()}
MAPPINGS = {"openmp": ["activation=topology", "direction=pull", "frontier=bitmap"],
            "simt": ["loop=persistent", "granularity=warp:8,stage=shared", "activation=topology,granularity=block", "loop=graph",
                     "{waves}.granularity=decompose", "outliers=defer:2", "push=scan", "activation=hybrid:0.5", "worklist=hierarchical",
                     "dedup=condense,capacity=grow:2", "donate=4", "distribution=dynamic", "{waves}.granularity=edge",
                     "granularity=warp:4,distribution=dynamic", "{waves}.granularity=hierarchical"]}
WARNINGS = {"openmp": ["-Wall", "-Wextra", "-Werror"], "simt": []}  # the SIMT engine's headers have some of their own
# Nodes 2 and 5 have more edges than others, and node 7 has none.
EDGES = "1 2 3  2 3 1  2 4 5  2 5 2  2 6 9  3 1 4  4 5 1  5 6 2  5 7 8  5 1 3  5 2 6  6 7 1  6 6 2".split("  ")
GRAPH = f"%%MatrixMarket matrix coordinate integer general\n7 7 {len(EDGES)}\n" + "\n".join(EDGES) + "\n"


def words_of_text(engine, folder):
    """What the text of the program with plain names has for itself, under all mappings."""
    (folder / "plain.gdsl").write_text(PROGRAM.format(**PLAIN))
    said = executables.generate(str(folder / "plain.gdsl"), folder, engine, [mapping.format(**PLAIN) for mapping in MAPPINGS[engine]])
    assert not said, said
    text = "".join(path.read_text() for path in folder.glob("plain*.*") if path.suffix != ".gdsl")
    code = re.sub(r"//.*|\"[^\"\n]*\"", "", text)
    return {word for word in re.findall(r"[A-Za-z_]\w*", code) if "_q" not in word}


def all_names(engine, folder):
    language = re.findall(r"KEYWORD\(\w+, \"(\w+)\"\)", (ROOT / "dsl/syntax/tokens.def").read_text())
    own = {"maxwarp_algorithm"}  # is a macro while many programs are in one text
    return sorted(set(KEYWORDS + MACROS + HEADERS + RUNTIME + GENERATED) | words_of_text(engine, folder) - set(language) - own)


class Programs:
    """Programs with difficult names, the first one with plain ones, and their mappings."""

    def __init__(self, engine, folder, names, step):
        self.engine, self.folder = engine, folder
        starts = range(0, len(names), step)
        self.chosen = [PLAIN] + [{role: names[(start + i) % len(names)] for i, role in enumerate(PLAIN)} for start in starts]
        labels = [STAGES[i:] + STAGES[:i] for i in range(len(STAGES))]
        roles = ("label", "raising", "filling", "waves")
        self.chosen += [PLAIN | {"algorithm": f"labels_{some[0]}_q"} | dict(zip(roles, some)) for some in labels]
        self.mappings = []
        for number, chosen in enumerate(self.chosen):
            (folder / f"p{number}.gdsl").write_text(PROGRAM.format(**chosen))
            rest = MAPPINGS[engine]
            self.mappings.append([""] if number == 0 else ["", rest[number % len(rest)].format(**chosen)])

    def generated(self):
        """The numbers of the programs that gdslc takes; what it says of the others is printed."""
        good = []
        for number, mappings in enumerate(self.mappings):
            said = executables.generate(str(self.folder / f"p{number}.gdsl"), self.folder, self.engine, mappings)
            if said:
                print(f"{self.chosen[number]}:\n  {said}")
            else:
                good.append(number)
        return good

    def built(self, installation, numbers):
        """Builds the programs into one executable; those that compile, where not all of them do."""
        said = executables.build(installation, self.folder, self.engine, [f"p{n}" for n in numbers], flags=WARNINGS[self.engine])
        if not said:
            return numbers
        print("not compiled:\n  " + "\n  ".join([line for line in said.splitlines() if "error" in line][:10]))
        return []

    def results(self, numbers):
        """What each program prints under each of its mappings: (number, mapping, status, text)."""
        graph = self.folder / "graph.mtx"
        graph.write_text(GRAPH)
        planned = [(place, number, i) for place, number in enumerate(numbers) for i in range(len(self.mappings[number]))]
        lines = []
        for place, number, i in planned:
            names = self.chosen[number]
            outputs = " ".join(f"--output={names[role]}=-" for role in ("result", "total", "array"))
            lines.append(f"{place} --graph={graph} -P{names['parameter']}=2 --variant=m{i} --quiet {outputs}")
        for (_, number, i), (status, text) in zip(planned, executables.run([str(self.folder / "batch")], lines)):
            yield number, self.mappings[number][i], status, text


def failures(programs, installation):
    wanted = programs.generated()
    built = programs.built(installation, wanted)
    failed, expected = len(programs.chosen) - len(built), None
    for number, mapping, status, text in programs.results(built):
        if expected is None:
            assert status == 0 and len(text.splitlines()) > 8, text
            expected = text
        elif status != 0 or text != expected:
            print(f"{programs.chosen[number]} with `{mapping}`: status {status}\n{text}\ninstead of\n{expected}")
            failed += 1
    return failed


engine, folder = sys.argv[1], pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
step = 1 if "MAXWARP_FULL" in os.environ else {"openmp": 3, "simt": 12}[engine]
names = all_names(engine, folder)
programs = Programs(engine, folder, names, step)
failed = failures(programs, executables.Installation())
print(f"{len(programs.chosen)} programs, {len(names)} names, {failed} failed")
sys.exit(failed != 0)
