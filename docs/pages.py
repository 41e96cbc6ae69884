"""Lays out the documents for mkdocs: `pages.py PAGES CONFIG` writes the folder PAGES and the file CONFIG. mkdocs wants one folder of pages,
while the documents stand beside what they describe, so all tracked documents are copied with their paths, and so is every file that
they link to. A link to a folder leads to its README.md, or to a list of its files."""
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test/lint"))
import markdown

root = pathlib.Path(__file__).resolve().parent.parent
pages, config = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(|^\[[^\[\]]+\]: +)([^()\s#]+)", re.M)

NAVIGATION = [
    ("Maxwarp", "README.md"),
    ("Documentation", "docs/README.md"),
    ("Guide", ["docs/tutorial.md", "docs/features.md", "docs/workbench.md", "docs/explore.md", "docs/tuning.md", "docs/performance.md", "docs/mappings.md", "docs/graphs.md",
               "docs/embedding.md", "docs/handwritten.md", "docs/json.md", "docs/diagnostics.md", "docs/exit-codes.md"]),
    ("Language", ["dsl/reference.md", "dsl/grammar.md", "dsl/glossary.md", "dsl/soundness.md"]),
    ("Examples", ["examples/README.md", *sorted(str(path.relative_to(root)) for path in root.glob("examples/*/README.md"))]),
    ("Internals", ["compiler/README.md", "runtime/simt/README.md", "test/differential/README.md", "CONTRIBUTING.md", "CHANGELOG.md",
                   "SECURITY.md", "test/logs/2026-11-27-full.md"]),
    ("Measurements", ["bench/README.md", *sorted((str(path.relative_to(root)) for path in root.glob("bench/results/*.md")),
                                                 reverse=True)]),
]
HEAD = """site_name: Maxwarp
site_dir: {site}
docs_dir: {pages}
use_directory_urls: false
theme:
  name: mkdocs
  highlightjs: false  # it would come from another machine
plugins: [search]
nav:
"""


def documents():
    done = subprocess.run(["git", "-C", root, "ls-files", "*.md"], capture_output=True, text=True)
    names = done.stdout.splitlines()
    if not names:  # an unpacked archive has no git
        names = [str(path.relative_to(root)) for path in root.rglob("*.md") if not str(path.relative_to(root)).startswith("build")]
    return sorted(name for name in names if (root / name).is_file())


def copy_linked(name):
    """Copies what a document links to, unless it is a document itself."""
    prose = markdown.CODE_SPAN.sub("", "\n".join(line for _, kind, line in markdown.lines((root / name).read_text()) if kind != "code"))
    for _, target in LINK.findall(prose):
        file = (root / name).parent / target
        if ":" in target or not file.is_file() or file.suffix == ".md":
            continue
        to = pages / file.resolve().relative_to(root)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, to)


def navigation():
    for title, entry in NAVIGATION:
        if isinstance(entry, str):
            yield f"  - {title}: {entry}"
            continue
        yield f"  - {title}:"
        yield from (f"    - {page}" for page in entry)


names = documents()
shutil.rmtree(pages, ignore_errors=True)
for name in names:
    (pages / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(root / name, pages / name)
    copy_linked(name)
listed = {page for _, entry in NAVIGATION for page in ([entry] if isinstance(entry, str) else entry)}
if missing := sorted(set(names) - listed):
    sys.exit(f"pages.py: not in the navigation: {', '.join(missing)}")
site = config.resolve().parent / "site"
config.write_text(HEAD.format(site=site, pages=pages.resolve()) + "\n".join(navigation()) + "\n")
