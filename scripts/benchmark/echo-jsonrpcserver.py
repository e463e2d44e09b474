"""JSON-RPC echo with jsonrpcserver from PyPI, a line at a time."""

import sys

from jsonrpcserver import Success, dispatch, method


@method(name="echo")
def echo(text):
    return Success({"text": text})


for line in sys.stdin:
    sys.stdout.write(str(dispatch(line)) + "\n")
    sys.stdout.flush()
