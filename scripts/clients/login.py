#!/usr/bin/env python3
"""Signs in with the built-in sandbox through `journey rpc`, one message a line. Standard library alone.

    scripts/clients/login.py [PATH OF journey]
"""
import json
import subprocess
import sys


class Journey:
    """A running `journey rpc`. Each command is a method: `journey.start(journey="Login")`."""

    def __init__(self, program="journey", *options):
        self.process = subprocess.Popen([program, *options, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0

    def call(self, method, **params):
        self.last_id += 1
        request = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        # Notifications (no id) may come before the answer.
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") != self.last_id:
                continue
            if "error" in answer:
                error = answer["error"]
                hint = (error.get("data") or {}).get("hint")
                raise RuntimeError(f"{method}: {error['message']}" + (f" {hint}" if hint else ""))
            return answer["result"]
        raise EOFError(f"journey ended during {method}")

    def __getattr__(self, method):
        return lambda **params: self.call(method, **params)

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def main():
    journey = Journey(sys.argv[1] if len(sys.argv) > 1 else "journey", "--sandbox")
    journey.start(journey="Login")
    journey.set(target="NameCallback", value="demo")
    journey.set(target="PasswordCallback", value="Ch4ng31t")
    node = journey.next()
    print(node["kind"])
    return journey.close()


if __name__ == "__main__":
    sys.exit(main())
