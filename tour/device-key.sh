#!/bin/sh
# The device of DeviceBinding.journey: prints a signed answer to a challenge (JWS, RS256).
# Use: device-key.sh bind|sign CHALLENGE USER. `bind` makes a new key and puts its public half into the header.
set -eu
key="${XDG_CACHE_HOME:-$HOME/.cache}/journey-tour-device.pem"
url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
header='"alg":"RS256","typ":"JWS","kid":"tour"'
if [ "$1" = bind ]; then
  umask 077
  mkdir -p "$(dirname "$key")"
  openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$key" 2>/dev/null
  # A 2048-bit key in DER is 294 bytes: the modulus begins at the 34th, the exponent is 65537.
  modulus=$(openssl pkey -in "$key" -pubout -outform DER | tail -c +34 | head -c 256 | url)
  header="$header,\"jwk\":{\"kty\":\"RSA\",\"kid\":\"tour\",\"use\":\"sig\",\"alg\":\"RS256\",\"n\":\"$modulus\",\"e\":\"AQAB\"}"
fi
now=$(date +%s)
claims="{\"sub\":\"$3\",\"challenge\":\"$2\",\"iss\":\"org.example.journey\",\"iat\":$now,\"nbf\":$now,\"exp\":$((now + 60))}"
signed="$(printf '{%s}' "$header" | url).$(printf '%s' "$claims" | url)"
printf '%s.%s\n' "$signed" "$(printf '%s' "$signed" | openssl dgst -sha256 -sign "$key" -binary | url)"
