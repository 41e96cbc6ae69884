"""A page of a report is one well-formed file that needs no other: page.py FILE [DATA.json]; DATA.json gets its data."""
import html.parser
import json
import re
import sys

VOID = {"meta", "input", "br", "link"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.wanted, self.texts, self.scripts = [], [], [], {}, []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ("src", "href", "action", "srcset", "data"):
            assert attributes.get(name, "#").startswith("#"), f"<{tag} {name}> leads out of the page"
        assert not any(name.startswith("on") for name in attributes), f"<{tag}> has code in an attribute"
        if "id" in attributes:
            self.ids.append(attributes["id"])
        self.wanted += [attributes[name].lstrip("#") for name in ("aria-labelledby", "for", "href") if name in attributes]
        if tag in ("select", "button") and "label" not in self.open:
            self.wanted += [attributes["id"]]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append(attributes.get("type", ""))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes <{self.open[-1] if self.open else None}>"
        self.open.pop()

    def handle_data(self, data):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)


with open(sys.argv[1], encoding="ascii") as file:
    text = file.read()
page = Page()
page.feed(text)
page.close()
assert not page.open, f"not closed: {page.open}"
assert len(set(page.ids)) == len(page.ids) and set(page.wanted) <= set(page.ids), set(page.wanted) - set(page.ids)
assert page.scripts == ["application/json", ""], page.scripts
assert len(text) < 500_000, len(text)
assert not re.search(r"@import|url\(|https?://(?!www\.w3\.org/)", "".join(page.texts["style"] + page.texts["script"][1:])), "it loads something"
assert "default-src 'none'" in text and "prefers-color-scheme: dark" in text and "@media print" in text
data = json.loads(page.texts["script"][0])
for row in data["rows"]:
    assert len(row["figures"]) == len(row["counted"]) == len(row["rounds"]) == len(data["graphs"])
    assert all(0 <= line < len(data["lines"]) for line in row["source"] or [])
used = {line for lines in [data["text"], *(row["source"] or [] for row in data["rows"])] for line in lines}
assert used == set(range(len(data["lines"]))), "a line that nothing has"
if len(sys.argv) > 2:
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(data, file)
print(f"title {page.texts['title'][0]}; {len(data['rows'])} mappings, {sum(bool(row['source']) for row in data['rows'])} texts, "
      f"{len(data['refused'])} facts")
print("\n".join("".join(piece[1:] for piece in data["lines"][line]) for line in data["text"]))
