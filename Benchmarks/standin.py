"""The HTTP peer of entitlementd: what a short web service in Python would be, over uvicorn, starlette and SQLite.

    standin.py DATABASE KEY

`authorize` checks the bearer token's HMAC with KEY, reads the row of the device's token, writes the time of its last use, and
answers as entitlementd does. The first line of the output is the address.
"""

import base64
import hashlib
import hmac
import json
import socket
import sqlite3
import sys
import time

import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


def is_valid(token, key):
    """Whether a token is a payload with an expiry `exp`, in seconds since 1970, and its HMAC."""
    text, _, signature = token.partition(".")
    expected = hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature, expected) and json.loads(base64.urlsafe_b64decode(text))["exp"] > time.time()


def application(path, key):
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = NORMAL")

    async def authorize(request):
        if not is_valid(request.headers.get("authorization", "").removeprefix("Bearer "), key):
            return JSONResponse({"status": 401, "message": "Unauthorized"}, 401)
        query, now = request.query_params, int(time.time() * 1_000)
        row = database.execute(
            "SELECT mvpd, ends FROM token WHERE requestor = ? AND device = ? AND resource = ? AND ends > ?",
            (query["requestor"], query["deviceId"], query["resource"], now),
        ).fetchone()
        if row is None:
            return JSONResponse({"status": 404, "message": "Not found"}, 404)
        database.execute(
            "UPDATE token SET asked = ? WHERE requestor = ? AND device = ? AND resource = ?",
            (now, query["requestor"], query["deviceId"], query["resource"]),
        )
        database.commit()
        return JSONResponse(
            {"mvpd": row[0], "resource": query["resource"], "requestor": query["requestor"], "expires": str(row[1])},
            headers={"Cache-Control": "no-store"},
        )

    return Starlette(routes=[Route("/api/v1/authorize", authorize)])


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(application(*sys.argv[1:]), access_log=False, log_level="warning", loop="uvloop", http="httptools")
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
