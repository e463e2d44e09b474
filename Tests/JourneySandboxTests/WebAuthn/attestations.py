"""Answers of authenticators, good and bad, made with cbor2 and cryptography: an opinion of its own on what the sandbox verifies.

Reads a JSON array of orders on standard input and writes a JSON array of answers. An order has `ceremony` (`create` or `get`),
`challenge` (base64), `origin`, `party` (the domain), and what differs from the plain case; `get` has the `key` (PEM) and the
`credential` (base64url) of a former answer.
"""

import base64
import datetime
import hashlib
import json
import sys

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.x509.oid import NameOID, ObjectIdentifier

CURVES = {-7: (ec.SECP256R1(), 1, 32), -35: (ec.SECP384R1(), 2, 48), -36: (ec.SECP521R1(), 3, 66)}
HASHES = {
    -7: hashes.SHA256(), -35: hashes.SHA384(), -36: hashes.SHA512(),
    -257: hashes.SHA256(), -258: hashes.SHA384(), -259: hashes.SHA512(), -65535: hashes.SHA1(),
}


def url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key(algorithm, bits=2048):
    if algorithm == -8:
        return ed25519.Ed25519PrivateKey.generate()
    if algorithm in CURVES:
        return ec.generate_private_key(CURVES[algorithm][0])
    return rsa.generate_private_key(65537, bits)


def cose(key, algorithm):
    public = key.public_key()
    if algorithm == -8:
        raw = public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        return {1: 1, 3: -8, -1: 6, -2: raw}
    numbers = public.public_numbers()
    if algorithm in CURVES:
        _, curve, size = CURVES[algorithm]
        return {1: 2, 3: algorithm, -1: curve, -2: numbers.x.to_bytes(size, "big"), -3: numbers.y.to_bytes(size, "big")}
    length = (numbers.n.bit_length() + 7) // 8
    return {1: 3, 3: algorithm, -1: numbers.n.to_bytes(length, "big"), -2: numbers.e.to_bytes(3, "big")}


def sign(key, algorithm, message):
    if algorithm == -8:
        return key.sign(message)
    if algorithm in CURVES:
        return key.sign(message, ec.ECDSA(HASHES[algorithm]))
    return key.sign(message, padding.PKCS1v15(), HASHES[algorithm])


def certificate(key, model, order):
    name = x509.Name([
        x509.NameAttribute(NameOID.COUNTRY_NAME, "CH"), x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example"),
        x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, order.get("unit", "Authenticator Attestation")),
        x509.NameAttribute(NameOID.COMMON_NAME, "Example"),
    ])
    now = datetime.datetime(2026, 1, 1)
    builder = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(now).not_valid_after(now + datetime.timedelta(days=3650))
        .add_extension(x509.BasicConstraints(ca=order.get("authority", False), path_length=None), critical=True)
        .add_extension(
            x509.UnrecognizedExtension(ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4"), b"\x04\x10" + model), critical=False)
    )
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def statement(order, key, algorithm, data, hashed, model, public, identity):
    kind = order.get("format", "none")
    if kind == "none":
        return {"sig": b"x"} if order.get("statement") else {}
    other = ec.generate_private_key(ec.SECP256R1())
    if kind == "packed":
        signer = other if order.get("stranger") else key
        return {"alg": order.get("claimed", algorithm), "sig": sign(signer, -7 if signer is other else algorithm, data + hashed)}
    if kind == "packed-x5c":
        told = bytes(16) if order.get("otherModel") else model
        signature = sign(key if order.get("stranger") else other, -7, data + hashed)
        return {"alg": -7, "sig": signature, "x5c": [certificate(other, told, order)]}
    if kind == "fido-u2f":
        message = b"\0" + data[:32] + hashed + identity + b"\x04" + public[-2] + public[-3]
        signature = sign(key if order.get("stranger") else other, -7, message)
        return {"sig": signature, "x5c": [certificate(other, model, order)]}
    return {"ver": "2.0"}


def client_data(order, ceremony):
    challenge = base64.b64decode(order["challenge"])
    document = {
        "type": order.get("type", "webauthn." + ceremony), "challenge": url(challenge), "origin": order["origin"],
        "crossOrigin": False, "other_keys_can_be_added_here": "do not compare clientDataJSON against a template",
    }
    for name in order.get("without", []):
        del document[name]
    return json.dumps(document)


def signed_bytes(data):
    return ",".join(str(byte - 256 if byte > 127 else byte) for byte in data)


def authenticator_data(order, flags):
    head = hashlib.sha256(order["party"].encode()).digest() + bytes([order.get("flags", flags)])
    return head + order.get("count", 1).to_bytes(4, "big")


def create(order):
    algorithm = order.get("algorithm", -7)
    key = new_key(algorithm, order.get("bits", 2048))
    public = cose(key, algorithm)
    identity = from_url(order["credential"]) if "credential" in order else hashlib.sha256(str(public).encode()).digest()
    model = bytes(16) if order.get("format") == "fido-u2f" and not order.get("model") else bytes(range(16))
    written = dict(public)
    written.update({int(name): value for name, value in order.get("key", {}).items()})
    if order.get("offCurve"):
        written[-3] = bytes([written[-3][0] ^ 1]) + written[-3][1:]
    data = authenticator_data(order, 0x45)
    if order.get("flags", 0x45) & 0x40 or order.get("attested"):
        data += model + len(identity).to_bytes(2, "big") + identity + cbor2.dumps(written)
    data += bytes.fromhex(order.get("tail", ""))
    client = client_data(order, "create")
    hashed = hashlib.sha256(client.encode()).digest()
    attestation = {
        "fmt": {"packed-x5c": "packed"}.get(order.get("format", "none"), order.get("format", "none")),
        "attStmt": statement(order, key, algorithm, data, hashed, model, public, identity), "authData": data,
    }
    parts = [client, signed_bytes(cbor2.dumps(attestation) + bytes.fromhex(order.get("after", "")))]
    parts += [url(b"another") if order.get("otherId") else url(identity)]
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
    return {"outcome": "::".join(parts), "key": pem, "credential": url(identity), "algorithm": algorithm}


def get(order):
    key = serialization.load_pem_private_key(order["key"].encode(), None)
    algorithm = order.get("algorithm", -7)
    if order.get("stranger"):
        key = new_key(algorithm)
    data = authenticator_data(order, 0x05) + bytes.fromhex(order.get("tail", ""))
    client = client_data(order, "get")
    signature = bytearray(sign(key, algorithm, data + hashlib.sha256(client.encode()).digest()))
    if order.get("flip"):
        signature[-1] ^= 1
    parts = [client, signed_bytes(data), signed_bytes(bytes(signature)), order["credential"]]
    if "user" in order:
        parts.append(url(order["user"].encode()))
    return {"outcome": "::".join(parts)}


json.dump([create(order) if order["ceremony"] == "create" else get(order) for order in json.load(sys.stdin)], sys.stdout)
