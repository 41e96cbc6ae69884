# Plants faults into generated text and into a copy of the runtime, and looks whether the differential test finds each of them:
# `faults.py [NAME…] [--seed=S] [--batches=N]`. Exit status 1 where a fault is not found, or fits nowhere.
import argparse
import collections
import pathlib
import re
import shutil
import sys
import tempfile

import differential
import executables

# name: (file of the runtime, or "" for generated text; what is replaced; by what; which programs it can change)
Fault = collections.namedtuple("Fault", "name file pattern replacement uses")
TEXT = ""
FAULTS = [Fault(*fault) for fault in [
    ("chunk_without_sync", TEXT, r"tile\.sync\(\);  // the chunk is complete", "", None),
    ("last_edge_lost", TEXT, r"; (e\w*) < end;", r"; \1 + 1 < end;", None),
    ("chunk_off_by_one", TEXT, r"min_of<std::int64_t>\((\w+), (\w+) - base\)", r"min_of<std::int64_t>(\1, \2 - base - 1)", None),
    ("claim_not_asked", TEXT, r"if \((claim\([^{}]*\))\) \{", r"if (\1 || true) {", None),
    ("claim_of_first_round", TEXT, r"claim\((\w+), (\w+), round\w*\)", r"claim(\1, \2, 1)", None),
    ("lists_not_swapped", TEXT, r"\n    swap\((\w+\.)?active, (\w+\.)?next\);", "", None),
    ("next_not_cleared", TEXT, r"\n    gpu\.clear\(work\.next\);", "", None),
    ("marks_reset_wrongly", TEXT, r"marks(\w*)\[(\w+)\] = -1;", r"marks\1[\2] = 1;", None),
    ("grid_does_not_wait", TEXT, r"barrier\.wait\(\);  // [^\n]*", "", None),
    ("last_node_lost", TEXT, r"i < count; i \+= thread_count\(\)", "i + 1 < count; i += thread_count()", None),
    ("read_is_plain", TEXT, r"load_relaxed\(&(\w+\[\w+\])\)", r"\1", None),
    ("nobody_waits", TEXT, r"ready = false;\n", "\n", None),
    ("share_ends_early", "shares.cuh", r"min_of\(next_ \+ share, total\)", "min_of(next_ + share, total - 1)", r"EvenShare"),
    ("level_not_waited_for", "block_levels.cuh", r"__syncthreads\(\);  // the block has run[^\n]*", "", r"BlockLevels"),
    ("mask_of_wrong_lanes", "team.cuh", r"return lanes << \(threadIdx\.x % 32 / W \* W\);", "return lanes;", r"Tile<|broadcast|tile"),
    ("reduction_stops_early", "team.cuh", r"distance = W / 2; distance > 0;", "distance = W / 2; distance > 1;", r"\.reduce\(|accumulate_"),
    ("broadcast_of_last_lane", "team.cuh", r"__shfl_sync\(mask\(\), value, 0, W\)", "__shfl_sync(mask(), value, W - 1, W)", r"broadcast|run_on_leader\(|take\("),
    ("push_lost", "thread.cuh", r"\{ list\.nodes\[place\] = node; \}", "{ list.nodes[place] = place % 4 == 3 ? 0 : node; }", r"push"),
    ("push_warp_aggregated_shifted", "thread.cuh", r"\(1u << lane\) - 1\)\), node", "(2u << lane) - 1)), node", r"push_warp_aggregated"),
    ("claim_twice", "thread.cuh", r"!= round && atomicExch\(&marks\[node\], round\) != round;", "!= round && (store_relaxed(&marks[node], round), true);", r"claim\("),
    ("sum_not_atomic", "additions.cuh", r"const T old = from_word<T>\(atomicAdd\(reinterpret_cast<Word\*>\(place\), to_word\(value\)\)\);",
     "const T old = load_relaxed(place);\n    store_relaxed(place, from_word<T>(static_cast<Word>(to_word(old) + to_word(value))));", r"atomic_plus"),
    ("batch_drops_last", "batch.cuh", r"if \(i < count_\) put", "if (i + 1 < count_) put", r"Batch<"),
    ("block_list_not_waited_for", "batch.cuh", r"__syncthreads\(\);  // the block has pushed everything", "", r"BlockList<"),
    ("bits_shifted", "compact.cuh", r"if \(below > n\) continue;", "if (below >= n) continue;", r"compact_bits|settle_bits"),
    ("bits_of_leader_only", "thread.cuh", r"static_cast<std::int32_t>\(word\)\);", "1 << (node % 32));", r"set_bit_together"),
    ("marked_node_lost", "compact.cuh", r"node < nodes && marks", "node + 1 < nodes && marks", r"place_marked|count_marked"),
    ("row_before", "graph.h", r"offsets\[middle\] <= k", "offsets[middle] < k", r"write_pieces"),
    ("piece_skipped", "distribution.cuh", r"static_cast<unsigned long long>\(piece\)\)\);\n", "static_cast<unsigned long long>(piece + 1)));\n", r"take\(|dynamic_pieces"),
    ("tie_goes_to_largest", "tally.h", r"key < winner", "key > winner", r"\.most\("),
    ("slot_cleared_early", TEXT, r"\*next_length_cell\w* = 0;((?:.|\n)*?swap\((\w+), )", r"*\2.size = 0;\1", None),
    ("bit_not_atomic", "thread.cuh", r"& bit\) == 0\) atomicOr\(&bits\[node / 32\], bit\);",
     "& bit) == 0) store_relaxed(&bits[node / 32], load_cached(&bits[node / 32]) | bit);", r"\bset_bit\("),
    ("full_batch_lost", "batch.cuh", r"if \(count_ == Size\) append_to\(list\);", "if (count_ == Size) count_ = 0;", r"Batch<"),
    ("total_of_first_warp", "device.cuh", r"if \(threadIdx\.x % 32 != 0 \|\| sum == T\{0\}\)", "if (threadIdx.x != 0 || sum == T{0})", r"accumulate_plus"),
]]


def planted(fault, file):
    """The text of a file with the fault in it."""
    text, count = re.subn(fault.pattern, fault.replacement, file.read_text())
    if count == 0:
        sys.exit(f"{fault.name}: its pattern fits nowhere in {file.name}")
    return text


class Planted:
    """A batch whose texts have been generated: for every fault the programs that it can change are compiled anew."""

    def __init__(self, test, number, folder):
        options = test.options
        self.test, self.batch = test, differential.Batch(options, folder, number * options.together, options.together, test.generator)
        self.chosen = {path: found for engine, path, found in self.batch.choose_mappings(test.pairs) if engine == "simt"}
        self.texts = folder / "simt"
        self.texts.mkdir()
        for path, found in self.chosen.items():
            if said := executables.generate(str(path), self.texts, "simt", found):
                sys.exit(said)

    def changed(self, fault):
        """The programs that the fault can change: those of few kernels first, as they are compiled quickly."""
        pattern = fault.uses or fault.pattern
        texts = {path: (self.texts / f"{path.stem}.cu").read_text() for path in self.chosen}
        fits = [path for path, text in texts.items() if re.search(pattern, text)]
        return sorted(fits, key=lambda path: len(texts[path]))

    def with_fault(self, fault, paths, folder):
        """The texts of the programs, and the runtime, with the fault in them."""
        shutil.copytree(self.texts, folder / "simt")
        runtime = folder / "runtime"
        shutil.copytree(self.test.installation.share / "runtime" / "include", runtime / "include")
        (runtime / "simt").mkdir()
        (runtime / "simt" / "include").symlink_to((self.test.installation.share / "runtime" / "simt" / "include").resolve())
        files = [runtime / "include" / "maxwarp" / fault.file] if fault.file else [folder / "simt" / f"{path.stem}.cu" for path in paths]
        for file in files:
            file.write_text(planted(fault, file))
        return runtime

    def finds(self, fault, together=4):
        """The first failure that the fault makes, or nothing."""
        paths = self.changed(fault)
        for first in range(0, len(paths), together):
            few = {path: self.chosen[path] for path in paths[first:first + together]}
            with tempfile.TemporaryDirectory(prefix="fault") as place:
                folder = pathlib.Path(place)
                runtime = self.with_fault(fault, few, folder)
                if said := executables.build(self.test.installation, folder / "simt", "simt", [path.stem for path in few], runtime):
                    sys.exit(f"{fault.name}: does not compile\n{said[:3000]}")
                for failure in self.batch.failures("simt", few, folder):
                    return failure
        return None


def main():
    words = differential.options()
    words.add_argument("names", nargs="*", help="faults; all")
    words.add_argument("--batches", type=int, default=4)
    words.set_defaults(together=25, variants=4, engines=["simt"])
    options = words.parse_args()
    test = differential.Test(options)
    for fault in FAULTS:  # those that are not asked for, too: they are planted by the long form only
        if fault.file:
            planted(fault, test.installation.share / "runtime" / "include" / "maxwarp" / fault.file)
    open_faults = {fault.name: fault for fault in FAULTS if not options.names or fault.name in options.names}
    every, fitted = len(open_faults), set()
    for number in range(options.batches):
        with tempfile.TemporaryDirectory(prefix="planted") as place:
            batch = Planted(test, number, pathlib.Path(place))
            for fault in list(open_faults.values()):
                fitted |= {fault.name} if batch.changed(fault) else set()
                if failure := batch.finds(fault):
                    del open_faults[fault.name]
                    print(f"{fault.name}: found by {failure.case.program.stem} --map={failure.mapping}: {failure.what[:150]!r}", flush=True)
        if not open_faults:
            break
    for name in open_faults:
        print(f"{name}: {'NOT FOUND' if name in fitted else 'FITS NOWHERE'}")
    print(f"{every - len(open_faults)} of {every} faults found")
    sys.exit(bool(open_faults))


if __name__ == "__main__":
    main()
