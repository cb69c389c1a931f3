"""Downloads of results."""

import os
import tempfile
import unittest

from docforge import DocForgeError
from fake_service import LOST, FakeService, Reply, job_of


class Results(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = self._folder.name
        self.addCleanup(self._folder.cleanup)

    def refused(self, call):
        with self.assertRaises(DocForgeError) as caught:
            call()
        return caught.exception

    def convert(self, service):
        return service.docforge.convert({"file_id": "a"}, to="pdf")

    def test_requests_a_new_url_if_the_old_one_has_expired(self):
        with FakeService({"GET /result": [Reply(403, b"<Error/>")]}) as service:
            self.assertEqual(self.convert(service).bytes(), b"done")
            self.assertEqual(len(service.to("/job/job_1")), 2)

    def test_reports_a_result_that_has_been_deleted(self):
        service = FakeService({"GET /result": [Reply(404, b"<Error/>")]})
        service.replies["GET /job/job_1"] = [Reply(200, service.complete_job()), Reply(200, job_of())]
        with service:
            error = self.refused(self.convert(service).bytes)
            self.assertEqual((error.code, error.status), ("result_expired", 410))

    def test_follows_the_redirects_of_storage(self):
        with FakeService({"GET /result": [Reply(307, b"", {"Location": "/moved"})]}) as service:
            service.replies["GET /moved"] = [Reply(200, b"moved")]
            self.assertEqual(self.convert(service).bytes(), b"moved")

    def test_refuses_redirects_to_other_protocols_and_in_circles(self):
        replies = [Reply(302, b"", {"Location": "file:///etc/passwd"})] * 6
        replies += [Reply(302, b"", {"Location": "/result"})] * 6
        with FakeService({"GET /result": replies}) as service:
            result = self.convert(service)

            self.assertEqual(self.refused(result.bytes).code, "network_error")
            self.assertEqual(self.refused(result.bytes).code, "invalid_response")

    def test_never_uses_the_folders_of_a_name(self):
        output = {"filename": "../../etc/passwd", "mime_type": "text/plain", "size_bytes": 1, "sha256": "0"}
        with FakeService({"GET /job/job_1": [Reply(200, job_of(output=output))]}) as service:
            self.assertEqual(self.convert(service).filename, ".._.._etc_passwd")

    def test_saves_to_a_file_and_under_its_own_name_to_a_folder(self):
        with FakeService() as service:
            result = self.convert(service)
            new = os.path.join(self.folder, "new", "b.pdf")

            self.assertEqual(result.save(self.folder), os.path.join(self.folder, "a.pdf"))
            self.assertEqual(result.save(new), new)
            self.assertEqual(result.save(new), new)
            self.assertEqual(result.save(f"{self.folder}/other/"), f"{self.folder}/other/a.pdf")

            with open(new, "rb") as file:
                self.assertEqual(file.read(), b"done")
            self.assertEqual(os.listdir(os.path.dirname(new)), ["b.pdf"])

    def test_repeats_a_truncated_download_and_leaves_no_part_of_it(self):
        content = os.urandom(1_000_000)
        replies = [Reply(200, bytes(2_000_000), truncated=True), LOST, Reply(200, content)]
        with FakeService({"GET /result": replies}) as service:
            path = self.convert(service).save(os.path.join(self.folder, "a.pdf"))

            with open(path, "rb") as file:
                self.assertEqual(file.read(), content)
            self.assertEqual(os.listdir(self.folder), ["a.pdf"])

    def test_keeps_an_existing_file_if_the_download_fails(self):
        path = os.path.join(self.folder, "a.pdf")
        with open(path, "w") as file:
            file.write("before")
        with FakeService({"GET /result": [Reply(200, b"do", truncated=True)] * 6}) as service:
            error = self.refused(lambda: self.convert(service).save(path))

            self.assertEqual(error.code, "network_error")
            with open(path) as file:
                self.assertEqual(file.read(), "before")
            self.assertEqual(os.listdir(self.folder), ["a.pdf"])

    def test_reports_a_path_that_cannot_be_written(self):
        path = os.path.join(self.folder, "file")
        open(path, "w").close()
        with FakeService() as service:
            error = self.refused(lambda: self.convert(service).save(os.path.join(path, "a.pdf")))

            self.assertEqual(error.code, "unreadable_input")
            self.assertIn("Cannot write", error.message)
            self.assertEqual(service.to("/result"), [])

    def test_streams_and_reports_a_stream_that_breaks_off(self):
        content = os.urandom(1_000_000)
        replies = [Reply(200, content), Reply(200, content, truncated=True)]
        with FakeService({"GET /result": replies}) as service:
            result = self.convert(service)

            with result.stream() as stream:
                self.assertEqual(stream.read(10), content[:10])
                self.assertEqual(stream.read(), content[10:])
            with result.stream() as stream:
                self.assertEqual(self.refused(stream.read).code, "network_error")

    def test_decodes_text_and_json(self):
        texts = [Reply(200, '\ufeff{"a": "ü"}'.encode()), Reply(200, '{"a": "ü"}'.encode())]
        with FakeService({"GET /result": texts}) as service:
            result = self.convert(service)

            self.assertEqual(result.text(), '{"a": "ü"}')
            self.assertEqual(result.json(), {"a": "ü"})
