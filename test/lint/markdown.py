# What the checks of Markdown share: the lines of a document that are prose, the cells of its tables, its headings and links.
import re

CODE_SPAN = re.compile(r"(`+)(?:(?!\1).|\n)*?\1")
LINK_TARGET = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)")


def lines(text):
    """(number, kind, line) of each line; the kind is `code`, `table`, `comment`, `definition` (of a link), `heading` or `prose`."""
    fence, list_indent, before = None, None, "blank"
    for number, line in enumerate(text.splitlines(), 1):
        opened = re.match(r"\s*(```+|~~~+)", line)
        indent = len(line) - len(line.lstrip())
        if fence:
            kind = "code"
            fence = None if opened and opened[1].startswith(fence) else fence
        elif opened:
            kind, fence = "code", opened[1]
        elif not line.strip():
            kind = "blank"
        elif indent >= 4 and before in ("blank", "code", "heading") and (list_indent is None or indent >= list_indent + 4):
            kind = "code"
        elif line.lstrip().startswith("|"):
            kind = "table"
        elif line.startswith("<!--"):
            kind = "comment"
        elif re.match(r"\[[^\]]+\]: ", line):
            kind = "definition"
        elif re.match(r"#{1,6} ", line):
            kind = "heading"
        else:
            kind = "prose"
            item = re.match(r"\s*(?:[-*+]|\d+[.)])\s+", line)
            list_indent = len(item[0]) if item else (list_indent if indent else None)
        if not (fence and kind == "code"):
            before = kind
        yield number, kind, line


def cells(row):
    """The cells of a row of a table; a bar after a backslash is text."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def shown(text):
    """The text without the targets of its links."""
    return LINK_TARGET.sub("]", text)


def without_code(text):
    return CODE_SPAN.sub("`", text)


def anchors(text):
    """The anchors of the headings, as GitHub makes them."""
    found, seen = set(), {}
    for _, kind, line in lines(text):
        if kind != "heading":
            continue
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line.lstrip("#").strip())
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        found.add(f"{slug}-{count}" if count else slug)
    return found
