"""Verifies a webhook signature with Python's standard library. Copy `verify`; the rest runs the test vectors."""

import hashlib
import hmac
import re
import sys


def verify(body: bytes, header: str | None, secrets: list[bytes]) -> bool:
    """Whether `header` signs the raw bytes of the body with one of the secrets (their UTF-8 bytes, `whsec_` included).

    Take the bytes as they arrived (Flask: request.get_data(), Django: request.body), not a parsed body written again.
    """
    if header is None or not re.fullmatch(r"sha256=[0-9a-f]{64}", header):
        return False
    right = False
    for secret in secrets:
        expected = "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()
        # Every secret is tried, in constant time.
        right |= hmac.compare_digest(expected, header)
    return right


if __name__ == "__main__":
    wrong = 0
    for line in sys.stdin:
        name, secrets, body, header, expected = line.rstrip("\n").split("\t")
        given = None if header == "-" else bytes.fromhex(header).decode()
        found = verify(bytes.fromhex(body), given, [bytes.fromhex(secret) for secret in secrets.split(",")])
        if found != (expected == "true"):
            wrong += 1
            print(f"WRONG: {name}")
    sys.exit(1 if wrong else 0)
