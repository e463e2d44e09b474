"""Signs in through Debian's python3-pylsp-jsonrpc, a JSON-RPC library that knows nothing of this project: pylsp_client.py JOURNEY"""

import subprocess
import sys
import threading

from pylsp_jsonrpc.dispatchers import MethodDispatcher
from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.exceptions import JsonRpcException
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter

nodes = []
last = 0


def next_id():
    global last
    last += 1
    return str(last)


class Told(MethodDispatcher):
    """What the server tells by itself."""

    def m_node(self, **node):
        nodes.append(node["kind"])

    def m_log(self, level=None, message=None):
        pass


process = subprocess.Popen([sys.argv[1], "--sandbox", "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
endpoint = Endpoint(Told(), JsonRpcStreamWriter(process.stdin).write, id_generator=next_id)
reading = threading.Thread(target=JsonRpcStreamReader(process.stdout).listen, args=[endpoint.consume], daemon=True)
reading.start()


def call(method, **params):
    return endpoint.request(method, params).result(timeout=30)


started = call("initialize", capabilities={"notifications": ["node", "log"]})
assert started["serverInfo"]["name"] == "journey", started
endpoint.notify("initialized", {})
try:
    call("next")
    raise AssertionError("next did something without a step")
except JsonRpcException as error:
    assert error.code == 1001 and error.data["code"] == "not-started", (error.code, error.data)
assert call("start", journey="Login")["missing"] == [0, 1]
call("set", target=0, value="demo")
call("set", target=1, value="Ch4ng31t")
assert call("next")["kind"] == "success"
assert nodes == ["continue", "success"], nodes

# A call that waits is cancelled, and what comes after it is answered.
call("command", line="start Polling; set 0 demo; set 1 Ch4ng31t; next")
waiting = endpoint.request("wait", {"timeout": 60})
endpoint.notify("$/cancelRequest", {"id": str(last)})
assert call("echo", text=["日本🚀"]) == {"text": "日本🚀"}
try:
    waiting.result(timeout=30)
    raise AssertionError("the wait went on")
except JsonRpcException as error:
    assert error.code == -32800, error.code
call("shutdown")
endpoint.notify("exit")
assert process.wait(10) == 0
reading.join(10)
print("success")
