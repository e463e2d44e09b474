"""A login with tokens by Python requests: login-requests.py BASE-URL"""

import base64
import hashlib
import secrets
import sys
from urllib.parse import parse_qs, urlsplit

import requests

base = sys.argv[1]
http = requests.Session()
http.trust_env = False
url = base + "/json/authenticate?authIndexType=service&authIndexValue=Login"
headers = {"Accept-API-Version": "resource=2.1, protocol=1.0"}
step = http.post(url, json={}, headers=headers).json()
step["callbacks"][0]["input"][0]["value"] = "demo"
step["callbacks"][1]["input"][0]["value"] = "Ch4ng31t"
session = http.post(url, json=step, headers=headers).json()["tokenId"]
discovery = http.get(base + "/oauth2/.well-known/openid-configuration").json()
verifier = secrets.token_urlsafe(32)
challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
redirect = "org.example.journey:/callback"
state = secrets.token_urlsafe(8)
answer = http.get(
    discovery["authorization_endpoint"],
    params={
        "client_id": "journey", "response_type": "code", "redirect_uri": redirect, "scope": "openid profile",
        "state": state, "nonce": state, "code_challenge": challenge, "code_challenge_method": "S256",
    },
    headers={"Cookie": "iPlanetDirectoryPro=" + session},
    allow_redirects=False,
)
code = parse_qs(urlsplit(answer.headers["Location"]).query)["code"][0]
tokens = http.post(
    discovery["token_endpoint"],
    data={
        "grant_type": "authorization_code", "client_id": "journey", "code": code, "redirect_uri": redirect,
        "code_verifier": verifier,
    },
).json()
assert tokens["access_token"]
