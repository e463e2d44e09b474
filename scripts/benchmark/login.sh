#!/usr/bin/env bash
# A login with tokens by curl and jq: login.sh BASE-URL
set -euo pipefail
base=$1
json=(-sS --noproxy '*' -H 'Content-Type: application/json' -H 'Accept-API-Version: resource=2.1, protocol=1.0')
step=$(curl "${json[@]}" -d '{}' "$base/json/authenticate?authIndexType=service&authIndexValue=Login")
reply=$(jq -c '.callbacks[0].input[0].value = "demo" | .callbacks[1].input[0].value = "Ch4ng31t"' <<<"$step")
session=$(curl "${json[@]}" -d "$reply" "$base/json/authenticate?authIndexType=service&authIndexValue=Login" | jq -r .tokenId)
discovery=$(curl -sS --noproxy '*' "$base/oauth2/.well-known/openid-configuration")
authorize=$(jq -r .authorization_endpoint <<<"$discovery")
token=$(jq -r .token_endpoint <<<"$discovery")
verifier=$(head -c 32 /dev/urandom | basenc --base64url | tr -d '=')
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | basenc --base64url | tr -d '=')
state=$RANDOM$RANDOM
location=$(curl -sS --noproxy '*' -o /dev/null -w '%{redirect_url}' -H "Cookie: iPlanetDirectoryPro=$session" -G "$authorize" \
  --data-urlencode client_id=journey --data-urlencode response_type=code --data-urlencode "state=$state" \
  --data-urlencode redirect_uri=org.example.journey:/callback --data-urlencode 'scope=openid profile' \
  --data-urlencode "nonce=$state" --data-urlencode "code_challenge=$challenge" --data-urlencode code_challenge_method=S256)
code=${location#*code=}
curl -sS --noproxy '*' "$token" -d grant_type=authorization_code -d client_id=journey -d "code=${code%%&*}" \
  --data-urlencode redirect_uri=org.example.journey:/callback -d "code_verifier=$verifier" | jq -e -r .access_token >/dev/null
