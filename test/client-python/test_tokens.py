"""When the client exchanges its key, and which token calls have."""

import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

from docforge import Cancelled, DocForgeError, SavedToken
from fake_service import FakeService, Reply, job_of


def refused():
    return Reply(401, {"error": "unauthorized", "message": "m"})


def tokens_of(service):
    return [request.headers["authorization"] for request in service.to("/job/job_1")]


def outcome_of(call):
    try:
        return call.result()["job_id"]
    except DocForgeError as error:
        return error.code


class Tokens(unittest.TestCase):
    def test_exchanges_the_key_once_for_simultaneous_calls_and_reuses_the_token(self):
        with FakeService() as service, ThreadPoolExecutor(3) as executor:
            calls = [executor.submit(service.docforge.job, "job_1") for _ in range(3)]
            self.assertEqual([outcome_of(call) for call in calls], ["job_1"] * 3)
            service.docforge.job("job_1")

            self.assertEqual(
                [request.json() for request in service.to("/authorize")], [{"api_key": "df_live_test"}]
            )

    def test_renews_the_token_a_minute_before_it_expires(self):
        with FakeService() as service:
            service.docforge.job("job_1")
            service.clock.seconds += 3539
            service.docforge.job("job_1")
            service.clock.seconds += 2
            service.docforge.job("job_1")

            self.assertEqual(tokens_of(service), ["Bearer token-1", "Bearer token-1", "Bearer token-2"])

    def test_renews_once_after_a_401_for_all_calls_that_used_the_token(self):
        both_sent = threading.Barrier(2)

        def refuse():
            both_sent.wait(60)
            return refused()

        with FakeService({"GET /job/job_1": [refuse, refuse]}) as service, ThreadPoolExecutor(2) as executor:
            calls = [executor.submit(service.docforge.job, "job_1") for _ in range(2)]

            self.assertEqual([outcome_of(call) for call in calls], ["job_1"] * 2)
            self.assertEqual(len(service.to("/authorize")), 2)
            self.assertEqual(len(service.to("/job/job_1")), 4)

    def test_raises_the_second_401(self):
        with FakeService({"GET /job/job_1": [refused(), refused()]}) as service:
            with self.assertRaises(DocForgeError) as caught:
                service.docforge.job("job_1")

            self.assertEqual((caught.exception.code, caught.exception.status), ("unauthorized", 401))
            self.assertEqual(len(service.to("/job/job_1")), 2)

    def test_raises_the_refusal_of_a_key_to_every_caller_and_asks_again_the_next_time(self):
        gate = threading.Event()

        def refuse():
            gate.wait(60)
            return Reply(401, {"error": "invalid_api_key", "message": "m"})

        with FakeService({"POST /authorize": [refuse]}) as service, ThreadPoolExecutor(2) as executor:
            calls = [executor.submit(service.docforge.job, "job_1") for _ in range(2)]
            while service.docforge._api._tokens._pending is None or len(service.sent) == 0:
                gate.wait(0.01)
            gate.set()

            outcomes = [outcome_of(call) for call in calls]
            self.assertIn("invalid_api_key", outcomes)
            self.assertEqual(service.docforge.job("job_1")["job_id"], "job_1")
            self.assertEqual(len(service.to("/authorize")), 2)

    def test_another_call_takes_over_the_exchange_of_a_cancelled_one(self):
        gate = threading.Event()
        cancel = threading.Event()

        def slow():
            gate.wait(60)
            return Reply(200, {"access_token": "late", "expires_in": 3600})

        with FakeService({"POST /authorize": [slow]}) as service, ThreadPoolExecutor(2) as executor:
            first = executor.submit(service.docforge.job, "job_1", cancel=cancel)
            while not service.sent:
                gate.wait(0.01)
            second = executor.submit(service.docforge.job, "job_1")
            cancel.set()

            self.assertIsInstance(first.exception(), Cancelled)
            self.assertEqual(second.result()["job_id"], "job_1")
            self.assertEqual(tokens_of(service), ["Bearer token-1"])
            gate.set()

    def test_uses_the_stored_token_until_it_is_refused_and_stores_the_next_one(self):
        stored = []

        class Cache:
            def load(self):
                return SavedToken("saved", 1.0)

            def store(self, token):
                stored.append(token)

        replies = {"GET /job/job_1": [Reply(200, job_of()), refused()]}
        with FakeService(replies, token_cache=Cache()) as service:
            service.docforge.job("job_1")
            service.docforge.job("job_1")

            self.assertEqual(tokens_of(service), ["Bearer saved", "Bearer saved", "Bearer token-1"])
            self.assertEqual(stored, [SavedToken("token-1", 3540.0)])

    def test_uses_the_tokens_of_a_server_instead_of_a_key(self):
        with FakeService(api_key=None, access_token=lambda: "mine") as service:
            service.docforge.job("job_1")

            self.assertEqual(service.to("/authorize"), [])
            self.assertEqual(tokens_of(service), ["Bearer mine"])
