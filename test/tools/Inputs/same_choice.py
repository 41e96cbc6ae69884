"""same_choice.py ADVICE RUN: both give the same reasons, and choose the same mapping."""
import re
import sys

advice, run = (open(path).read() for path in sys.argv[1:])
reasons = re.compile(r"^ *(.+ is (?:not )?less than .+)$", re.MULTILINE)
assert reasons.findall(advice) == reasons.findall(run) != [], (advice, run)
chosen = re.search(r"chosen: (.*)", advice)[1]
assert re.search(r"^variant `\w+`: (.*)$", run, re.MULTILINE)[1] == chosen, (advice, run)
assert "equal to the reference" in run
