"""What is retried, how often and after which pauses."""

import io
import pickle
import unittest

from docforge import DocForge, DocForgeError, JobFailedError
from fake_service import LOST, FakeService, Reply, job_of


def limited(code, error, retry_after):
    return Reply(429, {"code": code, "detail": error, "error": error}, {"Retry-After": retry_after})


class Retries(unittest.TestCase):
    def refused(self, call):
        with self.assertRaises(DocForgeError) as caught:
            call()
        return caught.exception

    def test_sends_faults_again_with_the_same_key_and_a_doubling_pause(self):
        faults = [LOST, Reply(502), Reply(500, {"error": "internal_error", "message": "m"})]
        with FakeService({"POST /convert": faults}) as service:
            service.docforge.convert({"file_id": "file_1"}, to="pdf")

            keys = [request.headers["idempotency-key"] for request in service.to("/convert")]
            self.assertEqual(len(keys), 4)
            self.assertRegex(keys[0], "^[0-9a-f-]{36}$")
            self.assertEqual(len(set(keys)), 1)
            self.assertEqual(service.clock.slept, [0.25, 0.5, 1.0])

    def test_uses_another_key_for_each_operation(self):
        with FakeService() as service:
            service.docforge.convert(b"text", to="pdf")
            service.docforge.convert(b"text", to="pdf")

            keys = [request.headers["idempotency-key"] for request in service.sent]
            self.assertEqual(len({key for key in keys if key is not None}), 4)

    def test_gives_up_after_five_retries(self):
        with FakeService({"GET /usage": [LOST] * 9}) as service:
            error = self.refused(service.docforge.usage)

            self.assertEqual((error.code, error.retryable, error.status), ("network_error", True, None))
            self.assertIn(service.url[7:], error.message)
            self.assertEqual(len(service.to("/usage")), 6)

    def test_does_not_try_an_address_again_at_which_nothing_listens(self):
        with FakeService() as service:
            url = service.url
        clock = service.clock
        error = self.refused(DocForge(base_url=url, api_key="df_live_x", clock=clock).usage)

        self.assertEqual((error.code, error.retryable), ("network_error", True))
        self.assertIn("is not reachable", error.message)
        self.assertEqual(clock.slept, [])

    def test_tries_again_once_the_service_was_reached(self):
        with FakeService() as service:
            service.docforge.convert(b"text", to="pdf")
        self.assertEqual(self.refused(service.docforge.usage).code, "network_error")
        self.assertEqual(len(service.clock.slept), 5)

    def test_names_documents_in_place_of_their_ids(self):
        uploads = [Reply(201, {"file_id": file_id}) for file_id in ("file_1", "file_2")]
        message = "file_ids: file_2 is docx, but file_1 is pdf, and file_9 is text."
        refusal = Reply(422, {"error": "unsupported_conversion", "message": message})
        with FakeService({"POST /upload": uploads, "POST /convert": [refusal]}) as service:
            with self.assertRaises(DocForgeError) as caught:
                service.docforge.convert([self.named("a.pdf"), self.named("b.docx")], to="pdf")

        self.assertRegex(
            str(caught.exception), r"^file_ids: [ab]\.\w+ is docx, but [ab]\.\w+ is pdf, and file_9 is text\.$"
        )

    def named(self, name):
        file = io.BytesIO(b"text")
        file.name = name
        return file

    def test_does_not_send_a_file_that_is_larger_than_every_route_accepts(self):
        limits = {"files": {"max_bytes": 5242880, "max_upload_bytes": 5242880}}
        with FakeService({"GET /usage": [Reply(200, limits)]}) as service:
            error = self.refused(lambda: service.docforge.extract(bytes(5242881), filename="large.pdf"))

        self.assertEqual(error.code, "file_too_large")
        self.assertEqual(
            error.message, "large.pdf is 5.0 MB; the limit is 5 MB. Split it or reduce its size."
        )
        self.assertEqual([request.path for request in service.sent], ["/authorize", "/usage"])

    def test_does_not_multiply_the_retries_of_the_token_by_those_of_the_call(self):
        with FakeService({"POST /authorize": [LOST] * 20}) as service:
            self.assertEqual(self.refused(service.docforge.usage).code, "network_error")
            self.assertEqual(len(service.to("/authorize")), 6)

    def test_waits_for_retry_after_of_the_rate_limit_without_counting_it_as_a_retry(self):
        refusals = [limited("rate_limited", "Too Many Requests", "7") for _ in range(8)]
        with FakeService({"GET /usage": [*refusals, Reply(200, {"plan": "free"})]}) as service:
            self.assertEqual(service.docforge.usage(), {"plan": "free"})
            self.assertEqual(
                service.clock.slept, [max(7.0, min(0.25 * 2**index, 10.0)) for index in range(8)]
            )

    def test_waits_for_limits_for_ten_minutes_in_all(self):
        refusals = [limited("rate_limited", "Too Many Requests", "90") for _ in range(20)]
        with FakeService({"GET /usage": refusals}) as service:
            self.assertEqual(self.refused(service.docforge.usage).code, "rate_limited")
            self.assertEqual(service.clock.slept, [90.0] * 6)

    def test_observes_a_retry_after_that_is_a_date(self):
        date = "Thu, 01 Jan 1970 00:00:30 GMT"
        replies = [limited("rate_limited", "m", date), limited("rate_limited", "m", "soon")]
        with FakeService({"GET /usage": [*replies, Reply(200, {})]}) as service:
            service.docforge.usage()
            self.assertEqual(service.clock.slept, [30.0, 0.5])

    def test_recognizes_the_limits_of_plain_json(self):
        body = {"error": "Monthly usage limit reached (50). Upgrade your plan for more."}
        with FakeService({"POST /convert": [Reply(429, body, {"Retry-After": "1"})]}) as service:
            error = self.refused(lambda: service.docforge.submit_conversion(file_id="a", to="pdf"))

            self.assertEqual((error.code, error.status), ("monthly_limit_reached", 429))
            self.assertEqual((error.message, error.retryable), (body["error"], False))
            self.assertEqual(len(service.to("/convert")), 1)

    def test_returns_a_long_retry_after_to_the_caller(self):
        reply = limited("engine_time_limit_reached", "No engine minutes left", "91")
        with FakeService({"POST /convert": [reply]}) as service:
            error = self.refused(lambda: service.docforge.submit_conversion(file_id="a", to="pdf"))

            self.assertEqual((error.code, error.retry_after_seconds), ("engine_time_limit_reached", 91))
            self.assertEqual(service.clock.slept, [])

    def test_does_not_retry_other_refusals(self):
        for status, code in ((400, "invalid_request"), (409, "file_not_uploaded"), (413, "file_too_large")):
            reply = Reply(status, {"error": code, "message": "why"}, {"X-Request-Id": "request-1"})
            with FakeService({"POST /convert": [reply]}) as service:
                error = self.refused(lambda: service.docforge.submit_conversion(file_id="a", to="pdf"))

                self.assertEqual((error.code, error.status, error.message), (code, status, "why"))
                self.assertEqual((error.request_id, error.retryable), ("request-1", False))
                self.assertEqual(len(service.to("/convert")), 1)

    def test_waits_for_a_first_call_that_is_still_under_way(self):
        in_flight = Reply(409, {"error": "idempotency_in_flight", "message": "m"}, {"Retry-After": "1"})
        with FakeService({"POST /upload": [LOST, in_flight]}) as service:
            service.docforge.upload(b"text")
            self.assertEqual(len(service.to("/upload")), 3)

    def test_accepts_that_an_earlier_try_has_deleted_or_cancelled(self):
        missing = Reply(404, {"error": "file_not_found", "message": "m"})
        ended = Reply(409, {"error": "job_not_active", "message": "m"})
        replies = {
            "DELETE /file/file_1": [LOST, missing, missing],
            "POST /job/job_1/cancel": [LOST, ended],
            "GET /job/job_1": [Reply(200, job_of(status="cancelled"))],
        }
        with FakeService(replies) as service:
            service.docforge.delete_file("file_1")
            self.assertEqual(service.docforge.cancel("job_1")["status"], "cancelled")
            self.assertEqual(self.refused(lambda: service.docforge.delete_file("file_1")).status, 404)

    def test_reports_a_response_that_is_not_of_the_api(self):
        replies = [Reply(200, b"<html>"), Reply(404, b"gone"), Reply(301, b"", {"Location": "/other"})]
        with FakeService({"GET /usage": replies}) as service:
            errors = [self.refused(service.docforge.usage) for _ in replies]

            self.assertEqual([error.code for error in errors], ["invalid_response"] * 3)
            self.assertEqual([error.status for error in errors], [200, 404, 301])
            self.assertEqual(service.to("/other"), [])

    def test_errors_can_be_sent_to_another_process(self):
        error = DocForgeError("file_too_large", "why", status=413, request_id="r")
        failed = JobFailedError(job_of(output=None, status="cancelled"))

        copies = pickle.loads(pickle.dumps([error, failed]))

        self.assertEqual([type(copy) for copy in copies], [DocForgeError, JobFailedError])
        self.assertEqual([copy.__dict__ for copy in copies], [error.__dict__, failed.__dict__])
        self.assertEqual([str(copy) for copy in copies], [str(error), str(failed)])
