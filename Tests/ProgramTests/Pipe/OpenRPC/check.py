"""Holds a real conversation against the OpenRPC document: check.py JOURNEY META-SCHEMA

The document validates against the meta-schema of OpenRPC. Then every command is called in both framings, well and badly, and every
answer is checked: a result against the schema of its method, an error against components/schemas/Error and the errors that the
method names. Every method of the document must have given a result, every code but two an error, and `rpc.discover` must answer
the same document.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

warnings.simplefilter("ignore")
import jsonschema

DRAFT = jsonschema.Draft7Validator.META_SCHEMA
PASSWORD = "Ch4ng31t"


def validator(schema, base):
    store = {"https://json-schema.org/draft-07/schema": DRAFT, "https://json-schema.org/draft-07/schema#": DRAFT}
    return jsonschema.Draft7Validator(schema, resolver=jsonschema.RefResolver(base.get("$id", ""), base, store=store))


def meta_problems(meta, document):
    return [f"{list(e.absolute_path)}: {e.message[:200]}" for e in validator(meta, meta).iter_errors(document)]


class Provider(BaseHTTPRequestHandler):
    """An OAuth 2.0 provider that fails in the way that the path names."""

    def do_GET(self):
        if self.path.startswith("/silent"):
            return threading.Event().wait(5)
        self.send_response(500 if self.path.startswith("/broken") else 200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"<>")

    def log_message(self, *_):
        pass


class Pipe:
    """A process of `journey rpc`, in one framing, that checks what it answers."""

    def __init__(self, journey, framing, document, home):
        environment = {"HOME": home, "PATH": "/usr/bin:/bin", "NO_PROXY": "*"}
        self.process = subprocess.Popen(
            [journey, "--sandbox", "rpc", "--allow-sources"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=environment)
        self.framing, self.document, self.count = framing, document, 0
        self.methods = {m["name"]: m for m in document["methods"]}
        self.answered, self.codes, self.problems = set(), set(), []

    def send(self, message):
        self.send_text(json.dumps(message).encode())

    def send_text(self, data):
        head = b"" if self.framing == "line" else b"Content-Length: %d\r\n\r\n" % len(data)
        self.process.stdin.write(head + data + (b"\n" if self.framing == "line" else b""))
        self.process.stdin.flush()

    def read(self):
        if self.framing == "line":
            return json.loads(self.process.stdout.readline())
        length = None
        while (line := self.process.stdout.readline().strip()) or length is None:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def call(self, method, params=None, code=None):
        """The result of a call, or None where it failed; `code` is the `data.code` that it must fail with."""
        self.count += 1
        self.send({"jsonrpc": "2.0", "id": self.count, "method": method, **({} if params is None else {"params": params})})
        while (answer := self.read()).get("id") != self.count:
            if "id" in answer:
                self.problems.append(f"{method}: an answer with the id {answer['id']}")
        found = answer.get("error", {}).get("data", {}).get("code")
        if found != code:
            self.problems.append(f"{method} {params}: {found or 'done'} where it should be {code or 'done'}: {answer}")
        if "error" in answer:
            self.check_error(method, answer["error"])
            return None
        self.answered.add(method)
        self.check(f"result of {method}", answer["result"], self.methods[method]["result"]["schema"])
        return answer["result"]

    def check(self, what, value, schema):
        for error in validator(schema, self.document).iter_errors(value):
            self.problems.append(f"{what}: {list(error.absolute_path)}: {error.message[:300]}")

    def check_error(self, method, error):
        self.codes.add(error["data"]["code"])
        self.check(f"error of {method}", error, self.document["components"]["schemas"]["Error"])
        if method in self.methods:
            named = [e["$ref"].rsplit("/", 1)[1] for e in self.methods[method]["errors"]]
            if error["data"]["code"] not in named:
                self.problems.append(f"{method} fails with {error['data']['code']}, which the document does not name")

    def converse(self, home):
        call = self.call
        call("initialize", {"capabilities": {"notifications": ["node", "log"]}, "trace": "messages"})
        call("$/setTrace", {"value": "verbose"})
        call("$/setTrace", {"value": "loud"}, code="usage")
        if call("rpc.discover") != self.document:
            self.problems.append("rpc.discover answers another document than `journey generate openrpc`")
        self.journey()
        self.tokens()
        self.rest(home)
        self.refusals(home)
        self.provider()
        self.envelope()
        call("$/setTrace", ["off"])
        call("$/cancelRequest", {"id": "nobody"})
        call("shutdown")
        call("echo", ["x"], code="invalid-request")
        call("exit")
        self.process.stdin.close()
        if self.process.wait(10) != 0:
            self.problems.append(f"it ended with {self.process.returncode}")
        left = self.process.stdout.read()
        if left:
            self.problems.append(f"after the end: {left[:200]}")

    def journey(self):
        call = self.call
        call("next", code="not-started")
        call("start", {"journey": "Login"})
        call("show")
        call("show", {"raw": True, "reveal": True})
        call("next", code="needs-input")
        call("set", ["Nothing", "x"], code="unknown-target")
        call("set", {"target": 0, "value": ["x"]}, code="bad-value")
        call("set", ["Name", "demo"])
        call("unset", [0])
        call("set", [0, "demo"])
        call("set", [1, "wrong"])
        call("next")
        call("show")
        call("start", {"journey": "NoSuchJourney"})
        call("login", {"journey": "Login", "answer": {"0": "demo", "1": PASSWORD}})
        call("start", ["Choice"])
        call("wait", [1])
        call("set", [0, 99], code="bad-value")
        call("resume", ["no-such-id"])
        call("resume", ["http://other.example.com/?suspendedId=x"], code="config")
        call("start", {"journey": "Login", "forceAuth": True})
        call("set", [0, "demo"])
        call("set", [1, PASSWORD])
        call("next", {"profile": "default", "progressToken": "t"})
        call("show")

    def tokens(self):
        call = self.call
        call("session")
        call("session", {"validate": True, "reveal": True})
        call("tokens")
        call("tokens", {"refresh": True, "reveal": True})
        call("userinfo")
        call("introspect")
        call("decode")
        call("decode", ["not.a.jwt"], code="bad-value")
        call("devices")
        call("call", ["GET", "/json/serverinfo/*"])
        call("call", ["GET", "https://other.example.com/"], code="config")
        call("capture", ["kind", "kind"], code="expectation")
        call("profiles")
        call("revoke")
        call("logout")
        call("userinfo", code="no-session")
        call("config", ["oidcParam", {"prompt": "none"}])
        call("tokens", code="no-session")

    def rest(self, home):
        call = self.call
        call("profile")
        call("profile", ["second", True])
        call("profile", {"name": "nobody"}, code="config")
        call("config")
        call("config", ["realm", "/alpha"])
        call("config", ["nosuch"], code="config")
        call("start", {"journey": "Login"})
        call("let", ["name", "value"])
        call("capture", ["kind", "kind"])
        call("expect", ["kind", "==", "continue"])
        call("expect", ["kind", "==", "success"], code="expectation")
        call("trace", ["off"])
        call("trace", ["loud"], code="usage")
        call("echo", {"text": ["é", "日本"]})
        call("help")
        call("help", ["set"])
        call("save")
        call("forget", ["second"])
        folder = pathlib.Path(home, ".config/journey/profiles")
        folder.rename(folder.with_name("away"))
        folder.write_text("")
        call("save", code="storage")
        folder.unlink()
        call("record", [os.path.join(home, "recorded.journey")])
        call("record", ["off"])
        script = pathlib.Path(home, "a.journey")
        script.write_text("echo sourced\n")
        call("source", [str(script)])
        call("source", [str(script) + ".not"], code="usage")
        call("command", {"line": "echo a; - next; start Login; expect kind == continue"})
        call("command", ["echo a; expect kind == nothing"], code="expectation")
        call("command", ["echo 'a"], code="usage")

    def refusals(self, home):
        call = self.call
        call("nosuch", code="unknown-method")
        call("echo", {"nosuch": 1}, code="usage")
        call("profile", ["away", True])
        call("config", ["server", "http://127.0.0.1:1/am"])
        call("start")
        call("userinfo", code="no-session")
        call("config", ["server", "http://nowhere.invalid/am"])
        call("call", ["GET", "/json/x"], code="network")


    def provider(self):
        call = self.call
        server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        origin = f"127.0.0.1:{server.server_port}"
        call("profile", ["default"])
        call("config", ["oidcParam", {}])
        call("login", {"journey": "Login", "answer": {"0": "demo", "1": PASSWORD}})
        call("config", ["clientId", "nobody"])
        call("tokens", code="oauth")
        call("config", ["clientId", "journey"])
        call("config", ["trustOrigin", [f"http://{origin}", f"https://{origin}"]])
        for code, url in [
            ("server", f"http://{origin}/broken"), ("unexpected-reply", f"http://{origin}/page"),
            ("timeout", f"http://{origin}/silent"), ("tls", f"https://{origin}/plain"),
        ]:
            call("config", ["timeout", 1 if code == "timeout" else 30])
            call("config", ["discovery", url])
            call("tokens", code=code)
        server.shutdown()

    def envelope(self):
        """What belongs to no method: a message that is no JSON, and a call that is cancelled."""
        self.send_text(b'{"jsonrpc"')
        self.check_error(None, self.read()["error"])
        self.call("profile", ["polling", True])
        self.call("command", {"line": f"start Polling; set 0 demo; set 1 {PASSWORD}; next"})
        self.send({"jsonrpc": "2.0", "id": "waits", "method": "wait", "params": [60]})
        self.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "waits"}})
        while (answer := self.read()).get("id") != "waits":
            pass
        self.check_error("wait", answer["error"])


def main():
    journey, meta = sys.argv[1], json.loads(pathlib.Path(sys.argv[2]).read_text())
    document = json.loads(subprocess.check_output([journey, "generate", "openrpc"]))
    problems = meta_problems(meta, document)
    broken = {**document, "methods": [{**document["methods"][0], "result": 1}]}
    if not meta_problems(meta, broken):
        problems.append("the meta-schema takes a method whose result is a number")
    for framing in ["line", "header"]:
        with tempfile.TemporaryDirectory() as home:
            pipe = Pipe(journey, framing, document, home)
            try:
                pipe.converse(home)
            finally:
                pipe.process.kill()
                pipe.process.wait()
        problems += [f"{framing}: {problem}" for problem in pipe.problems]
        missing = set(pipe.methods) - pipe.answered
        silent = set(document["components"]["errors"]) - pipe.codes - {"suspended", "bug"}
        if silent:
            problems.append(f"{framing}: errors that never came: {sorted(silent)}")
        if missing:
            problems.append(f"{framing}: never answered with a result: {sorted(missing)}")
    print("\n".join(problems) if problems else f"{len(document['methods'])} methods, errors {sorted(pipe.codes)}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
