"""Checks reports against a schema of docs/, and that docs/json.md names every field of it: check_json.py SCHEMA REPORT…"""
import json
import pathlib
import re
import sys

import jsonschema

docs = pathlib.Path(__file__).resolve().parents[3] / "docs"


def fields(schema):
    """All names of fields that the schema describes, at any depth."""
    if isinstance(schema, list):
        return {name for part in schema for name in fields(part)}
    if not isinstance(schema, dict):
        return set()
    below = {name for part in schema.values() for name in fields(part)}
    own = schema.get("properties", {})
    return below | set(own if isinstance(own, dict) else ())


schema = json.loads((docs / sys.argv[1]).read_text(encoding="utf-8"))
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
for name in sys.argv[2:]:
    validator(schema).validate(json.loads(pathlib.Path(name).read_text(encoding="utf-8")))
    # The schema says something: what it does not know, and what is missing, is wrong.
    report = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
    for change in ({"more": 1}, {"schema": 2}):
        assert not validator(schema).is_valid({**report, **change}), change
    for field in schema["required"]:
        assert not validator(schema).is_valid({key: value for key, value in report.items() if key != field}), field
described = set(re.findall(r"\w+", (docs / "json.md").read_text(encoding="utf-8")))
missing = sorted(fields(schema) - described)
assert not missing, f"docs/json.md does not speak of {missing}"
