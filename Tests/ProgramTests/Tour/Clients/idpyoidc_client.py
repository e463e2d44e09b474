"""Signs in at the sandbox and gets tokens with idpyoidc, a relying party that knows nothing of this project.

Use: idpyoidc_client.py BASE_URL. Prints `ok` at the end; anything else that happens is an exception.
"""
import sys
from urllib.parse import parse_qsl, urlsplit

import requests
from idpyoidc.client.rp_handler import RPHandler

from sandbox import check, sign_in

base = sys.argv[1]
issuer = base + "/oauth2"
redirect = "https://rp.example.org/callback"
service = "idpyoidc.client.oidc."
client = {
    "issuer": issuer, "client_type": "oidc", "client_id": "relying-party", "client_secret": "made up and long enough",
    "token_endpoint_auth_method": "client_secret_basic", "redirect_uris": [redirect],
    "response_types_supported": ["code"], "scopes_supported": ["openid", "profile", "email"],
    "services": {
        "discovery": {"class": service + "provider_info_discovery.ProviderInfoDiscovery"},
        "authorization": {"class": service + "authorization.Authorization"},
        "accesstoken": {"class": service + "access_token.AccessToken"},
        "userinfo": {"class": service + "userinfo.UserInfo"},
    },
    "add_ons": {
        "pkce": {"function": "idpyoidc.client.oauth2.add_on.pkce.add_support",
                 "kwargs": {"code_challenge_length": 64, "code_challenge_method": "S256"}},
    },
}

handler = RPHandler(base_url="https://rp.example.org", client_configs={"sandbox": client}, httpc_params={"timeout": 20})
started = handler.begin("sandbox")
url = started if isinstance(started, str) else started["url"]
answer = requests.get(url, headers={"iPlanetDirectoryPro": sign_in(base)}, allow_redirects=False, timeout=20)
location = answer.headers["Location"]
check(location.startswith(redirect), "the redirect " + location)
# Here it gets the tokens, checks signature, times and nonce of the ID token, and asks for the user.
result = handler.finalize(issuer, dict(parse_qsl(urlsplit(location).query)))
check("error" not in result, str(result))
check(result["token"], "the access token")
check(result["id_token"]["sub"] == "demo" and result["id_token"]["iss"] == issuer, "the ID token " + str(result["id_token"]))
check(result["userinfo"]["sub"] == "demo", "the user " + str(result["userinfo"]))
print("ok")
