"""Requests to `gdsl serve` that no page of its own would send: `serve_hostile.py FOLDER`."""
import concurrent.futures
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

from serve_client import Server

PROGRAM = "algorithm a(source: node) -> x: node int {\n    x = 0\n    x[source] = 1\n}\n"
SECRET = "let secret = 4711\n"
SHELL = "$(touch pwned);'\"& |`touch pwned`.gdsl"
DELAY = 5  # seconds that the server waits for a request


def make_folder(place):
    folder = place / "programs"
    (folder / "sub").mkdir(parents=True)
    (place / "secret.gdsl").write_text(SECRET)
    for name in ("a.gdsl", "sub/b.gdsl", SHELL):
        (folder / name).write_text(PROGRAM)
    (folder / ".hidden.gdsl").write_text(SECRET)
    (folder / "link.gdsl").symlink_to("../secret.gdsl")
    (folder / "inner.gdsl").symlink_to("a.gdsl")
    (folder / "away").symlink_to("..")
    (folder / "large.gdsl").write_text("// " + "x" * 300_000)
    os.mkfifo(folder / "pipe.gdsl")
    return folder


def question(edit=1, **changes):
    return {"program": "a.gdsl", "text": PROGRAM, "map": "", "arguments": {}, "edit": edit, **changes}


def check_guard(server):
    """Who may ask: the host, the origin, the token, the kind of request."""
    good = server.post("/api/start", {})
    assert good[0] == 200, good[0]
    for changes in ({"Host": "evil.example"}, {"Host": f"evil.example:{server.port}"}, {"Host": "127.0.0.1"}, {"Host": None},
                    {"Host": f"127.0.0.1:{server.port}.evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"},
                    {"Origin": f"https://{server.host}"}, {"Origin": f"http://{server.host}.evil.example"},
                    {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}, {"X_Maxwarp_Token": None},
                    {"X_Maxwarp_Token": ""}, {"X_Maxwarp_Token": server.token[:-1]}, {"X_Maxwarp_Token": server.token + "0"},
                    {"X_Maxwarp_Token": "0" * len(server.token)}):
        status, body = server.post("/api/start", {}, **changes)
        assert status == 403 and b"programs" not in body, (changes, status)
    twice = server.headers(b"{}") + [("X-Maxwarp-Token", server.token)]
    assert server.send("POST", "/api/start", twice, b"{}")[0] == 403
    two_hosts = server.headers(b"{}") + [("Host", "evil.example")]
    assert server.send("POST", "/api/start", two_hosts, b"{}")[0] == 403
    # The page itself is for all who name the right host; it holds nothing.
    status, body = server.send("GET", "/", [("Host", server.host)])
    assert status == 200 and server.token.encode() not in body
    assert server.send("GET", "/", [("Host", "evil.example")])[0] == 403
    for changes in ({"Content_Type": "text/plain"}, {"Content_Type": None}):
        assert server.post("/api/start", {}, **changes)[0] == 415, changes
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "HEAD", "TRACE"):
        assert server.send(method, "/api/start", server.headers(b""))[0] in (0, 400, 405), method
    head = server.raw(f"GET / HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()).split(b"\r\n\r\n")[0]
    assert b"default-src 'none'; script-src 'self'" in head and b"unsafe" not in head and b"Access-Control" not in head, head


def check_paths(server, place):
    """Nothing outside of the folder, by whatever name."""
    for name in ("../secret.gdsl", "sub/../../secret.gdsl", str(place / "secret.gdsl"), "link.gdsl", "inner.gdsl", "away/secret.gdsl",
                 ".hidden.gdsl", "./a.gdsl", "sub//b.gdsl", "a.gdsl\0", "a\0.gdsl", "pipe.gdsl", "sub", "", "/etc/passwd",
                 "/dev/zero", "..", "a" * 5000 + ".gdsl", "sub\n.gdsl", "%2e%2e/secret.gdsl"):
        for path, asked in (("program", {"program": name}), ("compile", question(program=name)),
                            ("save", {"program": name, "text": "gone", "before": SECRET})):
            status, body = server.post(f"/api/{path}", asked)
            assert status == 400 and b"4711" not in body, (path, name, status, body)
    assert server.post("/api/program", {"program": "large.gdsl"})[0] == 400
    for path in ("/../secret.gdsl", "/%2e%2e/secret.gdsl", "//etc/passwd", "/a.gdsl", "/page.css/../../page.js", "/page.html", "/api/start", "/api"):
        status, body = server.send("GET", path, [("Host", server.host)])
        assert status == 404 and b"4711" not in body, (path, status)
    assert (place / "secret.gdsl").read_text() == SECRET
    names = server.ask("start", {})["programs"]
    assert names == sorted([SHELL, "a.gdsl", "large.gdsl", "sub/b.gdsl"]), names


def check_imports(server, place):
    for index, path in enumerate(("../secret.gdsl", str(place / "secret.gdsl"), "link.gdsl", "away/secret.gdsl")):
        answer = server.ask("compile", question(10 + index, text=f'import "{path}"\n' + PROGRAM))
        assert "outside of the folder" in str(answer) and "4711" not in str(answer) and "cuda" not in answer, answer
        status, body = server.post("/api/measure", question(10 + index, text=f'import "{path}"\n' + PROGRAM))
        assert status == 200 and b"does not compile" in body, body


def check_words(server, folder):
    """Names and words that mean something to a shell or to a command line."""
    answer = server.ask("compile", question(20, program=SHELL))
    assert "cuda" in answer and not answer["diagnostics"], answer
    for mapping in ("granularity=warp:8;touch pwned", "x.map", "a=b.map", "/etc/x.map", "--help", "-o=x", "granularity=$(touch pwned)",
                    "granularity=thread -o x", "a=b\nc=d", "granularity", "=thread", "a=" + "b" * 2000):
        assert server.post("/api/compile", question(21, map=mapping))[0] == 400, mapping
    for arguments in ({"source": "$(touch pwned)"}, {"source": "@/etc/passwd"}, {"source": "../x"}, {"--output": "x"}, {"x=@y": "1"},
                      {"source": 1}, {"source": "1 --json=x"}, {"source": ""}, [], {f"a{i}": "1" for i in range(100)}):
        assert server.post("/api/measure", question(22, arguments=arguments))[0] == 400, arguments
    for space in ("@/etc/passwd", "@x", "--help", "a=b c", "granularity=*;x", "a", 1, "x.map"):
        assert server.post("/api/explore", question(22, space=space, limit=1))[0] == 400, space
    for limit in (0, 201, -1, "1", None):
        assert server.post("/api/explore", question(22, limit=limit))[0] == 400, limit
    for wrong in ({}, [], "x", 1, None, question(edit=-1), question(edit="1"), question(text=None), question(map=[]), question(program={})):
        assert server.post("/api/compile", wrong)[0] == 400, wrong
    if not server.ask("start", {})["noPtx"]:  # nvcc passes words through a shell
        status, body = server.post("/api/assemble", question(23))
        assert status == 400 and b"nvcc would have a shell run" in body, body
    assert not list(folder.parent.rglob("pwned")) and not os.path.exists("pwned")


def check_sizes(server):
    """Bodies and heads that are too large, or lie about it."""
    for length in ("99999999999", "99999999999999999999999", "-1", "1e3", ""):
        assert server.post("/api/start", b"{}", Content_Length=length)[0] in (400, 411, 413), length
    assert server.post("/api/start", b"{}", Content_Length=None, Transfer_Encoding="chunked")[0] == 411
    assert server.post("/api/start", b"{}", Transfer_Encoding="chunked")[0] == 411
    assert server.post("/api/compile", question(text="x" * 300_000))[0] == 400
    assert server.post("/api/start", b" " * 3_000_000 + b"{}")[0] == 200
    assert server.post("/api/start", b" " * 4_000_000 + b"{}")[0] in (0, 413)
    assert server.post("/api/start", b"[" * 200_000)[0] == 400
    assert server.post("/api/start", b"[" * 200_000 + b"]" * 200_000)[0] == 200
    assert server.post("/api/start", b"\xff\xfe")[0] == 400
    endless = f"GET / HTTP/1.1\r\nHost: {server.host}\r\n".encode() + b"X-More: and more\r\n" * 400_000
    assert len(server.raw(endless)) < 1000
    assert server.send("GET", "/" + "a" * 20_000, [("Host", server.host)])[0] in (0, 400, 414)
    # One request a connection: what follows is not looked at.
    two = f"GET / HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode() * 2
    assert server.raw(two).count(b"HTTP/1.1 200") == 1


def check_saves(server, folder):
    server.ask("save", {"program": "sub/b.gdsl", "text": "// new\n", "before": PROGRAM})
    assert (folder / "sub/b.gdsl").read_text() == "// new\n"
    status, body = server.post("/api/save", {"program": "sub/b.gdsl", "text": "lost", "before": PROGRAM})
    assert status == 400 and b"changed by somebody else" in body, body
    assert server.post("/api/save", {"program": "new.gdsl", "text": "x", "before": ""})[0] == 400
    assert (folder / "sub/b.gdsl").read_text() == "// new\n" and sorted(os.listdir(folder / "sub")) == ["b.gdsl"]


def check_parallel(server):
    """Many at once: all are answered, the newest edit in full."""
    with concurrent.futures.ThreadPoolExecutor(60) as pool:
        assert all(list(pool.map(lambda _: server.post("/api/start", {})[0] == 200, range(120))))
        answers = list(pool.map(lambda edit: server.ask("compile", question(edit)), range(100, 140)))
    assert "cuda" in answers[-1] and all("cuda" in answer or answer == {"stale": True} for answer in answers), answers


def slow_child(server):
    """A child that has come to its `sleep`."""
    while True:
        for child in server.children():
            if pathlib.Path(f"/proc/{child}/comm").read_text() == "sleep\n":
                return child
        time.sleep(0.01)


def check_newest(server):
    """A newer edit ends the work for the older one, and its children, which have no files of the server; an older one that comes late does
    not count."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        began = time.monotonic()
        older = pool.submit(server.ask, "compile", question(200, text=PROGRAM + "// slow\n"))
        files = os.listdir(f"/proc/{slow_child(server)}/fd")
        assert sorted(files) == ["0", "1", "2"], files
        assert "cuda" in server.ask("compile", question(201))
        assert older.result() == {"stale": True} and time.monotonic() - began < 9  # a limit would come after 10
    assert server.ask("compile", question(199)) == {"stale": True}
    assert not server.children(), server.children()


def check_output(server):
    """A child that writes without end is ended, long before its time is over."""
    began = time.monotonic()
    assert "wrote too much" in server.ask("compile", question(210, text=PROGRAM + "// loud\n"))["message"]
    assert time.monotonic() - began < 9


def slow_clients(server):
    """Connections that send a byte now and then, or nothing."""
    connections = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    for connection in connections[1:]:
        connection.sendall(b"GET / HT")
    return time.monotonic(), connections


def check_slow_clients(began, connections):
    """However steadily a byte comes, the server closes in time."""
    while time.monotonic() - began < 4 * DELAY:
        for connection in list(connections):
            try:
                connection.send(b"T")
                if connection.recv(4096, socket.MSG_DONTWAIT) == b"":
                    connections.remove(connection)
            except BlockingIOError:
                pass
            except (BrokenPipeError, ConnectionResetError):
                connections.remove(connection)
        if not connections:
            return
        time.sleep(0.05)
    raise AssertionError(f"{len(connections)} slow connections are still open")


def check_end(server, folder):
    """Another server cannot have the port; a signal ends this one and its children."""
    other = subprocess.run(["gdsl", "serve", folder, f"--port={server.port}"], capture_output=True, text=True)
    assert other.returncode == 1 and f"port {server.port} of 127.0.0.1 is taken" in other.stderr, other
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(server.post, "/api/compile", question(300, text=PROGRAM + "// slow\n"))
        while not server.children():
            time.sleep(0.01)
        children = server.children()
        assert server.end() == -signal.SIGTERM
    assert not any(os.path.exists(f"/proc/{child}") for child in children)


place = pathlib.Path(sys.argv[1])
folder = make_folder(place)
os.environ["GDSLC"] = os.path.join(os.path.dirname(__file__), "slow_gdslc")
os.environ["XDG_CACHE_HOME"] = str(place / "cache $(touch pwned)")
server = Server(folder)
try:
    slow = slow_clients(server)
    check_guard(server)
    check_paths(server, place)
    check_imports(server, place)
    check_words(server, folder)
    check_sizes(server)
    check_saves(server, folder)
    check_parallel(server)
    check_newest(server)
    check_output(server)
    check_slow_clients(*slow)
    check_end(server, folder)
finally:
    server.process.kill()
print("nothing got through")
