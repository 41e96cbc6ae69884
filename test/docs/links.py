"""Links of the documents lead somewhere: files, folders and anchors inside of the repository. `links.py ROOT FILE…`, or all tracked
documents without FILE. Addresses of other machines are not asked for."""
import pathlib
import re
import subprocess
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "lint"))
import markdown

root = pathlib.Path(sys.argv[1]).resolve()
INLINE = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?([^()\s>]*(?:\([^()\s]*\)[^()\s>]*)*)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"\[([^\[\]]+)\]\[([^\[\]]*)\]")
DEFINITION = re.compile(r"\[([^\[\]]+)\]: +(\S+)")
_anchors = {}


def anchors(path):
    if path not in _anchors:
        _anchors[path] = markdown.anchors(path.read_text())
    return _anchors[path]


def prose(text):
    """The text with code as blanks, so that lines keep their numbers."""
    kept = "\n".join("" if kind == "code" else line for _, kind, line in markdown.lines(text))
    return markdown.CODE_SPAN.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), kept)


def fault(path, target):
    """What is wrong with a link of `path`, or None."""
    if re.match(r"[a-z][a-z+.-]*:", target):
        return None if re.match(r"(https?|mailto):", target) else "an address of an unknown kind"
    name, _, anchor = urllib.parse.unquote(target).partition("#")
    file = (path.parent / name).resolve() if name else path
    if not file.is_relative_to(root):
        return "leads out of the repository"
    if not file.exists():
        return "there is no such file"
    if anchor and (file.suffix != ".md" or anchor not in anchors(file)):
        return f"{file.relative_to(root)} has no heading `#{anchor}`"
    return None


def links(path):
    """(line, link) of each link of a document, with the target of a reference; and (line, fault) of a reference without one."""
    text = prose(path.read_text())
    defined = {}
    for found in re.finditer(rf"^{DEFINITION.pattern}", text, re.M):
        defined[found[1].lower()] = found[2]
        yield text.count("\n", 0, found.start()) + 1, found[2], None
    for found in INLINE.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, found[2], None
    for found in REFERENCE.finditer(text):
        label = " ".join((found[2] or found[1]).lower().split())
        if label not in defined:
            yield text.count("\n", 0, found.start()) + 1, found[0], "the reference is not defined"


def documents():
    if sys.argv[2:]:
        return [pathlib.Path(name).resolve() for name in sys.argv[2:]]
    done = subprocess.run(["git", "-C", root, "ls-files", "*.md"], capture_output=True, text=True)
    names = done.stdout.splitlines() or [p for p in root.rglob("*.md") if not str(p.relative_to(root)).startswith("build")]
    return [root / name for name in names]


found, wrong = 0, 0
for path in documents():
    for line, target, reason in links(path):
        found += 1
        reason = reason or fault(path, target)
        if reason:
            print(f"{path.relative_to(root) if path.is_relative_to(root) else path}:{line}: `{target}`: {reason}")
            wrong += 1
print(f"{found} links, {wrong} lead nowhere")
sys.exit(wrong != 0 or not found)
