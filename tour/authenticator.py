#!/usr/bin/env python3
"""The authenticator of the passkey scripts: answers what a WebAuthn step asks, in the form that clients send.

Use: authenticator.py [--json] [--name NAME] ORIGIN STEP

STEP is the document of the step (a MetadataCallback), or its script (a TextOutputCallback). A registration makes a new
passkey, an authentication signs with it. It lies in ~/.cache and is made and used with openssl.
"""

import base64
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
KEY = FOLDER / "journey-tour-passkey.pem"
FACTS = FOLDER / "journey-tour-passkey.json"


def openssl(*arguments, data=b""):
    return subprocess.run(["openssl", *arguments], input=data, stdout=subprocess.PIPE, check=True).stdout


def url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def signed_bytes(data):
    """Bytes as Java writes them, from -128 to 127."""
    return ",".join(str(byte - 256 if byte > 127 else byte) for byte in data)


def options(step):
    """Ceremony, challenge, domain and user handle, of either form of a step."""
    if step.startswith("{"):
        data = json.loads(step)
        challenge = base64.b64decode(data["challenge"])
        return data["_action"] == "webauthn_registration", challenge, data["_relyingPartyId"], data.get("userId")
    numbers = re.search(r"challenge: new Int8Array\(\[([^\]]*)\]\)", step).group(1)
    challenge = bytes(int(number) & 0xFF for number in numbers.split(","))
    party = re.search(r'(?:rp: { id|rpId): "([^"]*)"', step).group(1)
    user = re.search(r'Uint8Array.from\("([^"]*)"', step)
    return "credentials.create" in step, challenge, party, user and user.group(1)


def authenticator_data(party, flags, count):
    return hashlib.sha256(party.encode()).digest() + bytes([flags]) + count.to_bytes(4, "big")


def register(client, party, user):
    """A new key on P-256; the attestation says nothing but the key (format none)."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.umask(0o077)
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", str(KEY))
    point = openssl("pkey", "-in", str(KEY), "-pubout", "-outform", "DER")[-64:]
    identity = os.urandom(16)
    FACTS.write_text(json.dumps({"id": url(identity), "user": user, "count": 1}))
    # CBOR: the key {1: 2, 3: -7, -1: 1, -2: x, -3: y}, and the object {"fmt": "none", "attStmt": {}, "authData": data}.
    key = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + point[:32] + b"\x22\x58\x20" + point[32:]
    data = authenticator_data(party, 0x45, 1) + bytes(16) + b"\x00\x10" + identity + key
    attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(data)]) + data
    return [client, signed_bytes(attestation), url(identity)]


def authenticate(client, party):
    facts = json.loads(FACTS.read_text())
    facts["count"] += 1
    FACTS.write_text(json.dumps(facts))
    data = authenticator_data(party, 0x05, facts["count"])
    signature = openssl("dgst", "-sha256", "-sign", str(KEY), data=data + hashlib.sha256(client.encode()).digest())
    return [client, signed_bytes(data), signed_bytes(signature), facts["id"], facts["user"]]


def main(arguments):
    wants_json = "--json" in arguments
    arguments = [argument for argument in arguments if argument != "--json"]
    name = arguments[1] if arguments[:1] == ["--name"] else None
    origin, step = arguments[-2:]
    is_registration, challenge, party, user = options(step)
    kind = "webauthn.create" if is_registration else "webauthn.get"
    client = json.dumps({"type": kind, "challenge": url(challenge), "origin": origin, "crossOrigin": False})
    parts = register(client, party, user) if is_registration else authenticate(client, party)
    if name and is_registration:
        parts.append(name)
    outcome = "::".join(parts)
    if wants_json:
        outcome = json.dumps({"authenticatorAttachment": "platform", "legacyData": outcome})
    print(outcome)


main(sys.argv[1:])
