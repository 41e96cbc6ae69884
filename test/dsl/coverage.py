# Fails when a diagnostic of the language has no test of its own: for each kind in diagnostics.def there must be
# a file fail_KIND….gdsl or warn_KIND….gdsl (or in race/) that expects its message.
import pathlib
import re
import sys

definitions, tests = map(pathlib.Path, sys.argv[1:3])
texts = {path: path.read_text(errors="replace") for path in [*tests.rglob("*.gdsl"), tests / "deep_constants.py"]}
expected = [m for text in texts.values() for m in re.findall(r"expected-(error|warning|note|remark)\S* \{\{(.*?)\}\}", text)]
kinds = re.findall(r'^MAXWARP_DIAGNOSTIC\((\w+), (\w+), "((?:[^"\\]|\\.)*)"', definitions.read_text(), re.M)
missing = 0
for name, severity, message in kinds:
    parts = re.split(r"\{\d*\}", message.replace("{{", "\0").replace("}}", "\1"))
    pattern = ".+?".join(re.escape(part.replace("\0", "{").replace("\1", "}")) for part in parts)
    seen = any(s == severity.lower() and re.fullmatch(pattern, text) for s, text in expected)
    if not seen:
        print(f"no test expects {name}: {message}")
        missing += 1
for path in texts:
    wrong = path.suffix == ".gdsl" and "expected-error" in texts[path] and not path.name.startswith("fail_")
    if wrong:
        print(f"{path.name}: expects an error, so its name has to start with fail_")
        missing += 1
print(f"{len(kinds)} kinds, {missing} missing")
sys.exit(missing != 0 or not kinds)
