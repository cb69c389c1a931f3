"""Conversions, extractions, and the single steps."""

import gzip
import unittest

from docforge import DocForge, JobFailedError
from fake_service import FakeService, Reply, job_of


class Conversions(unittest.TestCase):
    def test_converts_bytes_uploads_submits_waits_and_downloads(self):
        with FakeService() as service:
            result = service.docforge.convert(
                b"text", to="pdf", from_="text", options={"toc": True}, filename="a.txt"
            )

            output = (result.filename, result.mime_type, result.size_bytes)
            self.assertEqual(output, ("a.pdf", "application/pdf", 4))
            self.assertEqual(result.text(), "done")
            self.assertEqual(
                [f"{request.method} {request.path}" for request in service.sent],
                ["POST /authorize", "POST /upload", "POST /convert", "GET /job/job_1?wait=25", "GET /result"],
            )
            self.assertEqual(
                service.sent[2].json(),
                {"file_id": "file_1", "from": "text", "to": "pdf", "options": {"toc": True}},
            )
            self.assertNotIn("authorization", service.sent[4].headers)

    def test_submits_several_files_in_their_order_and_urls_without_an_upload(self):
        with FakeService() as service:
            docforge = service.docforge

            docforge.convert([{"file_id": "file_9"}, b"text", {"file_id": "file_3"}], to="pdf")
            docforge.extract({"file_url": "https://example.com/a.pdf"}, format="tables")

            self.assertEqual(
                service.to("/convert")[0].json(), {"file_ids": ["file_9", "file_1", "file_3"], "to": "pdf"}
            )
            self.assertEqual(
                service.to("/extract")[0].json(),
                {"file_url": "https://example.com/a.pdf", "format": "tables"},
            )
            with self.assertRaisesRegex(ValueError, "at least one document"):
                docforge.convert([], to="pdf")
            with self.assertRaisesRegex(ValueError, "file_url"):
                docforge.convert([b"text", {"file_url": "https://a.test"}], to="pdf")

    def test_raises_the_error_of_a_failed_job_and_of_a_cancelled_one(self):
        error = {"code": "corrupt_document", "message": "The PDF is truncated.", "retryable": False}
        failed = job_of(status="failed", output=None, error=error)
        cancelled = job_of(status="cancelled", output=None)
        with FakeService({"GET /job/job_1": [Reply(200, failed), Reply(200, cancelled)]}) as service:
            with self.assertRaises(JobFailedError) as caught:
                service.docforge.convert({"file_id": "a"}, to="pdf")
            self.assertEqual(caught.exception.code, "corrupt_document")
            self.assertEqual(str(caught.exception), "The PDF is truncated.")
            self.assertEqual(caught.exception.job, failed)

            with self.assertRaises(JobFailedError) as caught:
                service.docforge.extract({"file_id": "a"})
            self.assertEqual(caught.exception.code, "job_cancelled")

    def test_waits_until_the_job_has_ended_and_reports_its_states(self):
        states = []
        replies = [Reply(200, job_of(status="queued")), Reply(200, job_of(status="processing"))]
        with FakeService({"GET /job/job_1": replies}) as service:
            service.docforge.wait_for("job_1", on_progress=lambda job: states.append(job["status"]))

            self.assertEqual(states, ["queued", "processing", "complete"])
            self.assertEqual(service.to("/job/job_1")[0].path, "/job/job_1?wait=4")


class Steps(unittest.TestCase):
    def test_submits_without_waiting(self):
        with FakeService() as service:
            docforge = service.docforge

            self.assertEqual(docforge.submit_conversion(file_ids=("a", "b"), to="pdf")["job_id"], "job_1")
            docforge.submit_extraction(file_url="https://a.test", options={"pages": "1"})

            self.assertEqual(service.to("/convert")[0].json(), {"file_ids": ["a", "b"], "to": "pdf"})
            self.assertEqual(
                service.to("/extract")[0].json(), {"file_url": "https://a.test", "options": {"pages": "1"}}
            )
            self.assertEqual(service.to("/job/job_1"), [])

    def test_lists_the_items_of_all_pages(self):
        pages = [
            {"data": [{"job_id": "c"}, {"job_id": "b"}], "has_more": True, "next_cursor": "x&y"},
            {"data": [], "has_more": True, "next_cursor": "z"},
            {"data": [{"job_id": "a"}], "has_more": False, "next_cursor": None},
        ]
        with FakeService({"GET /jobs": [Reply(200, page) for page in pages]}) as service:
            jobs = list(service.docforge.jobs(status="failed", from_="pdf"))

            self.assertEqual([job["job_id"] for job in jobs], ["c", "b", "a"])
            self.assertEqual(service.sent[2].path, "/jobs?limit=100&status=failed&from=pdf&cursor=x%26y")

    def test_reads_compressed_responses(self):
        content = gzip.compress(b'{"formats": []}')
        compressed = {"Content-Encoding": "gzip"}
        replies = [Reply(200, content[:-9], compressed), Reply(200, content, compressed)]
        with FakeService({"GET /formats": replies}) as service:
            self.assertEqual(service.docforge.formats(), {"formats": []})

            self.assertEqual([request.headers["accept-encoding"] for request in service.sent], ["gzip"] * 3)

    def test_encodes_ids_and_formats(self):
        with FakeService({"GET /formats": [Reply(200, {"formats": []})]}) as service:
            service.docforge.formats(from_="a&b")
            with self.assertRaisesRegex(Exception, "No such endpoint"):
                service.docforge.job("../a b")

            self.assertEqual(service.paths()[1:], ["/formats?from=a%26b", "/job/..%2Fa%20b"])

    def test_refuses_settings_that_cannot_work(self):
        for base_url in ("api.test", "ftp://api.test", "https://", "http://a:99999", "http://[::1"):
            with self.assertRaisesRegex(ValueError, "base_url"):
                DocForge(api_key="df_live_test", base_url=base_url)
        with self.assertRaisesRegex(ValueError, "api_key"):
            DocForge(base_url="https://api.test")
