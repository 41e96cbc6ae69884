"""Every byte, in every place where text of a user travels, through every output: it stays text.

`text_bytes.py FOLDER BFS_PROGRAM RUNTIME_INCLUDE`, with gdsl and gdslc on PATH; GDSLC stands in for the compiler where
gdsl needs one. Prints how many outputs were looked at."""
import ast
import csv
import io
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import unicodedata

folder, bfs, include = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
folder.mkdir(parents=True)
os.chdir(folder)

BYTES = [bytes([b]) for b in range(256)]
WIDE = [c.encode() for c in "\x80\x85\x9b\x9f\xa0é€😀\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069"]
EVIL = [b"\\\n", b"\\ \n", b"??/\n", b"*/ int evil; /*", b'"; int evil; "', b"%s%n", b"$(touch PWNED)", b"`touch PWNED`", b"';touch PWNED;'",
        b"\x1b[2J\x1b]0;evil\x07", b"\r#error evil", b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"]
ALGORITHM = b"algorithm a(source: node) -> level: node int { level[source] = 1 }\n"
looked_at = 0


def steers(character):
    """Whether it is none that may be shown: what Unicode says, where the tools have a list of their own."""
    return unicodedata.category(character) in ("Cc", "Zl", "Zp") or unicodedata.bidirectional(character) in (
        "LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI") or character in "\u061c\u200e\u200f"


def check(text, what, kept="\n"):
    """The bytes are text in which nothing steers."""
    global looked_at
    looked_at += 1
    wrong = [c for c in text.decode() if steers(c) and c not in kept]
    assert not wrong, f"{what}: {wrong} in {text!r}"
    return text.decode()


def run(*words, status=0, **more):
    done = subprocess.run(words, capture_output=True, **more)
    what = f"{words} {done.stdout!r} {done.stderr!r}"
    assert done.returncode == status, f"status {done.returncode}: {what}"
    return done.stdout, done.stderr


def file_names(allowed):
    """Names with all bytes that a file's may have, and the evil ones; each with `allowed` behind."""
    bytes_of_names = [b for b in BYTES if b not in (b"\0", b"/")]
    names = [b"x" + b"".join(bytes_of_names[i:i + 100]) for i in range(0, len(bytes_of_names), 100)]
    names += [b"x" + b"".join(EVIL[i::2]).replace(b"/", b"") for i in range(2)] + [b"x" + b"".join(WIDE), b"=1+2", b"-x"]
    return [name + allowed for name in names]


def chunks(texts, size=15):
    """As many as gdslc reports at once."""
    for i in range(0, len(texts), size):
        yield texts[i:i + size]


# --- Programs: what the lexer takes and refuses.
def refused_lines(head, texts, tail, *options):
    """The lines of a program, one a text, that gdslc has something against."""
    lines = [head + text + tail for text in texts]
    pathlib.Path("p.gdsl").write_bytes(b"\n".join(lines) + b"\n" + ALGORITHM)
    done = subprocess.run(["gdslc", "p.gdsl", "--diagnostics=json", *options], capture_output=True)
    json_text = check(done.stderr, "diagnostics as JSON")
    assert json_text.isascii(), json_text
    check(subprocess.run(["gdslc", "p.gdsl", *options], capture_output=True).stderr, "diagnostics", "\n\t")
    assert done.returncode == (1 if json.loads(json_text)["diagnostics"] else 0), done
    return {d["range"]["line"] - 1 for d in json.loads(json_text)["diagnostics"]}


def check_programs():
    for head in (b"// ", b"/// "):
        for texts in chunks([t for t in BYTES + WIDE + EVIL if b"\n" not in t and b"\r" not in t and t != b"\0"]):
            seen = refused_lines(head, texts, b" end")
            for i, text in enumerate(texts):
                try:
                    wrong = any(steers(c) and c != "\t" for c in text.decode())
                except UnicodeDecodeError:
                    wrong = True
                assert (i in seen) == wrong, f"{text!r} in a comment: refused: {i in seen}"
    for texts in chunks([b for b in BYTES if b not in (b"\n", b"\r", b"\0")]):  # names are ASCII
        seen = refused_lines(b"la", texts, b"bel", "--emit=tokens")
        for i, text in enumerate(texts):
            harmless = re.fullmatch(rb"[\w\t ()*+,/:;<=>?{}\[\]%&|^~-]", text, re.ASCII)
            assert (i in seen) == (not harmless), f"{text!r} in a name: refused: {i in seen}"
    # Every line end ends a comment: what follows is code.
    for end in (b"\n", b"\r\n", b"\r"):
        pathlib.Path("p.gdsl").write_bytes(b"/// one" + end + b"/// two" + end + b"// three" + end + ALGORITHM)
        run("gdslc", "p.gdsl", "-o", "p.cu")
        header = pathlib.Path("p.h").read_text()
        assert "/// one\n/// two\n" in header and "\r" not in header, header
        pathlib.Path("p.gdsl").write_bytes(b"// comment" + end + b"int evil; " + ALGORITHM)
        check(run("gdslc", "p.gdsl", status=1)[1], "diagnostics")
    pathlib.Path("p.gdsl").write_bytes(b"// \0\n" + ALGORITHM)
    check(run("gdslc", "p.gdsl", status=1)[1], "diagnostics")


# --- Generated text.
def check_generated(source_name, documentation):
    """One program through gdslc: nothing of its name and documentation is code."""
    text = b"".join(b"/// " + line + b"\n" for line in documentation.split(b"\n"))
    pathlib.Path(os.fsdecode(source_name)).write_bytes(text + ALGORITHM)
    run("gdslc", b"./" + source_name, "-g", "--target=openmp", "-o", "g.cpp", "--header=g.h", "--emit-entry=g_entry.cpp")
    for name in ("g.cpp", "g.h", "g_entry.cpp"):
        generated = check(pathlib.Path(name).read_bytes(), name, "\n\t" if name == "g.h" else "\n")
        for line in generated.split("\n"):
            assert not line.endswith("\\") and not re.search(r"(\\|\?\?/)\s*$", line), f"{name}: {line}"
            code = line if line.lstrip().startswith("//") else re.sub(r'"(\\.|[^"\\])*"', '""', line)
            code = code.split("//")[0]
            assert not re.search(r"evil|touch|error", code), f"{name}: {line}"
    entry = pathlib.Path("g_entry.cpp").read_text()
    literal = re.search(r'algorithm = \{\s*"a",((?:\s*"(?:\\.|[^"\\])*")+),', entry)[1]
    said = "".join(ast.literal_eval(part.replace("\\?", "?")).encode("latin-1" if part.isascii() else "utf-8").decode()
                   for part in re.findall(r'"(?:\\.|[^"\\])*"', literal))
    assert said.encode() == documentation, f"{said!r} for {documentation!r}"


def check_texts():
    visible = b"".join(b for b in BYTES if 32 <= b[0] < 127)
    doc = [visible, b"tab\tand \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", b"back \\", b"blanks \\   x", b"??/", b"a ??/ b ??< ??' ??", b'" \\" \\n %s',
           b"*/ int evil; /*", b'"; int evil; "', b')--" int evil; R"--(', b"$(touch PWNED) `touch PWNED`", b"word\\ " * 60, b"x ??/ " * 60,
           b"#error evil", b"// clang-format off", b"\\"]
    check_generated(b"doc.gdsl", b"\n".join(doc))
    for compiler in ("g++", "clang++-22"):
        for name in ("g_entry.cpp", "g.cpp"):
            run(compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fopenmp", "-fsyntax-only", f"-I{include}", name)
    for name in file_names(b".gdsl"):
        check_generated(name, b"one")
    os.makedirs(os.path.join(b"".join(b for b in BYTES[1:] if b not in (b"/", b"\n")), b"??", b"\\\n"))
    for place, _, _ in os.walk(b"."):
        check_generated(os.path.join(place, b"x.gdsl"), b"one")
        check(run("gdslc", "doc.gdsl", "-g", "--check", "--target=openmp", "-o", os.path.join(place, b"o.cpp"))[1], "--check")
        check(pathlib.Path(os.fsdecode(place), "o.cpp").read_bytes(), "a source in an odd folder")


# --- Messages, reports and help: a terminal and JSON.
def check_messages():
    for name in file_names(b".el"):
        for words in (["gdsl", "graph", "info", b"./" + name], ["gdsl", "run", b"./" + name + b".gdsl", "--quiet"], ["gdslc", b"./" + name],
                      [bfs, b"--graph=./" + name, "--source=0"], ["gdsl", name], ["gdslc", b"--" + name], [bfs, b"--" + name],
                      ["gdsl", "explore", b"--from=" + name], [bfs, b"--graph=chain:3", b"--source=" + name],
                      ["gdslc", "doc.gdsl", b"--map=" + name + b":block=64"], ["gdslc", "doc.gdsl", b"--map=" + name + b".block=64"],
                      ["gdslc", "doc.gdsl", b"--map=block=" + name], ["gdslc", "doc.gdsl", b"--algorithm=" + name]):
            said = check(run(*words, status=1)[1], "message")
            assert said.count("\n") == 1, f"{words}: {said}"
        pathlib.Path(os.fsdecode(name)).write_text("0 1\n")
        pathlib.Path("m.map").write_bytes(b"# " + name + b"\n" + name + b" = 1\n")
        check(run("gdslc", "doc.gdsl", "--map=m.map", status=1)[1], "message")
        check(run("gdslc", "doc.gdsl", "--judge-mappings=-", input=b"block=" + name + b"\n")[0], "judgement")
        json_text, said = run(bfs, b"--graph=./" + name, "--source=0", "--json=-")
        assert check(json_text, "report as JSON").isascii() and check(said, "messages") == ""
        assert json.loads(json_text)["graph"]["name"] == "./" + name.decode(errors="replace") or b"\xff" in name or not is_utf8(name)
        assert len(check(run(bfs, b"--graph=./" + name, "--source=0")[0], "report").splitlines()) == 5
        assert check(run("gdsl", "graph", "info", b"./" + name, b"--json=-")[0], "facts as JSON").isascii()
        check(run("gdsl", "graph", "info", b"./" + name)[0], "facts")
        check(run("gdsl", "graph", "convert", b"./" + name, b"./" + name + b".mwg")[1], "messages")
        check(run(b"./" + name, "--help", executable=bfs)[0], "help")
        graph = name[:-3] + b".directed=false\ngraph.x.directed = false\n"  # the name of a graph goes into its properties
        run("gdsl", "graph", "convert", b"./" + name, b"./" + graph + b".v")
        assert len(check(pathlib.Path(os.fsdecode(graph + b".properties")).read_bytes(), "properties").splitlines()) == 4
        assert "; directed; kept" in (said := check(run("gdsl", "graph", "info", b"./" + graph + b".v")[0], "facts")), said


def is_utf8(name):
    try:
        return bool(name.decode())
    except UnicodeDecodeError:
        return False


def check_graph_files():
    """Words of graph files, cut out of their headers, comments and weights, in messages."""
    forms = {"a.mtx": b"%%%%MatrixMarket matrix coordinate %b general\n1 1 1\n1 1 1\n", "b.mtx": b"%%%%MatrixMarket matrix %b\n",
             "c.mtx": b"%%%%MatrixMarket matrix coordinate pattern general\n%% %b\n%b 1 1\n", "a.gr": b"c %b\np %b 1 1\n", "b.gr": b"p sp 2 1\na 1 2 %b\n",
             "a.wel": b"# %b\n0 1 %b\n", "a.graph": b"%% %b\n1 0 %b\n", "a.v": b"%b\n"}
    for name, form in forms.items():
        for i in range(0, 256, 32):
            word = b"".join(b for b in BYTES[i:i + 32] if b != b"\n")
            pathlib.Path("a.e").write_text("")
            pathlib.Path("a.properties").write_bytes(b"graph.a.directed = " + word + b"\n")
            pathlib.Path(name).write_bytes(form.replace(b"%b", word).replace(b"%%", b"%"))
            assert check(run("gdsl", "graph", "info", name, status=1)[1], name).count("\n") == 1


def check_terminal():
    """The line of progress."""
    pathlib.Path("slow\x1b[31m\x07\u202e.gdsl").write_text("program")
    main, side = pty.openpty()
    process = subprocess.Popen(["gdsl", "run", "slow\x1b[31m\x07\u202e.gdsl", "--engine=openmp", "--graph=chain:4", "--source=1"], stderr=side,
                               stdout=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm", "SLEEP": "1", "XDG_CACHE_HOME": str(folder)})
    os.close(side)
    text = b""
    try:
        while piece := os.read(main, 4096):
            text += piece
    except OSError:
        pass
    assert process.wait() == 0 and b"slow\\x1b[31m\\x07\\xe2\\x80\\xae.gdsl" in text, text
    check(text.replace(b"\x1b[K", b"").replace(b"\r", b""), "progress")


# --- Packs: what is recorded, and what comes back.
def check_pack():
    stub = pathlib.Path("nvcc")  # "compiles", and links to a program that writes its words down
    stub.write_text('#!/bin/bash\nwhile [ $# -gt 1 ]; do [ "$1" = -o ] && output=$2; shift; done\n'
                    'printf \'#!/bin/bash\\nprintf "%%s\\\\0" "$@" >>words\\n\' >"$output"; chmod +x "$output"\n')
    stub.chmod(0o755)
    values = [b"v" + b"".join(b for b in BYTES[i:i + 64] if b != b"\0") for i in range(0, 256, 64)] + EVIL
    name = b"x'\"$(touch PWNED)`touch PWNED`\n.gdsl"
    pathlib.Path(os.fsdecode(name)).write_bytes(ALGORITHM)
    for value in values:
        run("gdsl", "run", name, "--pack=pack", "--quiet", "--graph=chain:3", b"--source=" + value)
    for source in [*pathlib.Path("pack/runtime").rglob("*.cpp"), *pathlib.Path("pack/runtime").rglob("*.cu")]:
        source.unlink()
    check(pathlib.Path("pack/runs").read_bytes(), "runs of the pack")
    assert [p.name for p in pathlib.Path("pack/programs").iterdir()] == ["x____touch_PWNED__touch_PWNED__"]
    said = run("pack/run", env={**os.environ, "NVCC": str(stub.absolute())})
    check(said[0] + said[1], "what the pack says")
    seen = pathlib.Path("pack/words").read_bytes().split(b"\0")
    assert [w for w in seen if w.startswith(b"--source=")] == [b"--source=" + value for value in values], seen


def check_results():
    results = pathlib.Path("back/results")
    results.mkdir(parents=True)
    texts = [chr(b) for b in range(256)] + [b.decode(errors="replace") for b in EVIL] + ["=1+2", "+1", "-1", "@x", "\t=1", "\r=1", "a,\"b\"\nfast,0.1"]
    texts += [text.decode() for text in WIDE]
    runs = [{"variant": t, "mapping": t, "rounds": 1, "run_ms": 1.0, "repetitions_ms": [1.0], "arguments": {t: t}, "verified": False,
             "difference": t} for t in texts]
    for number, text in enumerate(texts[::10]):
        report = {"schema": 1, "program": text, "engine": "cuda", "device": text, "graph": {"name": text}, "runs": runs if number == 0 else runs[:1]}
        (results / f"{number}-a.json").write_text(json.dumps(report))
    pathlib.Path("back/runs").write_bytes(b"a" + b"".join(BYTES) + b"\n")
    rows = len(texts) + len(texts[::10]) - 1
    said = check(run("gdsl", "explore", "--from=back", status=2)[0], "table")
    assert len([line for line in said.split("\n") if re.search(" NO +cuda", line)]) == rows, said
    assert check(run("gdsl", "explore", "--from=back", "--json=-", status=2)[0], "table as JSON").isascii()
    table = list(csv.reader(io.StringIO(check(run("gdsl", "explore", "--from=back", "--csv=-", status=2)[0], "table as CSV"))))
    assert len(table) == rows + 1 and all(len(row) == len(table[0]) for row in table), table
    for row in table:
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row), row
    pathlib.Path("back/explore.json").write_text('[{"tried":2,"legal":2,"explored":2,"first_run":1,"last_run":9999}]')
    check(run("gdsl", "explore", "--from=back", status=2)[0], "ranking")


for part in (check_programs, check_texts, check_messages, check_graph_files, check_terminal, check_pack, check_results):
    part()
assert not list(folder.rglob("PWNED")), "something was executed"
print(f"{looked_at} outputs, all of them text")
