"""Connections are kept open, replaced once they have ended, and secured."""

import socket
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

from docforge import DocForge, DocForgeError
from fake_service import FakeService, Reply


def ports_of(service):
    return {request.port for request in service.sent}


class Connections(unittest.TestCase):
    def test_sends_calls_one_after_the_other_on_one_connection(self):
        with FakeService() as service:
            for _ in range(3):
                service.docforge.convert(b"text", to="pdf").bytes()
            self.assertEqual(len(ports_of(service)), 1)

    def test_simultaneous_calls_have_connections_of_their_own(self):
        barrier = threading.Barrier(3)

        def together():
            barrier.wait(60)
            return Reply(200, {})

        with FakeService({"GET /usage": [together] * 3}) as service, ThreadPoolExecutor(3) as executor:
            calls = [executor.submit(service.docforge.usage) for _ in range(3)]
            self.assertEqual([call.result() for call in calls], [{}] * 3)
            self.assertEqual(len(ports_of(service)), 3)

    def test_replaces_a_connection_that_the_service_has_ended(self):
        # Longer than what arrives with the headers.
        closing = Reply(200, {"plan": "x" * 1_000_000}, {"Connection": "close"})
        with FakeService({"GET /usage": [closing, Reply(200, {}), Reply(200, {})]}) as service:
            service.docforge.usage()
            service.docforge.usage()
            # As an idle connection that the service ends.
            [idle] = service.docforge._pool._idle.values()
            idle[0].channel._socket.shutdown(socket.SHUT_RD)
            service.docforge.usage()

            self.assertEqual(len(ports_of(service)), 3)
            self.assertEqual(service.clock.slept, [])

    def test_does_not_keep_a_connection_whose_response_was_not_read(self):
        content = bytes(1_000_000)
        with FakeService({"GET /result": [Reply(200, content)]}) as service:
            with service.docforge.convert({"file_id": "a"}, to="pdf").stream() as stream:
                stream.read(10)
            service.docforge.job("job_1")
            self.assertEqual(len(ports_of(service)), 2)

    def test_reads_the_refusal_of_a_body_that_the_service_does_not_read(self):
        body = b'{"error": "request_blocked", "message": "why"}'

        def refuse(server):
            connection, _ = server.accept()
            with connection:
                connection.recv(1000)
                head = f"HTTP/1.1 403 Forbidden\r\nContent-Length: {len(body)}\r\n\r\n"
                connection.sendall(head.encode() + body)

        with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as executor:
            executor.submit(refuse, server)
            url = f"http://127.0.0.1:{server.getsockname()[1]}"
            with DocForge(access_token=lambda: "mine", base_url=url) as docforge:
                with self.assertRaises(DocForgeError) as caught:
                    docforge.upload(bytes(4_500_000), timeout=60)

            self.assertEqual((caught.exception.code, caught.exception.status), ("request_blocked", 403))

    def test_closes_its_connections(self):
        with FakeService() as service:
            service.docforge.job("job_1")
            [idle] = service.docforge._pool._idle.values()
            channel = idle[0].channel
            service.docforge.close()
            self.assertEqual(channel._socket.fileno(), -1)
            service.docforge.job("job_1")

    def test_reports_what_it_cannot_reach(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        service = FakeService(base_url=f"http://user:secret@127.0.0.1:{port}")
        with service, self.assertRaisesRegex(Exception, f"^127.0.0.1:{port} is not reachable"):
            service.docforge.usage()

    def test_refuses_a_certificate_that_nobody_vouches_for(self):
        with FakeService() as service:
            plain = service.url.replace("http:", "https:")
            with DocForge(api_key="df_live_test", base_url=plain, clock=service.clock) as docforge:
                with self.assertRaisesRegex(Exception, "is not reachable"):
                    docforge.usage()
