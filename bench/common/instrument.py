"""Makes a generated CUDA program record what its operator does: `instrument.py PROGRAM.cu PATTERN
[KERNELS]`.

Every launch of the operator's kernels (`expand` or `relax`, and its `_rest` and `_few`; or KERNELS, a regular expression) goes through instrument.cuh, which takes its time. PATTERN is `WHERE=>COUNT`:
behind each line with the text WHERE the kernels count COUNT as well, an expression; empty: times only. A text in which there is nothing to
instrument is an error, so that a change of the generated code cannot go unnoticed."""
import re
import sys

OPERATOR = r"(?:expand|relax)(?:_rest|_few)?"


def replaced(pattern, text, new, flags=re.M):
    text, times = re.subn(pattern, new, text, flags=flags)
    if not times:
        sys.exit(f"instrument.py: {sys.argv[1]} has no `{pattern}`")
    return text


def main():
    path, pattern = sys.argv[1:3]
    kernels = sys.argv[3] if len(sys.argv) > 3 else OPERATOR
    with open(path) as file:
        text = file.read()
    text = replaced(r"\A((?:.*\n)*?#include .*\n)\n", text, r'\1\n#include "instrument.cuh"\n\n', re.A)
    text = replaced(r"^(namespace gdsl(?:::\w+)+::(\w+) \{)$", text, r'\1\nconstexpr const char *instrumented_variant = "\2";')
    text = replaced(r"^(  Stream gpu\(stream\);)$", text, r"\1\n  instrument::Run instrumented(gpu, stream, instrumented_variant);")
    text = replaced(rf"gpu\.launch\(((?:{kernels})(?:<\w+>)?),", text, rf"instrumented.launch({'true' if pattern else 'false'}, \1,")
    if pattern:
        where, count = pattern.split("=>")
        text = replaced(rf"^(.*{re.escape(where)}.*)$", text, rf"\1\n  instrument::count({count});")
    with open(path, "w") as file:
        file.write(text)


main()
