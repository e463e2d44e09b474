"""Signs in at the sandbox and gets tokens with Authlib, a client that knows nothing of this project.

Use: authlib_client.py BASE_URL. Prints `ok` at the end; anything else that happens is an exception.
"""
import sys
from urllib.parse import parse_qs, urlsplit

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt

from sandbox import check, fetch, sign_in

base = sys.argv[1]
redirect = "org.example.journey:/callback"
metadata = fetch(base + "/oauth2/.well-known/openid-configuration")
client = OAuth2Session("journey", redirect_uri=redirect, scope="openid profile email", token_endpoint_auth_method="none",
                       code_challenge_method="S256")
client.trust_env = False
verifier, nonce = generate_token(64), generate_token(20)
url, state = client.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce)
answer = client.request("GET", url, withhold_token=True, allow_redirects=False, headers={"iPlanetDirectoryPro": sign_in(base)})
location = answer.headers["Location"]
check(location.startswith(redirect), "the redirect " + location)
check(parse_qs(urlsplit(location).query)["iss"] == [metadata["issuer"]], "iss")
token = client.fetch_token(metadata["token_endpoint"], authorization_response=location, state=state, code_verifier=verifier)
keys = JsonWebKey.import_key_set(fetch(metadata["jwks_uri"]))
claims = jwt.decode(token["id_token"], keys, claims_options={
    "iss": {"essential": True, "value": metadata["issuer"]}, "aud": {"essential": True, "value": "journey"},
    "nonce": {"essential": True, "value": nonce}, "sub": {"essential": True, "value": "demo"}})
claims.validate()
check(client.get(metadata["userinfo_endpoint"]).json()["sub"] == "demo", "userinfo")
fresh = client.refresh_token(metadata["token_endpoint"], refresh_token=token["refresh_token"])
check(fresh["access_token"] != token["access_token"], "the new access token")
told = client.introspect_token(metadata["introspection_endpoint"], token=fresh["access_token"]).json()
check(told.get("active") is True, "introspection")
check(client.revoke_token(metadata["revocation_endpoint"], token=fresh["refresh_token"]).status_code == 200, "revocation")
check(client.introspect_token(metadata["introspection_endpoint"], token=fresh["access_token"]).json()["active"] is False,
      "introspection after the revocation")
print("ok")
