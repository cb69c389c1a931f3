"""Which way uploads take, and what is uploaded."""

import io
import os
import tempfile
import unittest

from docforge import DocForgeError
from fake_service import FakeService, Reply


def usage(max_upload_bytes):
    return Reply(200, {"files": {"max_bytes": 26_214_400, "max_upload_bytes": max_upload_bytes}})


class Uploads(unittest.TestCase):
    def refused(self, call):
        with self.assertRaises(DocForgeError) as caught:
            call()
        return caught.exception

    def service_with_storage(self, *storage, limit=1):
        service = FakeService()
        upload = {"url": f"{service.url}/bucket", "fields": {"key": 'k"'}, "expires_at": ""}
        form = Reply(201, {"file_id": "file_2", "upload": upload})
        service.replies = {
            "GET /usage": [usage(limit)],
            "POST /uploads": [form, form],
            "POST /bucket": list(storage),
        }
        return service

    def test_chooses_the_way_by_size_and_limit(self):
        for size, limit, paths in (
            (4_500_000, 4_500_000, ["/authorize", "/upload"]),
            (4_500_001, 26_214_400, ["/authorize", "/usage", "/upload"]),
            (4_500_001, 4_500_000, ["/authorize", "/usage", "/uploads", "/bucket"]),
        ):
            with self.service_with_storage(Reply(204), limit=limit) as service:
                service.docforge.upload(bytes(size), filename="large.bin")
                self.assertEqual(service.paths(), paths)

    def test_reads_the_limit_once(self):
        with FakeService({"GET /usage": [usage(26_214_400)]}) as service:
            for _ in range(2):
                service.docforge.upload(bytes(4_500_001))
            self.assertEqual(len(service.to("/usage")), 1)

    def test_sends_the_file_last_and_requests_a_new_form_for_an_expired_one(self):
        with self.service_with_storage(Reply(403, b"<Error/>"), Reply(204)) as service:
            self.assertEqual(service.docforge.upload(b"x" * 4_500_001, filename="x.bin"), "file_2")

            keys = [request.headers["idempotency-key"] for request in service.to("/uploads")]
            self.assertEqual((len(keys), len(set(keys))), (2, 1))
            self.assertEqual(
                service.to("/uploads")[0].json(), {"filename": "x.bin", "size_bytes": 4_500_001}
            )
            sent = service.to("/bucket")[1]
            self.assertNotIn("authorization", sent.headers)
            head, _, rest = sent.content.partition(b"\r\n\r\nk\"\r\n")
            self.assertTrue(head.endswith(b'Content-Disposition: form-data; name="key"'))
            self.assertIn(b'name="file"; filename="x.bin"', rest)

    def test_follows_the_redirect_of_a_new_bucket(self):
        with self.service_with_storage(Reply(307, b"", {"Location": "/region"})) as service:
            service.replies["POST /region"] = [Reply(204)]

            self.assertEqual(service.docforge.upload(bytes(4_500_001)), "file_2")

            [first], [second] = service.to("/bucket"), service.to("/region")
            self.assertEqual(first.content, second.content)

    def test_does_not_retry_what_storage_rejects(self):
        with self.service_with_storage(Reply(400, b"<Error/>")) as service:
            error = self.refused(lambda: service.docforge.upload(bytes(4_500_001)))

            self.assertEqual((error.code, error.status), ("upload_rejected", 400))
            self.assertEqual(len(service.to("/bucket")), 1)

    def test_uploads_files_streams_and_bytes_under_their_names(self):
        with FakeService() as service, tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'f"ü\\.txt')
            with open(path, "wb") as file:
                file.write(b"file")
            named = io.BytesIO(b"stream")
            named.name = "/tmp/s.txt"
            pipe = io.BytesIO(b"pipe")
            pipe.name = 3

            for document in (path, named, pipe, bytearray(b"bytes")):
                service.docforge.upload(document)
            with open(path, "rb") as file:
                service.docforge.upload(file)
            service.docforge.upload(memoryview(b"bytes"), filename="b\r\n.txt")

            bodies = [request.content for request in service.to("/upload")]
            names = [body.split(b"filename=")[1].split(b"\r\n")[0].decode() for body in bodies]
            escaped = '"f\\"ü\\\\.txt"'
            self.assertEqual(
                names, [escaped, '"s.txt"', '"document"', '"document"', escaped, '"b  .txt"']
            )
            self.assertIn(b"\r\n\r\nstream\r\n--", bodies[1])

    def test_stops_reading_a_stream_over_the_limit_of_every_plan(self):
        class Endless:
            parts = 0

            def read(self, size=-1):
                self.parts += 1
                return bytes(size)

        with FakeService() as service:
            stream = Endless()
            self.assertEqual(self.refused(lambda: service.docforge.upload(stream)).code, "file_too_large")
            self.assertLess(stream.parts, 30)
            self.assertEqual(service.sent, [])

    def test_reports_paths_that_it_cannot_read(self):
        with FakeService() as service:
            for path, message in (
                ("/no/such/file", "there is no such file"),
                (tempfile.gettempdir(), "not a regular file"),
                ("https://example.com/a.pdf", "file_url"),
            ):
                error = self.refused(lambda: service.docforge.upload(path))
                self.assertEqual(error.code, "unreadable_input")
                self.assertIn(message, error.message)

    def test_reports_a_file_that_changes_during_the_upload(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.bin")
            with open(path, "wb") as file:
                file.truncate(4_500_001)

            def change():
                os.truncate(path, 1)
                return usage(26_214_400)

            with FakeService({"GET /usage": [change]}) as service:
                error = self.refused(lambda: service.docforge.upload(path))
                self.assertEqual(error.code, "unreadable_input")
                self.assertIn("changed", error.message)

    def test_names_the_mistake_of_a_caller(self):
        with FakeService() as service:
            with self.assertRaisesRegex(TypeError, "binary mode"):
                service.docforge.upload(io.StringIO("text"))
            with self.assertRaisesRegex(TypeError, "Pass a path"):
                service.docforge.upload(42)
