"""Uses every tool through the `mcp` package of PyPI, which checks what it gets against the protocol's types and the tools' output
schemas: mcp_client.py JOURNEY MODE…

A mode is `legacy` (with a handshake), `auto`, or a revision without one.
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError

MARK = "come from the AM server"
# What each tool is called with, in the order of a login; `profile` comes by itself.
CALLS = [
    ("help", {}), ("echo", {"text": ["hi"]}), ("start", {"journey": "Login"}), ("set", {"target": 0, "value": "demo"}),
    ("unset", {"target": 0}), ("set", {"target": 0, "value": "demo"}), ("set", {"target": 1, "from": "secret:pw"}),
    ("next", {}), ("show", {}), ("session", {"validate": True}), ("tokens", {}), ("userinfo", {}), ("introspect", {}),
    ("decode", {}), ("devices", {}), ("call", {"method": "GET", "path": "/json/serverinfo/*"}), ("config", {}),
    ("profiles", {}), ("trace", {"mode": "off"}), ("save", {"name": "kept"}), ("forget", {"name": "kept"}), ("revoke", {}), ("logout", {}),
    ("login", {"journey": "Login", "answer": {"0": "demo"}, "answerFrom": {"1": "secret:pw"}}),
]
# A step that only waits.
POLLING = [
    ("start", {"journey": "Polling"}), ("set", {"target": 0, "value": "demo"}), ("set", {"target": 1, "from": "secret:pw"}),
    ("next", {}),
]


async def use(client):
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    seen = {"profile"}

    async def call(name, arguments, fails=False):
        seen.add(name)
        result = await client.call_tool(name, arguments)
        assert bool(result.is_error) == fails, (name, arguments, result)
        if "profile" in (tools[name].input_schema.get("required") or []):
            assert MARK in result.content[0].text, (name, result.content)
        return result

    made = await call("profile", {"name": "mine", "new": True})
    assert made.structured_content["name"] == "mine"

    async def run(calls):
        for name, arguments in calls:
            handle = {"profile": "mine"} if "profile" in tools[name].input_schema["properties"] else {}
            result = await call(name, {**handle, **arguments})
        return result.structured_content

    assert (await run(CALLS))["kind"] == "success"
    assert (await run(POLLING))["kind"] == "continue"

    told = []

    async def progress(done, total, message):
        told.append(done)

    await client.call_tool("wait", {"profile": "mine", "timeout": 20}, progress_callback=progress)
    seen.add("wait")
    assert told and told == sorted(set(told)), told

    # What a model can mend is a result, what only the client can is an error of the protocol.
    await call("next", {"profile": "nobody"}, fails=True)
    await call("start", {"journey": "Login"}, fails=True)
    await call("set", {"profile": "mine", "target": 0, "from": "env:HOME"}, fails=True)
    await call("start", {"profile": "mine", "journey": "Login", "forceAuth": True})
    await call("set", {"profile": "mine", "target": 1, "value": "Ch4ng31t"}, fails=True)
    await call("login", {"profile": "mine", "journey": "Login", "answer": {"0": "demo", "1": "Ch4ng31t"}}, fails=True)
    await call("resume", {"profile": "mine", "uri": "http://other.example.com/?suspendedId=x"}, fails=True)
    for name in ["source", "nosuch"]:
        try:
            await client.call_tool(name, {})
            raise AssertionError(f"{name} is a tool")
        except MCPError as error:
            assert error.error.code == -32602, error
    # A profile that one call made or named is not the profile of the next.
    other = await call("profile", {})
    assert other.structured_content["name"] == "default"

    # A call that is given up does not hold up the next.
    await call("logout", {"profile": "mine"})
    await run(POLLING)
    try:
        await client.call_tool("wait", {"profile": "mine", "timeout": 60}, read_timeout_seconds=0.2)
    except MCPError:
        pass
    await asyncio.wait_for(call("show", {"profile": "mine"}), 5)
    assert seen == set(tools), set(tools) ^ seen


async def main():
    journey, *modes = sys.argv[1:]
    for mode in modes:
        arguments = ["--sandbox", "mcp", "--secret", "pw=cmd:printf Ch4ng31t"]
        async with Client(stdio_client(StdioServerParameters(command=journey, args=arguments)), mode=mode) as client:
            await use(client)
    print("ok")


asyncio.run(main())
