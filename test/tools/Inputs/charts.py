"""The charts of an SVG file, a line each: title | x | y: bars | kinds. charts.py FILE, `-` for the input."""
import re
import sys
import xml.etree.ElementTree as tree

text = sys.stdin.read() if sys.argv[1] == "-" else open(sys.argv[1], encoding="utf-8").read()
root = tree.fromstring(text)
space = "{http://www.w3.org/2000/svg}"
assert root.tag == space + "svg"
width, height = map(float, root.get("viewBox").split()[2:])
for group in root.findall(f"{space}g"):
    words = [one.text for one in group.iter(f"{space}text")]
    bars, heights = [], []
    for box in group.findall(f"{space}rect"):
        title = box.find(f"{space}title")
        if title is None:
            continue
        x, y, wide, high = (float(box.get(name)) for name in ("x", "y", "width", "height"))
        assert 0 <= x and x + wide <= width and 0 <= y and high > 0, title.text
        bars.append(tuple(title.text.rsplit(": ", 1)))
        heights.append((float(bars[-1][1]), high))
    assert [high for _, high in sorted(heights)] == sorted(high for _, high in heights), "a larger value has a smaller bar"
    x_label = [word for word in words if re.search("round|degree", word)][-1]
    y_label = next(word for word in words if word in ("edges", "ms", "counted cost", "nodes"))
    kinds = [word for word in words if word.startswith("expand")]
    print(f"{group.get('aria-label')} | {x_label} | {y_label}: {', '.join(f'{name} {value}' for name, value in bars)} | {' '.join(kinds)}")
