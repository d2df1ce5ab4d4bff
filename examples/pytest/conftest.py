"""Fixtures for tests against a sandbox: run them by `npx @svc/sandbox exec --clock manual -- pytest`."""

import hashlib
import hmac
import json
import os
import queue
import threading
import urllib.error
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Http:
    """Calls of one API. Answers are `(status, parsed body)`; nothing is raised for a status."""

    def __init__(self, base, headers):
        self.base, self.headers = base, headers

    def __call__(self, method, path, body=None, key=None):
        headers = dict(self.headers)
        if method in ("POST", "PATCH") and "X-API-Key" in headers:
            headers["Idempotency-Key"] = key or str(uuid.uuid4())
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.base + path, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, json.loads(response.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")


@pytest.fixture
def api():
    """The client API, with the sandbox's key."""
    return Http(os.environ["SVC_URL"] + "/api/v1/client", {"X-API-Key": os.environ["SVC_API_KEY"]})


@pytest.fixture
def control():
    """The control API. Every test ends with the sandbox as it began."""
    call = Http(os.environ["SVC_URL"] + "/sandbox", {"Authorization": "Bearer " + os.environ["SVC_ADMIN_TOKEN"]})
    _, snapshot = call("POST", "/snapshots")
    yield call
    call("POST", f"/snapshots/{snapshot['id']}/restore")


class Inbox:
    """A receiver of webhooks: `respond` has the statuses that it answers with, 204 after the last."""

    def __init__(self):
        self.respond, self.secret, self.arrived = [], None, queue.Queue()
        inbox = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = inbox.respond.pop(0) if inbox.respond else 204
                self.send_response(status)
                self.end_headers()
                inbox.arrived.put((status, inbox.verified(body, self.headers["X-SVC-Signature"]), json.loads(body)))

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/webhooks"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def verified(self, body, signature):
        if self.secret is None:
            return None
        digest = hmac.new(self.secret.encode(), body, hashlib.sha256).hexdigest()
        return hmac.compare_digest("sha256=" + digest, signature or "")

    def next(self):
        """The next delivery: `(status it was answered with, signature right?, event)`."""
        return self.arrived.get(timeout=10)


@pytest.fixture
def inbox():
    inbox = Inbox()
    yield inbox
    inbox.server.shutdown()
