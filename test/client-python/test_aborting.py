"""Calls that end early: by their timeout, by an event, or by Ctrl-C."""

import socket
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

from docforge import Cancelled, DocForge
from fake_service import FakeService, Reply, job_of


class Aborting(unittest.TestCase):
    def setUp(self):
        self.cancel = threading.Event()
        self.gate = threading.Event()
        self.addCleanup(self.gate.set)

    def hanging(self):
        """Ends the call while the service prepares its response."""
        self.cancel.set()
        self.gate.wait(60)
        return Reply(200, job_of())

    def test_raises_before_anything_is_sent(self):
        with FakeService() as service:
            self.cancel.set()
            with self.assertRaises(Cancelled):
                service.docforge.convert(b"text", to="pdf", cancel=self.cancel)
            with self.assertRaises(TimeoutError):
                service.docforge.convert(b"text", to="pdf", timeout=0)
            self.assertEqual(service.sent, [])

    def test_cancels_the_job_that_it_waits_for(self):
        with FakeService({"GET /job/job_1": [self.hanging]}) as service:
            with self.assertRaises(Cancelled):
                service.docforge.convert({"file_id": "a"}, to="pdf", cancel=self.cancel)
            self.assertEqual(len(service.to("/job/job_1/cancel")), 1)

    def test_cancels_the_job_after_its_timeout(self):
        monotonic = time.monotonic
        passed = 0.0

        def hang():
            nonlocal passed
            passed = 3600.0
            return self.hanging()

        with FakeService({"GET /job/job_1": [hang]}) as service:
            with mock.patch("time.monotonic", lambda: monotonic() + passed):
                with self.assertRaises(TimeoutError):
                    service.docforge.extract({"file_id": "a"}, timeout=600)
            self.assertEqual(len(service.to("/job/job_1/cancel")), 1)

    def test_cancels_the_job_after_ctrl_c(self):
        def interrupt(job):
            raise KeyboardInterrupt

        with FakeService() as service:
            with self.assertRaises(KeyboardInterrupt):
                service.docforge.convert({"file_id": "a"}, to="pdf", on_progress=interrupt)
            self.assertEqual(len(service.to("/job/job_1/cancel")), 1)

    def test_leaves_the_job_of_a_callback_that_fails(self):
        def fail(job):
            raise RuntimeError("mine")

        with FakeService() as service:
            with self.assertRaisesRegex(RuntimeError, "mine"):
                service.docforge.convert({"file_id": "a"}, to="pdf", on_progress=fail)
            self.assertEqual(service.to("/job/job_1/cancel"), [])

    def test_leaves_the_job_if_the_caller_asks_for_it(self):
        with FakeService({"GET /job/job_1": [self.hanging]}) as service:
            with self.assertRaises(Cancelled):
                service.docforge.convert(
                    {"file_id": "a"}, to="pdf", cancel=self.cancel, cancel_on_abort=False
                )
            self.assertEqual(service.to("/job/job_1/cancel"), [])

    def test_cancels_a_job_that_is_accepted_while_the_call_ends(self):
        def accept():
            self.cancel.set()
            # Long enough for the client to notice the event.
            self.gate.wait(0.3)
            return Reply(202, {"job_id": "job_1", "status": "queued"})

        with FakeService({"POST /convert": [accept]}) as service:
            with self.assertRaises(Cancelled):
                service.docforge.convert({"file_id": "a"}, to="pdf", cancel=self.cancel)
            self.assertEqual(len(service.to("/job/job_1/cancel")), 1)

    def test_does_not_submit_again_after_its_end(self):
        def refuse():
            self.cancel.set()
            return Reply(429, {"error": "Too many active jobs (3/3)."}, {"Retry-After": "2"})

        with FakeService({"POST /convert": [refuse]}) as service:
            with self.assertRaises(Cancelled):
                service.docforge.convert({"file_id": "a"}, to="pdf", cancel=self.cancel)
            self.assertEqual(len(service.to("/convert")), 1)

    def test_ends_the_other_uploads_after_a_failure(self):
        def hang():
            self.gate.wait(60)
            return Reply(201, {"file_id": "late"})

        with FakeService({"POST /upload": [hang]}) as service:
            with self.assertRaisesRegex(Exception, "no such file"):
                service.docforge.convert([b"text", "/no/such/file", *[b"text"] * 9], to="pdf")
            self.assertLess(len(service.to("/upload")), 10)

    def test_ends_the_download_of_the_result(self):
        with FakeService({"GET /result": [self.hanging]}) as service:
            result = service.docforge.convert({"file_id": "a"}, to="pdf", cancel=self.cancel)
            with self.assertRaises(Cancelled):
                result.bytes()

    def test_ends_a_pause_between_tries(self):
        # With the real clock, whose pause would be a minute.
        replies = {"GET /usage": [Reply(503, b"", {"Retry-After": "60"})]}
        with FakeService(replies, clock=None) as service, ThreadPoolExecutor(1) as executor:
            call = executor.submit(service.docforge.usage, cancel=self.cancel)
            while not service.to("/usage"):
                self.gate.wait(0.01)
            self.cancel.set()

            self.assertIsInstance(call.exception(), Cancelled)
            with self.assertRaises(TimeoutError):
                service.replies["GET /usage"] = [Reply(503, b"", {"Retry-After": "60"})]
                service.docforge.usage(timeout=0.2)

    def test_ends_the_greeting_of_a_server_that_is_silent(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            with DocForge(api_key="df_live_test", base_url=f"https://127.0.0.1:{port}") as docforge:
                with self.assertRaises(TimeoutError):
                    docforge.usage(timeout=0.2)

    def test_ends_an_upload_that_nobody_reads(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            url = f"http://127.0.0.1:{server.getsockname()[1]}"
            with DocForge(access_token=lambda: "mine", base_url=url) as docforge:
                with self.assertRaises(TimeoutError):
                    docforge.upload(bytes(4_500_000), timeout=0.2)
