"""What the clients beside this file need of the sandbox before OAuth begins: JSON over HTTP, and a session of the user demo."""
import json
import urllib.request


def fetch(url, body=None):
    headers = {"Content-Type": "application/json", "Accept-API-Version": "resource=2.1, protocol=1.0"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        return json.load(answer)


def sign_in(base):
    url = base + "/json/realms/root/authenticate"
    step = fetch(url, {})
    for callback, value in zip(step["callbacks"], ("demo", "Ch4ng31t")):
        callback["input"][0]["value"] = value
    return fetch(url, step)["tokenId"]


def check(condition, what):
    if not condition:
        raise SystemExit("not as expected: " + what)
