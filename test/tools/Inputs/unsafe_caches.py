"""Runs a program with caches that somebody else could change, and with odd things in a cache of one's own.

`unsafe_caches.py FOLDER`; prints a line for each case: what it was, the exit status, what was said, and what is there then."""
import os
import pathlib
import re
import subprocess
import sys

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True)
program = folder / "p.gdsl"
program.write_text("program\n")
words = ["gdsl", "run", str(program), "--engine=openmp", "--graph=chain:4", "--source=1", "--quiet", "--output=level=-"]
nobody = 65534


def run(what, command=words, cwd=folder, **variables):
    environment = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME", "TMPDIR")}
    done = subprocess.run(command, cwd=cwd, env={**environment, **{name: str(value) for name, value in variables.items()}}, capture_output=True,
                          text=True, timeout=60)
    said = done.stderr.replace(str(folder), "FOLDER").strip() or ("ran" if done.stdout == "0 inf\n1 0\n2 1\n3 2\n" else done.stdout)
    print(f"{what}: {done.returncode}: {said}", flush=True)


def new(name, mode=0o755):
    path = folder / name
    path.mkdir()
    path.chmod(mode)
    return path


def mode(path):
    return oct(path.stat().st_mode & 0o7777)


# What is made is for one user, whatever the umask says.
os.umask(0)
run("new", XDG_CACHE_HOME=new("new") / "a")
print("modes:", mode(folder / "new/a"), mode(folder / "new/a/maxwarp"), *{mode(entry) for entry in (folder / "new/a/maxwarp").iterdir()})
run("home", HOME=new("home"))
print("modes:", mode(folder / "home/.cache"), mode(folder / "home/.cache/maxwarp"))

# Others may write to the cache, or to a folder on the way there.
new("open").joinpath("maxwarp").mkdir(0o777)
run("open to all", XDG_CACHE_HOME=folder / "open")
new("group").joinpath("maxwarp").mkdir(0o775)
run("open to a group", XDG_CACHE_HOME=folder / "group")
new("sticky").joinpath("maxwarp").mkdir()
(folder / "sticky/maxwarp").chmod(0o1777)
run("sticky", XDG_CACHE_HOME=folder / "sticky")
(new("above", 0o777) / "safe").mkdir(0o700)
run("above open", XDG_CACHE_HOME=folder / "above/safe")
run("above open, not there", XDG_CACHE_HOME=folder / "above/other")
run("below sticky", XDG_CACHE_HOME=new("below", 0o1777))
(folder / "way").symlink_to(folder / "above/safe")
run("link to an open one", XDG_CACHE_HOME=folder / "way")
(folder / "good").symlink_to(folder / "new/a")
run("link to a good one", XDG_CACHE_HOME=folder / "good")
(folder / "circle").symlink_to(folder / "circle")
run("circle", XDG_CACHE_HOME=folder / "circle")
print("in them:", [str(path) for name in ("open", "group", "sticky", "above") for path in (folder / name).rglob("tmp-*")],
      (folder / "above/other").exists())
for command in ("info", "clear"):
    run("command", ["gdsl", "cache", command], XDG_CACHE_HOME=folder / "open")
if os.geteuid() == 0:
    os.chown(new("other"), nobody, nobody)
    run("of another", XDG_CACHE_HOME=folder / "other")
    (new("others") / "maxwarp").mkdir(0o755)
    os.chown(folder / "others/maxwarp", nobody, nobody)
    run("cache of another", XDG_CACHE_HOME=folder / "others")
    (folder / "below/link").symlink_to(folder / "new/a")
    os.chown(folder / "below/link", nobody, nobody, follow_symlinks=False)
    run("link of another", XDG_CACHE_HOME=folder / "below/link")

# Without a home there is no cache; only what TMPDIR names takes its place, and that is gone before the program runs.
before = set(os.listdir("/tmp"))
run("no home")
run("empty home", HOME="", XDG_CACHE_HOME="")
run("relative", HOME="home", XDG_CACHE_HOME="new")
run("relative cache", HOME=folder / "home", XDG_CACHE_HOME="relative")
run("temporary", TMPDIR=new("temporary", 0o1777))
run("open temporary", TMPDIR=folder / "above")
run("no temporary", TMPDIR=folder / "nowhere")
run("relative temporary", TMPDIR="temporary")
run("build", ["gdsl", "build", str(program), "--engine=openmp", "-o", str(folder / "built"), "--quiet"], TMPDIR=folder / "temporary")
print("left:", os.listdir(folder / "temporary"), [name for name in set(os.listdir("/tmp")) - before if re.match(r"maxwarp-(cache|.{6}$)", name)],
      (folder / "relative").exists(), (folder / "built").exists())

# What is in a cache of one's own may be damaged in any way.
entries = folder / "new/a/maxwarp"


def damaged(what, name, damage):
    for entry in entries.iterdir():
        path = entry / name if name else entry
        subprocess.run(["rm", "-rf", path], check=True)
        damage(path)
    run(what, XDG_CACHE_HOME=folder / "new/a")


damages = {"pipe": os.mkfifo, "link": lambda path: path.symlink_to("/bin/true"), "folder": pathlib.Path.mkdir, "file": pathlib.Path.touch}
for name, kinds in (("program", damages), ("seal", ["pipe"]), ("diagnostics", ["pipe", "folder"]), ("", ["pipe", "link", "file"])):
    for kind in kinds:
        damaged(f"{name or 'entry'} is a {kind}", name, damages[kind])
key = next(entries.iterdir()).name
for what, make in (("pipe", os.mkfifo), ("folder", os.mkdir), ("link", lambda path: os.symlink("/nowhere/x", path))):
    subprocess.run(["rm", "-rf", *entries.iterdir()], check=True)
    make(entries / f"{key}.lock")
    run(f"lock is a {what}", XDG_CACHE_HOME=folder / "new/a")
print("entries:", sorted(len(path.name) for path in entries.iterdir() if not path.name.endswith(".lock")))
