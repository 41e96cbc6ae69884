# What the runs have covered: kinds of nodes of both IRs, by what is printed of them. The kinds are those of the enumerations of the
# compiler; one that has no mark here is an error.
import pathlib
import re
import subprocess

COMPILER = pathlib.Path(__file__).resolve().parents[2] / "compiler"
UPDATE = r"(min=|max=|\+=|\*=|\|=|&=)"

# Enumeration -> where it stands, and each enumerator with a mark of its printed form.
KINDS = {
    "parallel ControlKind": ("parallel/ir.h", {
        "Let": r"^ *host \w+ = ", "Set": r"^ *set .* = ", "Fill": r"^ *fill ", "Region": r"^ *region ", "Rounds": r"^ *rounds from",
        "Ordered": r"^ *in order, counting",
        "Repeat": r"^ *repeat", "While": r"^ *while ", "If": r"^ *if ", "Expect": r"^ *expect ", "Break": r"^ *break$",
        "Union": None,  # not in what is printed without a mapping: test/run/closure.simt.test
        "Call": None}),  # sort and scan, which are in test/programs/compaction.gdsl and others
    "parallel Domain": ("parallel/ir.h", {
        "Nodes": r": foreach node \w+$", "NodeSet": r": foreach node \w+ in ", "Range": r"region \w+: foreach \w+ in ", "Active": r": foreach active node"}),
    "mapped StmtKind": ("parallel/statement.h", {
        "Declare": r"^ *(let|var) ", "Assign": r"^ *\w+ = [^\[]*$", "Store": r"^ *\w+\[.*\] = ", "Reduce": rf" {UPDATE} ", "If": r"^ *if ",
        "NeighborLoop": r"foreach (in)?neighbor", "RangeLoop": r"^ *foreach \w+ in ", "While": r"^ *while ", "For": r"^ *for \w+ in ",
        "Activate": None, "Break": r"^ *break$", "Fence": r"^ *fence: ", "Again": r"^ *again$", "OpenTally": r"^ *open \w+: ", "ClearTally": r"^ *clear \w+", "Count": r"^ *count .* in ",
        "Ask": r"^ *ask ", "Leader": r"^ *leader", "TeamReduce": rf"^ *team \w+ {UPDATE}", "TeamSync": r"^ *team sync", "Claim": r"^ *if claim ",
        "Mark": r"^ *mark ", "Push": r"^ *push ", "Append": r"^ *append \w+ to", "ScanDegrees": r"^ *scan (out|in)degrees",
        "AddBlockOffsets": r"^ *join sums", "ScanPieces": r"^ *scan pieces", "WritePieces": r"^ *write \w+ and ", "CountMarked": r"^ *count the nodes with",
        "SumCounts": r"^ *running sums of \w+, the total", "SumSlots": r"^ *running sums of the blocks", "PlaceSlots": r"^ *place what threads have", "PlaceMarked": r"^ *place the nodes with", "ClearBits": r"^ *clear the bits",
        "CompactBits": r"^ *append the bits", "SkipItem": r"^ *next item", "Unroll": r"levels of nodes", "AddLocal": r"^ *(add \w+ to|if no place for)",
        "DeclarePart": rf"^ *part \w+ of {UPDATE}", "Settle": r"^ *\w+ \+= \w+$",
        "Keep": None,  # conditions that last: test/run/edge_alive.simt.test
        "ChooseWidth": r"^ *choose \w+ by ",
        "CountStep": None, "CountChange": None}),  # only with --instrument=counted
    "mapped Access": ("parallel/statement.h", {
        "Undecided": None, "Plain": r"\[plain\]", "Relaxed": r"\[relaxed\]", "Atomic": r"\[atomic\]", "Guarded": r"\[guarded\]", "Segment": r"\[segment\]", "Racy": r"\[racy\]", "Private": r"\[private\]"}),
    "mapped Reserve": ("parallel/statement.h", {"Atomic": r"^ *push .*\[atomic\]", "Each": r"^ *push .*\[each\]", "Warp": r"^ *push .*\[warp\]", "Batch": r"^ *push .*\[batch\]", "BatchTogether": r"^ *push .*\[batch, together\]"}),
    "mapped Stride": ("parallel/statement.h", {"Serial": None, "Team": r"\[SIMD\]", "Together": r"\[together\]", "Columns": r"\[columns\]"}),
    "mapped ControlKind": ("mapped/ir.h", {
        "Let": r"^ *host \w+ = (?!read back)", "Run": r"^ *stage ", "Clear": r"^ *clear \w+$", "ReadBack": r"= read back ", "Swap": r"^ *swap (?!length)", "SwapLength": r"^ *swap length of",
        "GrowAndRebuild": r"^ *(grow|refill) ", "Rounds": r"^ *rounds while", "Repeat": r"^ *repeat", "While": r"^ *while ", "If": r"^ *if ",
        "Break": r"^ *break$", "Expect": r"^ *expect ", "Barrier": r"^ *barrier: ", "Resident": r"^ *resident kernel", "LaunchGraph": r"^ *launch graph",
        "Call": None,  # as above
        "Observe": None}),  # only with --instrument
    "mapped SourceKind": ("mapped/ir.h", {
        "Once": r"^ *stage \w+: once", "Grid": r": the whole grid", "Nodes": r"^ *stage \w+: all nodes", "Set": r"^ *stage \w+: set ",
        "Worklist": r"^ *stage \w+: worklist ", "Range": r"^ *stage \w+: range ", "Edges": r"^ *stage \w+: (in|out)-edges", "EdgeBalanced": r": even shares"}),
    "mapped TeamKind": ("mapped/ir.h", {"Lane": r"; one thread per item", "Tile": r"; virtual warp of", "Block": r"; one block per item", "BySize": r"; items by .*one thread$"}),
    "mapped Room": ("mapped/ir.h", {"AllNodes": r"^ *worklist \w+$", "Bounded": r", bounded", "Growing": r", growing from"}),
    "mapped StorageKind": ("mapped/ir.h", {
        "Property": r"^ *property ", "Cell": r"^ *cell ", "Sum": r"^ *sum ", "Worklist": r"^ *worklist ", "EdgeList": r"^ *edge list ", "Pieces": r"^ *pieces ", "Marks": r"^ *marks ",
        "Bits": r"^ *bits ", "Offsets": r"^ *offsets ", "Links": r"^ *links ", "Slots": r"^ *slots ", "Counts": r"^ *counts ", "Variables": r"^ *variables ",
        "EdgeBits": None,  # as Keep
        "Scratch": None,  # as Call
        "Steps": None}),  # only with --instrument=counted
    "mapped Index": ("mapped/ir.h", {"Wide": None, "Auto": r"^ *edges of 32 bits"}),
    "mapped Numbering": ("mapped/ir.h", {
        "Given": None, "Neighbors": r"numbered by neighbors", "Degree": r"numbered by degrees", "BreadthFirst": r"numbered by breadth"}),
}


def enumerators(file, name):
    """The names in an enumeration of the compiler."""
    body = re.search(rf"enum class {name}\b[^{{]*\{{(.*?)\n?\}};", (COMPILER / file).read_text(), re.S)[1]
    return [word for word in re.sub(r"//.*", "", body).replace("\n", " ").replace(" ", "").split(",") if word]


def marks():
    """(level, enumeration, enumerator) -> its mark; of those that are printed."""
    found = {}
    for title, (file, known) in KINDS.items():
        level, name = title.split()
        if missing := set(enumerators(file, name)) ^ set(known):
            raise SystemExit(f"coverage.py: {name} of compiler/{file}: no mark for, or no enumerator {', '.join(sorted(missing))}")
        found |= {(level, name, one): mark for one, mark in known.items() if mark}
    return found


class Kinds:
    """Which kinds of nodes have been printed."""

    def __init__(self):
        self.marks, self.seen = marks(), set()

    def note(self, program, mappings):
        self.look(["gdslc", program, "--emit=parallel"], "parallel")
        for mapping in mappings:
            self.look(["gdslc", program, "--emit=mapped", f"--map={mapping or 'default'}"], "mapped")

    def look(self, words, level):
        text = subprocess.run([*words, "--quiet"], capture_output=True, text=True).stdout
        self.seen |= {kind for kind, mark in self.marks.items() if kind[0] == level and kind not in self.seen and re.search(mark, text, re.M)}

    def missing(self):
        return [".".join(kind) for kind in self.marks if kind not in self.seen]
