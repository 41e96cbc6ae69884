"""Gives the lines of a ledger the hashes that texts had before: earlier_texts.py LEDGER PROGRAM MAPPING…. Those had the words of
the mapping in the table for whole weights, and line breaks by their length."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ledger, program, *mappings = sys.argv[1:]


def hashed(mapping):
    with tempfile.TemporaryDirectory() as folder:
        stem = pathlib.Path(program).stem
        files = [f"{folder}/{stem}.cu", f"{folder}/{stem}.h", f"{folder}/{stem}_entry.cu"]
        subprocess.run(["gdslc", program, "--target=cuda", f"--map=mapped:{mapping}", "--number=both", "--quiet", "-o", files[0],
                        f"--header={files[1]}", f"--emit-entry={files[2]}"], check=True)
        texts = [re.sub(r"\A(//.*\n)*", "", pathlib.Path(file).read_text()) for file in files]
    texts[2] = re.sub(r'\{"mapped",\s*("[^"]*"\s*)+,', "{", texts[2], count=1)
    return hashlib.sha256("".join(texts).encode()).hexdigest()


earlier = {mapping or "default": hashed(mapping) for mapping in mappings}
path = pathlib.Path(ledger)
lines = [json.loads(line) for line in path.read_text().splitlines()]
for line in lines:
    assert line["text"] != earlier[line["mapping"]], "the hash is no other one"
    line["text"] = earlier[line["mapping"]]
path.write_text("".join(json.dumps(line) + "\n" for line in lines))
