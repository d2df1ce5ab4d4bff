"""Lists bookings and records a payment for one of them, twice under one key. Python's standard library alone.

    npx @svc/sandbox exec --seed hostel -- python3 record_payment.py
"""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid

# `svc-sandbox exec` sets both. In production they come from your settings.
API = os.environ["SVC_URL"] + "/api/v1/client"
API_KEY = os.environ["SVC_API_KEY"]


def call(method, path, body=None, idempotency_key=None):
    """Makes one call and returns its parsed answer and its headers."""
    headers = {"X-API-Key": API_KEY, "Content-Type": "application/json"}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(API + path, data=data, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response), response.headers
    except urllib.error.HTTPError as error:
        # The body says what was wrong and where; the request id is what support asks for.
        sys.exit(f"{method} {path}: {error.code} {error.read().decode()}")


def main():
    page, _ = call("GET", "/bookings?status=confirmed&limit=5")
    print(f"{page['total_count']} confirmed bookings")
    booking = page["results"][0]

    # One key for one operation, made before it is sent and kept until its answer is in.
    key = str(uuid.uuid4())
    payment = {"amount": "120.50", "paymentMethod": "Cash", "type": "income", "bid": booking["id"]}
    first, _ = call("POST", "/payments", payment, key)
    print(f"recorded {first['amount']} as {first['id']}")

    # The answer got lost, say, or the job ran again: the same key and the same payload.
    second, headers = call("POST", "/payments", payment, key)
    assert second == first, "recorded twice"
    assert headers["Idempotent-Replayed"] == "true"
    print("sent again: the same payment, not another one")

    of_booking, _ = call("GET", f"/payments?bid={booking['id']}")
    assert [each["id"] for each in of_booking].count(first["id"]) == 1


if __name__ == "__main__":
    main()
