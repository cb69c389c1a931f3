"""Conversions, extractions, and the single steps."""

import email
import gzip
import json
import unittest

from docforge import DocForge, DocForgeError, JobFailedError
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

    def test_says_who_else_receives_the_end_and_the_result(self):
        ending = {"webhook_url": "https://w.test", "deliver_to": "https://d.test"}
        with FakeService() as service:
            service.docforge.convert({"file_id": "a"}, to="pdf", **ending)
            service.docforge.extract({"file_id": "a"}, format="text", **ending)
            service.docforge.dry_run(file_id="a", to="pdf", **ending)

            conversion, dry_run = [request.json() for request in service.to("/convert")]
            self.assertEqual(conversion, {"file_id": "a", "to": "pdf", **ending})
            self.assertEqual(dry_run, {"file_id": "a", "to": "pdf", **ending, "dry_run": True})
            extraction = service.to("/extract")[0].json()
            self.assertEqual(extraction, {"file_id": "a", "format": "text", **ending})

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


def step_of(name, kept, url=None):
    """Returns a complete step of a job, which keeps its result or not."""
    output = {"filename": f"{name}.pdf", "mime_type": "application/pdf", "size_bytes": 4, "sha256": "0"}
    step = {"name": name, "from": "docx", "to": "pdf", "status": "complete", "progress": None, "report": None}
    return {**step, "output": output if kept else None, **({"output_url": url} if kept else {})}


class StepsOfAJob(unittest.TestCase):
    STEPS = (
        {"name": "first", "to": "pdf", "output": True},
        {"to": "pdf", "options": {"watermark": "Draft"}},
        {"to": "png", "inputs": ["first"]},
    )

    def test_are_one_job_whose_steps_keep_results(self):
        with FakeService({"GET /first": [Reply(200, b"kept")]}) as service:
            url = f"{service.url}/first"
            steps = [step_of("first", True, url), step_of("second", False), step_of("third", True)]
            service.replies["GET /job/job_1"] = [Reply(200, service.complete_job(steps=steps))]
            docforge = service.docforge

            result = docforge.convert({"file_id": "file_1"}, steps=self.STEPS)
            kept = docforge.result(result.job, step="first")

            self.assertEqual(
                service.to("/convert")[0].json(), {"file_id": "file_1", "steps": list(self.STEPS)}
            )
            self.assertEqual(
                [result.filename, kept.filename, kept.text()], ["a.pdf", "first.pdf", "kept"]
            )
            for name in ("second", "fourth"):
                with self.assertRaisesRegex(ValueError, f'has no result for the step "{name}"'):
                    docforge.result(result.job, step=name)

    def test_a_kept_result_is_downloaded_again_with_the_url_of_its_own_step(self):
        replies = {"GET /old": [Reply(403, b"<Error/>")], "GET /new": [Reply(200, b"kept")]}
        with FakeService(replies) as service:
            old = service.complete_job(steps=[step_of("first", True, f"{service.url}/old")])
            new = service.complete_job(steps=[step_of("first", True, f"{service.url}/new")])
            service.replies["GET /job/job_1"] = [Reply(200, new)]

            self.assertEqual(service.docforge.result(old, step="first").bytes(), b"kept")
            self.assertEqual(service.to("/result"), [])

    def test_of_a_failed_job_have_no_results(self):
        error = {
            "code": "corrupt_document",
            "message": 'Step "first": m',
            "step": "first",
            "retryable": False,
        }
        failed = job_of(status="failed", output=None, error=error, steps=[step_of("first", False)])
        with FakeService() as service:
            with self.assertRaisesRegex(JobFailedError, 'Step "first": m'):
                service.docforge.result(failed, step="first")

    def test_are_submitted_without_waiting(self):
        with FakeService() as service:
            service.docforge.submit_conversion(file_ids=("a", "b"), steps=self.STEPS)

            self.assertEqual(
                service.to("/convert")[0].json(), {"file_ids": ["a", "b"], "steps": list(self.STEPS)}
            )

    def test_need_their_own_options_and_no_target_beside_them(self):
        with FakeService() as service:
            docforge = service.docforge
            for settings in ({}, {"to": "pdf", "steps": self.STEPS}):
                with self.assertRaisesRegex(ValueError, "either to or steps"):
                    docforge.convert(b"text", **settings)
                with self.assertRaisesRegex(ValueError, "either to or steps"):
                    docforge.submit_conversion(file_id="a", **settings)
            with self.assertRaisesRegex(ValueError, "Each step has its own options"):
                docforge.convert(b"text", steps=self.STEPS, options={"pages": "1"})

            self.assertEqual(service.sent, [])


class DryRuns(unittest.TestCase):
    def replies(self):
        reply = Reply(200, {"dry_run": True})
        return {"POST /convert": [reply] * 3, "POST /extract": [reply] * 3}

    def test_are_sent_to_the_endpoint_of_the_request(self):
        with FakeService(self.replies()) as service:
            docforge = service.docforge

            self.assertEqual(docforge.dry_run(file_ids=("a", "b"), to="pdf"), {"dry_run": True})
            docforge.dry_run(file_id="a", steps=[{"to": "pdf"}], from_="text")
            docforge.dry_run(file_url="https://a.test", format="text", options={"pages": "1"})

            self.assertEqual(
                [request.json() for request in service.to("/convert") + service.to("/extract")],
                [
                    {"file_ids": ["a", "b"], "to": "pdf", "dry_run": True},
                    {"file_id": "a", "from": "text", "steps": [{"to": "pdf"}], "dry_run": True},
                    {
                        "file_url": "https://a.test",
                        "format": "text",
                        "options": {"pages": "1"},
                        "dry_run": True,
                    },
                ],
            )

    def test_send_a_file_with_the_request_instead_of_uploading_it(self):
        with FakeService(self.replies()) as service:
            steps = [{"to": "pdf", "options": {"title": "ü"}}, {"format": "text"}]

            service.docforge.dry_run(file=b"text", filename="a.txt", steps=steps)

            (request,) = service.to("/convert")
            self.assertEqual(service.paths(), ["/authorize", "/convert"])
            parts = email.message_from_bytes(
                b"Content-Type: " + request.headers["content-type"].encode() + b"\r\n\r\n" + request.content
            ).get_payload()
            fields = {
                part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
                for part in parts
            }
            self.assertEqual(json.loads(fields.pop("steps")), steps)
            self.assertEqual(fields, {"dry_run": b"true", "file": b"text"})
            self.assertEqual(parts[-1].get_filename(), "a.txt")

    def test_of_a_file_that_does_not_fit_into_one_call_send_nothing(self):
        with FakeService(self.replies()) as service:
            with self.assertRaisesRegex(DocForgeError, "a.txt is 4.6 MB.*4.5 MB.*file_id") as caught:
                service.docforge.dry_run(file=bytes(4_600_000), filename="a.txt", to="pdf")

            self.assertEqual((caught.exception.code, service.sent), ("file_too_large", []))
            service.docforge.dry_run(file=bytes(4_500_000), to="pdf")
            self.assertEqual(len(service.to("/convert")), 1)

    def test_need_one_document_and_one_target(self):
        with FakeService() as service:
            with self.assertRaisesRegex(ValueError, "only one of file, file_id"):
                service.docforge.dry_run(file=b"text", file_id="a", to="pdf")
            with self.assertRaisesRegex(ValueError, "only one of to, steps and format"):
                service.docforge.dry_run(file=b"text", to="pdf", format="text")

            self.assertEqual(service.sent, [])


class SingleSteps(unittest.TestCase):
    def test_submits_without_waiting(self):
        with FakeService() as service:
            docforge = service.docforge

            self.assertEqual(docforge.submit_conversion(file_ids=("a", "b"), to="pdf")["job_id"], "job_1")
            docforge.submit_extraction(file_url="https://a.test", options={"pages": "1"})
            docforge.submit_conversion(
                file_id="a", to="pdf", webhook_url="https://w.test", deliver_to="https://d.test"
            )

            self.assertEqual(service.to("/convert")[0].json(), {"file_ids": ["a", "b"], "to": "pdf"})
            self.assertEqual(
                service.to("/extract")[0].json(), {"file_url": "https://a.test", "options": {"pages": "1"}}
            )
            self.assertEqual(
                service.to("/convert")[1].json(),
                {
                    "file_id": "a",
                    "to": "pdf",
                    "webhook_url": "https://w.test",
                    "deliver_to": "https://d.test",
                },
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

    def test_lists_reads_changes_and_deletes_webhook_endpoints(self):
        endpoint = {"webhook_id": "whk_1", "url": "https://a.test", "events": ["job.failed"]}
        replies = {
            "GET /webhooks": [Reply(200, {"data": [endpoint], "max": 10})],
            "GET /webhooks/whk_1": [Reply(200, endpoint)],
            "PATCH /webhooks/whk_1": [Reply(200, endpoint), Reply(200, endpoint)],
            "DELETE /webhooks/whk_1": [Reply(204)],
        }
        with FakeService(replies) as service:
            docforge = service.docforge

            self.assertEqual(docforge.webhooks(), [endpoint])
            self.assertEqual(docforge.webhook("whk_1"), endpoint)
            self.assertEqual(docforge.update_webhook("whk_1", events=("job.failed",)), endpoint)
            self.assertEqual(docforge.update_webhook("whk_1", url="https://b.test"), endpoint)
            docforge.delete_webhook("whk_1")

            changes = [request.json() for request in service.sent if request.method == "PATCH"]
            self.assertEqual(changes, [{"events": ["job.failed"]}, {"url": "https://b.test"}])

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
