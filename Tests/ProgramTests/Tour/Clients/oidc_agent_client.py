"""Gets tokens from the sandbox with Debian's oidc-agent, by the device flow: what it is for on a machine without a browser.

Use: oidc_agent_client.py BASE_URL. Prints `ok` at the end; anything else that happens is an exception.
"""
import os
import re
import signal
import subprocess
import sys
import urllib.parse
import urllib.request

from sandbox import check, fetch, sign_in

base = sys.argv[1]
metadata = fetch(base + "/oauth2/.well-known/openid-configuration")


def approve(user_code):
    """What the person does on another device."""
    session = sign_in(base)
    form = urllib.parse.urlencode({"user_code": user_code, "csrf": session, "decision": "allow"}).encode()
    page = metadata["device_authorization_endpoint"].replace("/device/code", "/device/user")
    request = urllib.request.Request(page, form, {"Cookie": "iPlanetDirectoryPro=" + session})
    with urllib.request.urlopen(request) as answer:
        check(answer.status == 200, "the page of the device")


def token(*options):
    return subprocess.run(["oidc-token", *options, "sandbox"], check=True, capture_output=True, text=True).stdout.strip()


def user(access_token):
    request = urllib.request.Request(metadata["userinfo_endpoint"], headers={"Authorization": "Bearer " + access_token})
    with urllib.request.urlopen(request) as answer:
        return answer.read()


told = subprocess.run(["oidc-agent"], check=True, capture_output=True, text=True).stdout
facts = dict(re.findall(r"(OIDC_SOCK|OIDCD_PID)=([^;]+);", told))
os.environ["OIDC_SOCK"] = facts["OIDC_SOCK"]
try:
    os.environ["OIDC_ENCRYPTION_PW"] = "made up"
    generating = subprocess.Popen(
        ["oidc-gen", "sandbox", "--manual", "--flow=device", "--issuer=" + metadata["issuer"], "--client-id=agent", "--client-secret=",
         "--redirect-uri=edu.kit.data.oidc-agent:/redirect", "--scope=openid profile email", "--pw-env=OIDC_ENCRYPTION_PW",
         "--prompt=none", "--confirm-default", "--no-url-call"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = ""
    for line in generating.stdout:
        said += line
        code = re.search(r"enter the code: (\S+)", line)
        if code:
            approve(code.group(1))
    check(generating.wait() == 0, "oidc-gen: " + said)
    first = token()
    check(b'"sub":"demo"' in user(first).replace(b" ", b""), "the user")
    # It wants a token that lives longer than the one at hand, so it has to use its refresh token.
    second = token("--force-new")
    check(second != first, "a token by the refresh token")
    check(b'"sub":"demo"' in user(second).replace(b" ", b""), "the user, by the second token")
finally:
    os.kill(int(facts["OIDCD_PID"]), signal.SIGTERM)
print("ok")
