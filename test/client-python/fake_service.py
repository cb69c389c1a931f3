"""A service that returns scripted responses over HTTP, and a client of it whose pauses take no time."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from docforge import DocForge
from docforge._clock import Clock

# Ends the connection instead of responding.
LOST = object()


class Reply:
    """A response. `body` is sent as JSON unless it is bytes."""

    def __init__(self, status, body=None, headers=None, truncated=False):
        self.status = status
        self.content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        self.headers = headers or {}
        self.truncated = truncated


class Sent:
    """A request that the client sent. `port` is that of its connection."""

    def __init__(self, method, path, headers, content, port):
        self.method = method
        self.path = path
        self.headers = headers
        self.content = content
        self.port = port

    def json(self):
        """Returns the parsed body."""
        return json.loads(self.content)


def job_of(**members):
    """Returns a job in the contract's form."""
    return {
        "job_id": "job_1",
        "type": "conversion",
        "status": "complete",
        "file_id": "file_1",
        "from": "text",
        "to": "pdf",
        "progress": None,
        "created_at": "2026-11-20T09:12:00.000Z",
        "started_at": None,
        "completed_at": None,
        "expires_at": None,
        "output": {"filename": "a.pdf", "mime_type": "application/pdf", "size_bytes": 4, "sha256": "0"},
        "report": None,
        "error": None,
        "attempts": 1,
        **members,
    }


class FakeClock(Clock):
    """A clock that advances when the client pauses."""

    def __init__(self):
        self.seconds = 0.0
        self.slept = []

    def now(self):
        return self.seconds

    def sleep(self, seconds, signal):
        signal.throw_if_ended()
        self.slept.append(seconds)
        self.seconds += seconds

    def random(self):
        return 0.0


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Ignores that clients end connections."""


class FakeService:
    """Returns `replies` by method and path, in order, and then a success. A reply can be a function."""

    def __init__(self, replies=None, **settings):
        self.sent = []
        self.clock = FakeClock()
        self._tokens = 0
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.replies = {route: list(queue) for route, queue in (replies or {}).items()}
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        settings = {"api_key": "df_live_test", "base_url": f"{self.url}/", "clock": self.clock, **settings}
        self.docforge = DocForge(**settings)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.docforge.close()
        self._server.shutdown()
        self._server.server_close()

    def to(self, path):
        """Returns the requests to a path, without its query."""
        return [request for request in self.sent if urlsplit(request.path).path == path]

    def paths(self):
        """Returns the paths of all requests."""
        return [request.path for request in self.sent]

    def complete_job(self, **members):
        """Returns a complete job whose result is at this service."""
        return job_of(output_url=f"{self.url}/result", **members)

    def _default(self, route):
        if route == "POST /authorize":
            self._tokens += 1
            return Reply(200, {"access_token": f"token-{self._tokens}", "expires_in": 3600})
        accepted = Reply(202, {"job_id": "job_1", "status": "queued"})
        return {
            "POST /upload": Reply(201, {"file_id": "file_1"}),
            "POST /convert": accepted,
            "POST /extract": accepted,
            "GET /job/job_1": Reply(200, self.complete_job()),
            "POST /job/job_1/cancel": Reply(200, job_of(status="cancelled")),
            "GET /result": Reply(200, b"done"),
        }.get(route, Reply(404, {"error": "not_found", "message": "No such endpoint"}))

    def reply_to(self, request):
        """Records a request and returns its response."""
        route = f"{request.method} {urlsplit(request.path).path}"
        with self._lock:
            self.sent.append(request)
            queue = self.replies.get(route)
            reply = queue.pop(0) if queue else self._default(route)
        return reply() if callable(reply) else reply

    def _handler(service):  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, *_):
                pass

            def _respond(self):
                content = self.rfile.read(int(self.headers.get("content-length", 0)))
                reply = service.reply_to(
                    Sent(self.command, self.path, self.headers, content, self.client_address[1])
                )
                if reply is LOST:
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.content) + (1 if reply.truncated else 0)))
                self.end_headers()
                self.wfile.write(reply.content)
                self.close_connection = self.close_connection or reply.truncated

            do_GET = do_POST = do_PATCH = do_DELETE = _respond

        return Handler
