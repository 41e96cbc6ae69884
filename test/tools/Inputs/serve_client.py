"""What the tests of `gdsl serve` have in common: a server of their own, and requests by hand, byte for byte."""
import json
import signal
import socket
import subprocess


class Server:
    def __init__(self, folder, *options):
        self.process = subprocess.Popen(["gdsl", "serve", folder, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        address = self.process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), self.process.stderr.read()
        self.port = int(address.split(":")[2].split("/")[0])
        self.token = address.split("#token=")[1]
        self.host = f"127.0.0.1:{self.port}"

    def raw(self, data, timeout=40):
        """The whole answer to these bytes, until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            try:
                connection.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass  # refused before it was read
            answer = b""
            try:
                while part := connection.recv(65536):
                    answer += part
            except ConnectionResetError:
                pass
            return answer

    def send(self, method, path, headers, body=b""):
        """Status and body; 0 where the server only closed."""
        head = "".join(f"{name}: {value}\r\n" for name, value in headers)
        answer = self.raw(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body)
        if not answer:
            return 0, b""
        start, _, rest = answer.partition(b"\r\n\r\n")
        return int(start.split()[1]), rest

    def headers(self, body, **changes):
        """Those of the page itself; `changes` have `_` for `-`, None leaves out."""
        own = {"Host": self.host, "Origin": f"http://{self.host}", "X-Maxwarp-Token": self.token, "Content-Type": "application/json",
               "Content-Length": str(len(body))}
        own.update({name.replace("_", "-"): value for name, value in changes.items()})
        return [(name, value) for name, value in own.items() if value is not None]

    def post(self, path, asked, **changes):
        body = asked if isinstance(asked, bytes) else json.dumps(asked).encode()
        return self.send("POST", path, self.headers(body, **changes), body)

    def ask(self, path, asked):
        """The answer as JSON; it must be a good one."""
        status, body = self.post(f"/api/{path}", asked)
        assert status == 200, (path, asked, status, body)
        return json.loads(body)

    def children(self):
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return listed.stdout.split()

    def end(self):
        """The exit status after a SIGTERM. Ctrl-C is the same, but may be ignored where tests run."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=40)
