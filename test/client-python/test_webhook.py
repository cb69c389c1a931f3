"""Verifies the webhooks of test/client/webhook-vectors.ts, which the TypeScript test passes as JSON."""

import json
import os
import unittest

from docforge import DocForgeError, verify_webhook

VECTORS = json.loads(os.environ["DOCFORGE_WEBHOOK_VECTORS"])


def verify(vector, payload):
    return verify_webhook(payload, vector["headers"], vector["secret"], now=vector["now"] / 1000)


class Webhooks(unittest.TestCase):
    def test_accepts(self):
        for vector in VECTORS["accepted"]:
            for payload in (vector["payload"], vector["payload"].encode()):
                with self.subTest(vector["title"]):
                    self.assertEqual(verify(vector, payload), json.loads(vector["payload"]))

    def test_refuses(self):
        for vector in VECTORS["refused"]:
            with self.subTest(vector["title"]), self.assertRaises(DocForgeError) as caught:
                verify(vector, vector["payload"])
            self.assertEqual(caught.exception.code, "invalid_webhook")

    def test_reports_a_secret_that_is_not_base64_as_an_error_of_the_caller(self):
        with self.assertRaisesRegex(ValueError, "not base64"):
            verify({**VECTORS["accepted"][0], "secret": "whsec_%"}, "{}")
