# A room includes itself and rooms before it: `includes.py ROOT`.
import re

import sources

# Each room with the rooms that it may include besides itself.
SUPPORT = ["compiler/support", "runtime/system/shown_text.h", "runtime/system/json_text.h"]
SYNTAX = SUPPORT + ["dsl/syntax", "dsl/diagnostics"]
CHECK = SYNTAX + ["dsl/check"]
PARALLEL = CHECK + ["compiler/parallel"]
MAPPED = PARALLEL + ["compiler/analysis", "compiler/mapped"]
MAPPING = MAPPED + ["compiler/mapping"]
EMIT = MAPPED + ["compiler/emit"]  # emitters print mapped IR and know no mapping
ALLOWED = {
    "compiler/support": SUPPORT,
    "dsl/syntax": SYNTAX,
    "dsl/check": CHECK,
    "compiler/parallel": PARALLEL,
    "compiler/analysis": PARALLEL + ["compiler/analysis"],
    "compiler/mapped": PARALLEL + ["compiler/mapped"],
    "compiler/mapping": MAPPING,
    "compiler/emit": EMIT,
    "compiler/output_check": SUPPORT + ["compiler/output_check"],
    "compiler/driver": MAPPING + ["compiler/emit", "compiler/output_check", "compiler/driver"],
    "runtime": ["runtime"],
    "tools/interpreter": CHECK + ["runtime", "tools/interpreter"],
    "tools": ["tools", "runtime", "dsl/syntax/tokens.def"],  # the list of the language's words, which pages show in colour
}

# Of the headers for generated text the compiler includes two, the sizes that both reckon with, and the facts and the tree by which
# both choose; the language includes none.
OF_BOTH = ["maxwarp/selection.h", "maxwarp/sizes.h"]
OF_GENERATED_TEXT = {"compiler/mapping": OF_BOTH, "compiler/emit": OF_BOTH,
                     "runtime": ["maxwarp/"], "tools/interpreter": ["maxwarp/"], "tools": ["maxwarp/"]}

findings, looked_at = [], 0
for path in sources.files({".cpp", ".h", ".cuh", ".cu"}):
    name = str(path.relative_to(sources.root()))
    room = next((room for room in ALLOWED if name.startswith(room + "/")), None)
    if room is None:
        if re.match(r"(compiler|dsl)/\w+/", name):
            findings.append(f"{name}: a room that includes.py does not know")
        continue
    looked_at += 1
    for line, text in enumerate(path.read_text().splitlines(), 1):
        include = re.match(r'#include [<"]((?:compiler|dsl|runtime|tools|test|maxwarp)/[^">]+)[">]', text)
        if include and not any(include[1].startswith(allowed) for allowed in ALLOWED[room] + OF_GENERATED_TEXT.get(room, [])):
            findings.append(f"{name}:{line}: {room} must not include {include[1]}")
sources.report(findings, looked_at)
