#!/bin/sh
# Signs in with the built-in sandbox through `journey rpc`, with nothing but a POSIX shell and jq: requests go in by a pipe,
# answers come out one a line.
#
#   scripts/clients/login.sh [PATH OF journey]
set -eu
journey=${1:-journey}

# request ID METHOD PARAMS: one request on a line.
request() {
  jq --null-input --compact-output --argjson id "$1" --arg method "$2" --argjson params "$3" \
    '{jsonrpc: "2.0", $id, $method, $params}'
}

# Calls on one profile run in order, so all of them can be sent at once; --drain lets the program answer them all.
{
  request 1 start '{"journey": "Login"}'
  request 2 set '{"target": "NameCallback", "value": "demo"}'
  request 3 set '{"target": "PasswordCallback", "value": "Ch4ng31t"}'
  request 4 next '{}'
} | "$journey" --sandbox rpc --drain | jq --raw-output 'if .error then error(.error.message) elif .id == 4 then .result.kind else empty end'
