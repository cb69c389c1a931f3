/** How soon an alarm needs a person: at once, or within a working day. */
export type Severity = 'page' | 'ticket';

/** What an alarm means and what to do. docs/runbook.md and the mail of each alarm contain the same texts. */
export type RunbookEntry = { readonly severity: Severity; readonly meaning: string; readonly action: string };

/** The runbook. Texts are plain, because mails show them, with code in backticks. */
export const runbook = {
  JobsFailing: {
    severity: 'page',
    meaning:
      'A tenth or more of the jobs of 5 minutes, at least 3, ended with `internal_error`, `conversion_timeout` or `out_of_memory`: the service or its limits are at fault, not the documents.',
    action:
      "Run the saved query `Jobs`: it shows whether one engine, pair or worker is affected. `internal_error` after three attempts: read the worker's log for `fault`; `AccessDenied` there means that a role lost a permission. `conversion_timeout`: engines hang; read the query `Faults`. After an update, roll back.",
  },
  JobsRejected: {
    severity: 'page',
    meaning:
      'Four fifths or more of the jobs of 15 minutes, at least 20, were rejected because of their documents, such as `corrupt_document`.',
    action:
      'Run the saved query `Jobs`. One account: its documents are at fault; tell its owner. Several accounts: an engine rejects good documents, probably since an update; roll back.',
  },
  JobsSlow: {
    severity: 'ticket',
    meaning: 'For 15 minutes one job in ten has waited for its worker for more than a minute.',
    action:
      'Check the alarms `QueueStopped`, `WorkerErrors` and `WorkerThrottles`. Without them the workers cannot keep up: raise `concurrency` in the setting `workers`.',
  },
  DeadLetters: {
    severity: 'page',
    meaning:
      'No worker accepted a message within 105 minutes (five receives). Its job has failed and its operation is refunded. Or the message contained no job: `fail-abandoned-job` logs `A dead letter contains no job` with its body.',
    action:
      "Read the worker's log for that time. It shows failed starts, such as a missing variable or too little memory. A body with `delivery_id` is a webhook, which the reconciler sends again. A body with `unannounced` or `DDBStreamBatchInfo` is one or more ended jobs: see Repeat announcements in docs/runbook.md.",
  },
  DeadLettersWaiting: {
    severity: 'ticket',
    meaning: 'Messages stay in the dead-letter queue: `fail-abandoned-job` cannot end their jobs.',
    action:
      'Read its log. Messages are kept for four days; `fail-abandoned-job` retries them every 3 minutes.',
  },
  FailAbandonedJobErrors: {
    severity: 'ticket',
    meaning: '`fail-abandoned-job` crashes or times out.',
    action: 'Read its log.',
  },
  QueueStopped: {
    severity: 'page',
    meaning: 'For 10 minutes a queue of jobs has received messages, and no worker has received one.',
    action:
      'On the dashboard, find the queue with messages sent and none received. Check that the event source mapping of its worker is enabled (`aws lambda list-event-source-mappings`), and `WorkerThrottles`. Jobs wait up to two hours, so nothing is lost before then.',
  },
  QueueAge: {
    severity: 'page',
    meaning:
      'For 20 minutes the oldest job of a queue has waited for more than 10: its workers cannot keep up or do not start.',
    action:
      'The dashboard shows which queue. Check the alarms of the workers; otherwise raise `concurrency` in the setting `workers`. Jobs fail after two hours.',
  },
  WorkerErrors: {
    severity: 'page',
    meaning:
      'Three or more invocations of a worker in 5 minutes crashed, ran out of time or did not start. Jobs are retried, three attempts at most. A failed document is not an error.',
    action:
      'The dashboard shows which worker. Read its log: `Runtime.ExitError` is a process that died, often for lack of memory; `Sandbox.Timedout` ran out of time. After an update, roll back: deploy the previous version.',
  },
  WorkerThrottles: {
    severity: 'ticket',
    meaning:
      "For 15 minutes Lambda has refused to start workers: the account's concurrency is used up, or a reservation is 0.",
    action: 'Set `accountConcurrency` (see Concurrency in docs/operating.md), and raise the quota.',
  },
  ReconcilerMissing: {
    severity: 'page',
    meaning:
      'The reconciler has not run for 10 minutes. Lost messages are not sent again and nothing is deleted: retention has stopped.',
    action: 'Check the rule `ReconcileSchedule` (is it enabled?) and throttles of the function.',
  },
  ReconcilerErrors: {
    severity: 'page',
    meaning:
      'Five or more runs of the reconciler in 5 minutes, of the twenty, failed, could not list scheduled items (`unlisted` > 0) or failed on an item (`faults` > 0).',
    action:
      'Read its log: the preceding lines contain the kind or item and the error. `AccessDenied` or `ExpiredToken` means its role; an error of one service, that service. Other items are not affected, and failed ones are retried each minute.',
  },
  ReconcilerBehind: {
    severity: 'ticket',
    meaning:
      'The reconciler handles an item more than 15 minutes late. Files and results stay longer than their retention, or lost messages are sent late.',
    action:
      'If the reconciler was stopped, it catches up by itself. Otherwise raise `memoryMegabytes` of `reconcile` in `lib/functions/background-functions.ts`.',
  },
  AnnouncementsLate: {
    severity: 'ticket',
    meaning:
      '`announce-job` has not read a change of the table for 15 minutes, so ended jobs are neither announced to webhooks nor counted.',
    action:
      'Read its log and its throttles. Lambda retries a batch 50 times or for 12 hours. After that the batch becomes a dead letter: see Repeat announcements in docs/runbook.md.',
  },
  WebhooksLate: {
    severity: 'ticket',
    meaning: 'For 15 minutes a webhook has waited for `deliver-webhook`.',
    action:
      'Read its log and its throttles; if it is only overloaded, raise its `concurrency` in `lib/functions/background-functions.ts`. Nothing is lost: the reconciler sends each webhook again until it has been attempted.',
  },
  WebhooksFailing: {
    severity: 'ticket',
    meaning:
      'In 15 minutes at least 5 attempts to send a webhook failed, and at least half of all. Or a webhook was given up after ten attempts in three days.',
    action:
      'Run the saved query `Webhooks`. One endpoint: its receiver is down; tell its owner. All endpoints: `deliver-webhook` cannot reach the internet; check DNS and its network. The owner can send a webhook again with `POST /webhooks/{id}/deliveries/{delivery_id}/resend`.',
  },
  ApiServerErrors: {
    severity: 'page',
    meaning: 'Five or more responses with a 5xx status in 5 minutes.',
    action:
      'Run the saved query `Failed requests`: it shows routes, codes and faults. `AccessDenied` or `ExpiredToken` in `fault`: a role, a secret or the policy of the bucket; `places` shows which call. Many 503: throttled functions (metric Throttles) or a throttled table (`TableThrottles`).',
  },
  ApiSlow: {
    severity: 'ticket',
    meaning:
      'For 15 minutes half of the responses have taken longer than 3 s. Calls that wait for a job are slow on purpose, but are fewer.',
    action:
      'Run the saved query `Slow routes`. If every route is slow, check `TableThrottles` and cold starts.',
  },
  RefusedCalls: {
    severity: 'ticket',
    meaning:
      '500 or more calls in 5 minutes were refused with 401 or 429: somebody guesses keys, a client loops, or keys were revoked.',
    action:
      'Run the saved query `Failed requests`. An account: tell its owner, or suspend it. No account: find the address in the access log and set `rateLimitPerAddress`.',
  },
  SandboxIncomplete: {
    severity: 'ticket',
    meaning:
      'A worker started on a kernel that lacks a part of the engine sandbox. It converts documents with weaker isolation between them.',
    action:
      'Read `The engine sandbox is incomplete` in the log of the worker: `sandbox` lists the parts. See Limitations in SECURITY.md.',
  },
  TableThrottles: {
    severity: 'ticket',
    meaning: 'DynamoDB refused ten or more reads or writes in 5 minutes. Clients receive 503 and retry.',
    action:
      'An account submits too fast (see Limits of AWS in docs/operating.md). A new table doubles its capacity within half an hour.',
  },
  MailQuota: {
    severity: 'ticket',
    meaning:
      'Users signed up or were invited 40 times in a day. Without `cognito.mail`, Cognito sends 50 mails a day, so the next users get no code.',
    action: 'Set `cognito.mail` to send through SES, or close sign-up until tomorrow.',
  },
  SpendRate: {
    severity: 'page',
    meaning:
      'With `monthlyBudget`: at the rate of the last hour, the workers and the requests alone would cost three times the budget in a month.',
    action:
      'Run the saved queries `Jobs` and `Failed requests` by account. Suspend an account that nobody pays for, or lower its plan; set `rateLimitPerAddress` against calls without an account. If it is growth, raise `monthlyBudget`.',
  },
  ConcurrencyUsed: {
    severity: 'page',
    meaning:
      "With `accountConcurrency`: for 5 minutes 80 % of the account's executions were in use or reserved.",
    action:
      'Raise the quota. Until then waiting clients slow each other down; workers keep their reservation.',
  },
  UploadServiceMissing: {
    severity: 'page',
    meaning:
      'With `largeUploads`: for 5 minutes no container was healthy, so `POST /upload` responds with 503.',
    action:
      "Read the service's events in ECS and its log: the image or the program could not be downloaded, or the program exits. `POST /uploads` still works.",
  },
  UploadServiceErrors: {
    severity: 'ticket',
    meaning: 'With `largeUploads`: five or more responses with a 5xx status in 5 minutes.',
    action:
      "Search the service's log for the `X-Request-Id` of a response. 503: more uploads at once than the tasks accept; raise `maxTasks` in `cdk/upload-service.ts`.",
  },
} as const satisfies Readonly<Record<string, RunbookEntry>>;

/** The name of an alarm. */
export type AlarmName = keyof typeof runbook;

/** The description of an alarm, which its mails contain. CloudWatch accepts 1,024 characters. */
export const descriptionOf = (name: AlarmName): string => {
  const { severity, meaning, action } = runbook[name];
  const urgency = severity === 'page' ? 'Act now.' : 'Act within a working day.';
  return `${urgency} ${meaning}\n\nWhat to do: ${action}`;
};
