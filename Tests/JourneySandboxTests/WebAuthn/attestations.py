"""Answers of authenticators, good and bad, made with cbor2 and cryptography: an opinion of its own on what the sandbox verifies.

Reads a JSON array of orders on standard input and writes a JSON array of answers. An order has `ceremony` (`create`, `get`, `bind`),
`challenge` (base64), `origin`, `party` (the domain), and what differs from the plain case; `get` has the `key` (PEM) and the
`credential` (base64url) of a former answer, `bind` has `x` and `y` of a key.
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
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

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


MODEL = ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")
ANDROID = ObjectIdentifier("1.3.6.1.4.1.11129.2.1.17")


def signed_certificate(name, public, signer, extensions, authority=False):
    now = datetime.datetime(2026, 1, 1)
    builder = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(public).serial_number(1)
        .not_valid_before(now).not_valid_after(now + datetime.timedelta(days=3650))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    for extension in extensions:
        builder = builder.add_extension(extension, critical=False)
    return builder.sign(signer, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def certificate(key, model, order):
    name = x509.Name([
        x509.NameAttribute(NameOID.COUNTRY_NAME, "CH"), x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example"),
        x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, order.get("unit", "Authenticator Attestation")),
        x509.NameAttribute(NameOID.COMMON_NAME, "Example"),
    ])
    return signed_certificate(
        name, key.public_key(), key, [x509.UnrecognizedExtension(MODEL, b"\x04\x10" + model)], order.get("authority", False))


def der(tag, *parts):
    """An element of DER; a long tag comes as its bytes."""
    content = b"".join(parts)
    length = len(content)
    if length > 127:
        size = (length.bit_length() + 7) // 8
        head = bytes([0x80 | size]) + length.to_bytes(size, "big")
    else:
        head = bytes([length])
    return (tag if isinstance(tag, bytes) else bytes([tag])) + head + content


def context(number, *parts):
    if number < 31:
        return der(0xA0 | number, *parts)
    return der(bytes([0xBF, 0x80 | number >> 7, number & 0x7F]), *parts)


def android_certificate(public, challenge, order):
    """A certificate of an Android key: version, level, version, level, challenge, id, what software sees to, what hardware does."""
    purposes = [der(2, bytes([value])) for value in order.get("purposes", [2])]
    facts = [context(1, der(0x31, *purposes)), context(702, der(2, bytes([order.get("keyOrigin", 0)])))]
    everybody = [context(600, der(5))] if order.get("forAll") else []
    inside, outside = (everybody, facts) if order.get("inSoftware") else (facts, everybody)
    description = der(
        0x30, der(2, b"\x03"), der(10, b"\x01"), der(2, b"\x04"), der(10, b"\x01"),
        der(4, bytes(32) if order.get("otherChallenge") else challenge), der(4), der(0x30, *outside), der(0x30, *inside))
    extensions = [] if order.get("undescribed") else [x509.UnrecognizedExtension(ANDROID, description)]
    if order.get("broken"):
        extensions = [x509.UnrecognizedExtension(ANDROID, description[:-1])]
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Android Keystore Key")])
    return signed_certificate(name, public, ec.generate_private_key(ec.SECP256R1()), extensions)


def module_certificate(key, model, order):
    """A certificate of a TPM's key for attestations: no subject, the module among the other names."""
    module = x509.Name([
        x509.NameAttribute(ObjectIdentifier("2.23.133.2.%d" % number), "id:%d" % number) for number in order.get("names", [1, 2, 3])
    ])
    purpose = ObjectIdentifier("2.23.133.8.3") if not order.get("otherPurpose") else ExtendedKeyUsageOID.CLIENT_AUTH
    extensions = [
        x509.SubjectAlternativeName([x509.DirectoryName(module)]), x509.ExtendedKeyUsage([purpose]),
        x509.UnrecognizedExtension(MODEL, b"\x04\x10" + (bytes(16) if order.get("otherModel") else model)),
    ]
    subject = [x509.NameAttribute(NameOID.COMMON_NAME, "Example")] if order.get("subject") else []
    return signed_certificate(x509.Name(subject), key.public_key(), key, extensions, order.get("authority", False))


def sized(data):
    return len(data).to_bytes(2, "big") + data


def public_area(key, algorithm):
    """TPMT_PUBLIC of a key that signs and does nothing else, named by SHA-256."""
    numbers = key.public_key().public_numbers()
    head = b"\x00\x0b" + b"\x00\x06\x04\x72" + sized(bytes(32)) + b"\x00\x10"
    if algorithm in CURVES:
        x, y = (number.to_bytes((number.bit_length() + 7) // 8, "big") for number in (numbers.x, numbers.y))
        curve = {-7: b"\x00\x03", -35: b"\x00\x04", -36: b"\x00\x05"}[algorithm]
        return b"\x00\x23" + head + b"\x00\x18\x00\x0b" + curve + b"\x00\x10" + sized(x) + sized(y)
    modulus = numbers.n.to_bytes((numbers.n.bit_length() + 7) // 8, "big")
    return b"\x00\x01" + head + b"\x00\x10" + b"\x08\x00" + bytes(4) + sized(modulus)


def module_statement(order, key, algorithm, data, hashed, model):
    area = public_area(new_key(algorithm) if order.get("otherKey") else key, algorithm)
    signer = new_key(-257)
    named = b"\x00\x0b" + hashlib.sha256(b"x" if order.get("otherName") else area).digest()
    extra = hashlib.sha256(data + (b"x" if order.get("otherExtra") else hashed)).digest()
    magic = b"\xffTCG" if not order.get("otherMagic") else b"TPM2"
    info = magic + b"\x80\x17" + sized(b"signer") + sized(extra) + bytes(17) + bytes(8) + sized(named) + sized(b"")
    signature = sign(new_key(-257) if order.get("stranger") else signer, -257, info)
    return {
        "ver": order.get("version", "2.0"), "alg": -257, "x5c": [module_certificate(signer, model, order)], "sig": signature,
        "certInfo": info, "pubArea": area + bytes.fromhex(order.get("areaTail", "")),
    }


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
    if kind == "android-key":
        signer = other if order.get("stranger") else key
        named = new_key(algorithm) if order.get("otherKey") else key
        if order.get("otherKey"):
            signer = named
        signature = sign(signer, -7 if signer is other else algorithm, data + hashed)
        return {"alg": algorithm, "sig": signature, "x5c": [android_certificate(named.public_key(), hashed, order)]}
    if kind == "tpm":
        return module_statement(order, key, algorithm, data, hashed, model)
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


def bind(order):
    """The certificate of a key in the form of JOSE."""
    x, y = (int.from_bytes(from_url(order[name]), "big") for name in "xy")
    public = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    told = base64.b64decode(order["challenge"])
    return {"x5c": [base64.b64encode(android_certificate(public, told, order)).decode()]}


CEREMONIES = {"create": create, "get": get, "bind": bind}
json.dump([CEREMONIES[order["ceremony"]](order) for order in json.load(sys.stdin)], sys.stdout)
