import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, expect, test } from 'vitest';
import { identityHash } from '../../lib/accounts/identity.ts';
import { createAccount, setPlan } from '../../lib/accounts/manage-accounts.ts';
import { tryAccountId } from '../../lib/api/try-samples.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { type ItemKey, keys } from '../../lib/aws/table.ts';
import { PagesToRecognize } from '../../lib/conversions/engine/recognition.ts';
import { partsOf } from '../../lib/jobs/page-parts.ts';
import type { Outcome } from '../../local/function-host/host.ts';
import { signedEvent, webhookSecret } from '../support/fake-stripe.ts';
import { changeItem, forgetSweeps } from '../support/table.ts';
import { type Answer, createClient, multipart, type Request } from './support/client.ts';
import { startIdleStack } from './support/idle-stack.ts';
import { readSignInSettings, signIn } from './support/sign-in.ts';
import { createTenant } from './support/tenant.ts';

// No queue triggers a function here: each is invoked only by a test.
const stack = await startIdleStack({
  WAIT_LIMIT: '3',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_STARTER_PRICE: 'price_starter',
  STRIPE_PRO_PRICE: 'price_pro',
});
afterAll(() => stack.close());

const description = stack.describe();
const functionIds = Object.keys(description.functions);
const containerIds = Object.keys(description.containers);
const functionId = (name: string): string =>
  functionIds.find((id) => id.startsWith(`${name}Function`)) ??
  containerIds.find((id) => id.startsWith(name)) ??
  `no function ${name}`;
const holderOf = (grant: string): string => grant.replace(/(?:Function)?[0-9A-F]{8} .*$/, '');
const tenant = await createTenant(description);
const { issuer } = await readSignInSettings(description);

const deleteItem = (Key: ItemKey) =>
  tenant.table.client.send(new DeleteCommand({ TableName: tenant.table.name, Key }));

type Outcomes = (Answer | Outcome | Response)[];
type Use = () => Promise<Outcomes>;

/** Tokens are limited to 60 calls a minute, so that each use of a function has its own. */
const asTenant = async (...requests: Request[]): Promise<Answer[]> => {
  const token = await tenant.authorize();
  const answers: Answer[] = [];
  for (const request of requests) answers.push(await tenant.call({ ...request, token }));
  return answers;
};
/** The same without a token, which is counted by the caller's address. */
const asNobody = (request: Request): Promise<Answer> => createClient(stack.baseUrl)(request);
const both = async (request: Request): Promise<Answer[]> => [
  ...(await asTenant(request)),
  await asNobody(request),
];
/** The same at the address of the API, for paths that CloudFront serves itself. */
const bothAtApi = async (request: Request): Promise<Answer[]> => {
  const call = createClient(stack.describe().endpoints.api);
  return [await call({ ...request, token: await tenant.authorize() }), await call(request)];
};

const pdf = { name: 'file', filename: 'a.txt', content: 'Some text.' };
const upload: Request = { path: '/upload', ...multipart([pdf]) };
/** The same with a key of its own. */
const repeatable = (request: Request): Request => ({
  ...request,
  headers: { ...request.headers, 'Idempotency-Key': crypto.randomUUID() },
});
const uploadFile = async (): Promise<string> => (await asTenant(upload))[0]?.json.file_id;
const announce: Request = { path: '/uploads', json: { filename: 'a.txt', size_bytes: 10 } };
const sendForm = async ({ json }: Answer): Promise<Response> => {
  const form = new FormData();
  for (const [name, value] of Object.entries<string>(json.upload?.fields ?? {})) form.append(name, value);
  form.append('file', new Blob(['Some text.']));
  return fetch(json.upload?.url ?? 'data:,', { method: 'POST', body: form });
};
const submitJob = async (body: object = { to: 'markdown' }): Promise<string> => {
  const json = { file_id: await uploadFile(), ...body };
  return (await asTenant({ path: '/convert', json }))[0]?.json.job_id;
};
const message = (jobId: string, step?: number, part?: string) => ({
  Records: [
    {
      messageId: '1',
      eventSource: 'aws:sqs',
      body: JSON.stringify({ account_id: tenant.accountId, job_id: jobId, step, part }),
    },
  ],
});
const work = (name: string, jobId: string, step?: number): Promise<Outcome> =>
  stack.invoke(functionId(name), message(jobId, step));
const freeSlot = (jobId: string) => asTenant({ method: 'POST', path: `/job/${jobId}/cancel` });
const workOnJob = async (name: string): Promise<Outcomes> => {
  const jobId = await submitJob();
  const outcome = await work(name, jobId);
  await freeSlot(jobId);
  return [outcome];
};

/** Works on a job, and on the first of two steps, whose second needs each of the workers; of one job on both. */
const workOnSteps = (name: string): readonly Use[] => [
  () => workOnJob(name),
  ...[
    ['html', 'markdown'],
    ['html', 'pdf'],
    ['docx', 'pdf'],
  ].map(([first, second]) => async () => {
    const jobId = await submitJob({ steps: [{ to: first }, { to: second }] });
    const outcomes = [await work(name, jobId, 0)];
    if (second === 'markdown') outcomes.push(await work(name, jobId, 1));
    await freeSlot(jobId);
    return outcomes;
  }),
];

const submitAnnounced = async (path: string, body: object): Promise<Outcomes> => {
  const announced = await asTenant(announce, announce);
  await Promise.all(announced.slice(0, 1).map(sendForm));
  const requests = announced.map(
    ({ json }): Request => repeatable({ path, json: { file_id: json.file_id, ...body } }),
  );
  const answers = await asTenant(...requests);
  const [announcement] = announced;
  answers.push(
    ...(await asTenant({ path, json: { file_id: announcement?.json.file_id, ...body, dry_run: true } })),
  );
  const jobs = answers.flatMap(({ json }): string[] => (json?.job_id ? [json.job_id] : []));
  for (const jobId of jobs) await freeSlot(jobId);
  return [...answers, await asNobody({ path, json: {} })];
};

const finished = await submitJob();
await work('ConvertDocument', finished);

const newUser = async (): Promise<{ email: string; call: (request: Request) => Promise<Answer> }> => {
  const email = `${crypto.randomUUID()}@docforge.example`;
  const token = await signIn(description, email);
  const client = createClient(stack.baseUrl);
  return { email, call: (request) => client({ ...request, token }) };
};
/** A name that never resolves (RFC 2606). */
const receiver = { url: 'https://receiver.invalid/' };
const webhook: string = (await asTenant({ path: '/webhooks', json: receiver }))[0]?.json.webhook_id;
/** The record of the table's stream in which a job has ended. */
const endOf = async (jobId: string) => {
  const { client, name } = tenant.table;
  const { Item = {} } = await client.send(
    new GetCommand({ TableName: name, Key: keys.job(tenant.accountId, jobId) }),
  );
  const dynamodb = { SequenceNumber: '1', NewImage: marshall(Item) };
  return { Records: [{ eventName: 'MODIFY', eventSource: 'aws:dynamodb', dynamodb }] };
};
/** Announces the end of a job to the URL of its request and returns the id of the delivery. */
const announceToUrl = async (): Promise<string> => {
  const job = keys.job(tenant.accountId, finished);
  await changeItem(tenant.table, job, { webhook_url: receiver.url, completed_at: Date.now() });
  await stack.invoke(functionId('AnnounceJob'), await endOf(finished));
  const { client, name } = tenant.table;
  const { pk, sk } = keys.delivery(tenant.accountId, 'request#');
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      ScanIndexForward: false,
    }),
  );
  return Items[0]?.delivery_id;
};
const deliver = (webhookId: string, deliveryId: string): Promise<Outcome> => {
  const body = { account_id: tenant.accountId, webhook_id: webhookId, delivery_id: deliveryId };
  return stack.invoke(functionId('DeliverWebhook'), {
    Records: [{ messageId: '1', eventSource: 'aws:sqs', body: JSON.stringify(body) }],
  });
};
const openSession: Request = { method: 'POST', path: '/account/session' };
const stranger = await newUser();
const member = await newUser();
await member.call(openSession);
const { Item: owner } = await tenant.table.client.send(
  new GetCommand({ TableName: tenant.table.name, Key: keys.email(member.email) }),
);
// Room for the keys that are left when revoking them was refused.
await setPlan({ accountId: owner?.account_id, plan: 'pro' }, accountStore(tenant.table));

const resultOfLetter = {
  objectKey: `accounts/${tryAccountId}/results/none/1`,
  filename: 'letter.md',
  mimeType: 'text/markdown',
  sizeBytes: 1,
  sha256: '0'.repeat(64),
};

/** What a customer has for the operator to see: ids, and the address that names the account. */
type Customer = Readonly<Record<'account' | 'key' | 'job' | 'webhook', string>>;

/** Runs commands of the operator on a customer of their own. */
const useCommands =
  (
    commandsOf: (
      customer: Customer,
    ) => readonly (readonly [command: string, options: Readonly<Record<string, string>>])[],
  ): Use =>
  async () => {
    const client = createClient(stack.baseUrl);
    const token = await signIn(description, 'operator@docforge.example');
    const { iss: issuer, sub: subject } = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    );
    // One operator runs the commands for each statement, more than 120 in a minute.
    await deleteItem(keys.address('dashboard', `user:${identityHash({ issuer, subject })}`));
    await client({ ...openSession, token });
    const { email: account, call } = await newUser();
    await call(openSession);
    const { json: created } = await call({ path: '/account/keys', json: { name: 'a' } });
    const { json: access } = await asNobody({ path: '/authorize', json: { api_key: created.key } });
    const asCustomer = (request: Request) => client({ ...request, token: access.access_token });
    const { json: file } = await asCustomer(upload);
    const { json: job } = await asCustomer({ path: '/convert', json: { file_id: file.file_id, to: 'pdf' } });
    const { json: webhook } = await asCustomer({ path: '/webhooks', json: { url: receiver.url } });
    await asCustomer({ method: 'POST', path: `/webhooks/${webhook.webhook_id}/test` });
    const customer = { account, key: created.key, job: job.job_id, webhook: webhook.webhook_id };
    const answers: Answer[] = [];
    for (const [command, options] of commandsOf(customer))
      answers.push(await client({ path: '/account/operator', token, json: { command, options } }));
    return answers;
  };

/** The uses of each function and container that has permissions. Add a row for a new one. */
const uses: Readonly<Record<string, Use | readonly Use[]>> = {
  Authorize: async () => [await asNobody({ path: '/authorize', json: { api_key: tenant.apiKey } })],
  // CloudFront passes uploads to the container, and the API alone to the function.
  Upload: async () => {
    const call = createClient(stack.describe().endpoints.api);
    const answers = [
      await call({ ...repeatable(upload), token: await tenant.authorize() }),
      await call(upload),
    ];
    return [...answers, await fetch(answers[0]?.json.file_url ?? 'data:,')];
  },
  UploadsService: async () => {
    const answers = await both(repeatable(upload));
    return [...answers, await fetch(answers[0]?.json.file_url ?? 'data:,')];
  },
  CreateUpload: async () => {
    const answers = await both(repeatable(announce));
    return [...answers, ...(await Promise.all(answers.slice(0, 1).map(sendForm)))];
  },
  Convert: () => submitAnnounced('/convert', { to: 'pdf' }),
  Extract: () => submitAnnounced('/extract', {}),
  GetJob: async () => {
    const answers = await both({ path: `/job/${finished}` });
    return [...answers, await fetch(answers[0]?.json.output_url ?? 'data:,')];
  },
  GetResult: async () => {
    const path = `/job/${finished}/result`;
    const answers = await both({ path });
    const [text] = await asTenant({ path, headers: { Accept: 'text/markdown' } });
    return [...answers, ...(text ? [text] : []), await fetch(answers[0]?.headers.location ?? 'data:,')];
  },
  GetFormats: () => both({ path: '/formats' }),
  GetUsage: () => both({ path: '/usage' }),
  GetOpenApi: () => both({ path: '/openapi.json' }),
  GetDocs: () => bothAtApi({ path: '/docs' }),
  GetDocumentSchema: () => both({ path: '/schemas/document-1.json' }),
  TrySample: async () => {
    const request = { path: '/try', json: { sample: 'letter', format: 'markdown' } };
    // A wait counts after its first second.
    const first = await asNobody({ ...request, headers: { Prefer: 'wait=2' } });
    const job = keys.job(tryAccountId, first.json.job_id ?? '');
    // Its result is read, and it is replaced by the next use.
    const ended = { job_status: 'complete', job_output: resultOfLetter, expires_at: Date.now() + 60_000 };
    if (first.json.job_id !== undefined) await changeItem(tenant.table, job, ended);
    const second = await asNobody(request);
    if (first.json.job_id !== undefined) await changeItem(tenant.table, job, { expires_at: 0 });
    return [first, second];
  },
  // CloudFront responds at `/` itself, and the API at its own address.
  GetIndex: () => bothAtApi({ path: '/' }),
  Health: () => both({ path: '/health' }),
  AnswerUnrouted: async () => [await asNobody({ path: '/nowhere' })],
  GetFile: async () => {
    const answers = await both({ path: `/file/${await uploadFile()}` });
    return [...answers, await fetch(answers[0]?.json.file_url ?? 'data:,')];
  },
  ListFiles: async () => {
    const answers = await both({ path: '/files' });
    const [file] = (answers[0]?.json.data ?? []).filter((each: { file_url?: string }) => each.file_url);
    return [...answers, await fetch(file?.file_url ?? 'data:,')];
  },
  DeleteFile: async () => both({ method: 'DELETE', path: `/file/${await uploadFile()}` }),
  DeleteJob: async () => {
    const jobId = await submitJob();
    await work('ConvertDocument', jobId);
    return both({ method: 'DELETE', path: `/job/${jobId}` });
  },
  ListJobs: async () => {
    const answers = await both({ path: '/jobs' });
    const [job] = (answers[0]?.json.data ?? []).filter((each: { output_url?: string }) => each.output_url);
    return [...answers, await fetch(job?.output_url ?? 'data:,')];
  },
  CancelJob: async () => {
    const jobId = await submitJob();
    return both({ method: 'POST', path: `/job/${jobId}/cancel` });
  },
  OpenSession: async () => {
    const { email, call } = await newUser();
    // The operator created an account for this user, which is linked to the user.
    await createAccount({ email, plan: 'pro' }, accountStore(tenant.table), Date.now());
    const other = await newUser();
    const opened = await call(openSession);
    // The user had another address when the account was created.
    const before = `${crypto.randomUUID()}@docforge.example`;
    const { client, name } = tenant.table;
    const { Item } = await client.send(new GetCommand({ TableName: name, Key: keys.email(email) }));
    await changeItem(tenant.table, keys.account(Item?.account_id), { email: before });
    return [opened, await call(openSession), await other.call(openSession), await other.call(openSession)];
  },
  CloseSession: async () => {
    const { call } = await newUser();
    await call(openSession);
    return [await call({ method: 'DELETE', path: '/account/session' })];
  },
  ListKeys: async () => [await member.call({ path: '/account/keys' })],
  CreateKey: async () => {
    const { call } = await newUser();
    await call(openSession);
    const create = (): Promise<Answer> => call({ path: '/account/keys', json: { name: 'a' } });
    // One more than the plan has.
    return [await create(), await create(), await create()];
  },
  RevokeKey: async () => {
    const { json } = await member.call({ path: '/account/keys', json: { name: 'a' } });
    await asNobody({ path: '/authorize', json: { api_key: json.key } });
    return [await member.call({ method: 'DELETE', path: `/account/keys/${json.key_id}` })];
  },
  CreateWebhook: () => both({ path: '/webhooks', json: receiver }),
  ListWebhooks: () => both({ path: '/webhooks' }),
  GetWebhook: () => both({ path: `/webhooks/${webhook}` }),
  UpdateWebhook: () => both({ method: 'PATCH', path: `/webhooks/${webhook}`, json: receiver }),
  RotateAccountSecret: () => both({ method: 'POST', path: '/webhooks/secret' }),
  RotateWebhookSecret: () => both({ method: 'POST', path: `/webhooks/${webhook}/rotate` }),
  EnableWebhook: () => both({ method: 'POST', path: `/webhooks/${webhook}/enable` }),
  TestWebhook: () => both({ method: 'POST', path: `/webhooks/${webhook}/test` }),
  ListDeliveries: () => both({ path: `/webhooks/${webhook}/deliveries` }),
  ResendDelivery: async () => {
    const [test] = await asTenant({ method: 'POST', path: `/webhooks/${webhook}/test` });
    return both({
      method: 'POST',
      path: `/webhooks/${webhook}/deliveries/${test?.json.delivery_id}/resend`,
    });
  },
  DeleteWebhook: async () => {
    const [added] = await asTenant({ path: '/webhooks', json: receiver });
    return both({ method: 'DELETE', path: `/webhooks/${added?.json.webhook_id}` });
  },
  RunOperatorCommand: [
    useCommands(() => [
      ['list-accounts', {}],
      ['find-account', { customer: 'cus_none' }],
      ['create-account', { email: `${crypto.randomUUID()}@docforge.example`, plan: 'free' }],
      ['show-queues', {}],
      ['read-dead-letters', { limit: '1' }],
      ['drain-queue', { queue: 'dead-letters' }],
      ['list-actions', {}],
    ]),
    useCommands(({ account, key, job, webhook }) => [
      ['find-account', { key: key.slice(-4) }],
      ['retry-job', { account, job }],
      ['redeliver', { account, webhook, failed: '' }],
      ['cancel-job', { account, job }],
    ]),
    useCommands(({ account }) => [
      ['export-account', { account }],
      ['suspend-account', { account, reason: 'test' }],
      ['resume-account', { account }],
      // Of the stack's own pool, so that its user is looked for.
      ['relink-user', { account, issuer, subject: crypto.randomUUID() }],
      ['delete-account', { account }],
    ]),
  ],
  GetUsageHistory: async () => [await member.call({ path: '/account/usage' })],
  // A user without an account is refused before any call to Stripe.
  OpenCheckout: async () => [
    await stranger.call({ path: '/account/billing/checkout', json: { plan: 'pro' } }),
  ],
  OpenBillingPortal: async () => [await stranger.call({ method: 'POST', path: '/account/billing/portal' })],
  ReceiveBillingEvent: async () => {
    const object = { id: 'sub_1', object: 'subscription', customer: `cus_${crypto.randomUUID()}` };
    const { body, signature } = signedEvent('customer.subscription.updated', object);
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    return [await asNobody({ path: '/billing/webhook', body, headers })];
  },
  ConvertDocument: workOnSteps('ConvertDocument'),
  ConvertLargeDocument: workOnSteps('ConvertLargeDocument'),
  ConvertWebPage: workOnSteps('ConvertWebPage'),
  ConvertOfficeDocument: workOnSteps('ConvertOfficeDocument'),
  RecognizePages: async () => {
    const { accountId, table } = tenant;
    const store = jobStore(table);
    const jobId = await submitJob();
    const job = await store.get(accountId, jobId);
    const now = Date.now();
    const claim = { owner: 'worker', now, leaseUntil: now + 60_000 };
    const claimed = job && (await store.claim(job, claim));
    if (claimed === undefined) throw new Error('The job was not claimed');
    const lease = { accountId, jobId, attempt: 1, owner: 'worker' };
    const parts = partsOf(claimed, new PagesToRecognize([1]));
    await store.planParts(claimed, parts, { lease, now, source: undefined });
    const outcome = await stack.invoke(functionId('RecognizePages'), message(jobId, 0, parts[0]?.id));
    await freeSlot(jobId);
    return [outcome];
  },
  FailAbandonedJob: () => workOnJob('FailAbandonedJob'),
  AnnounceJob: async () => [await stack.invoke(functionId('AnnounceJob'), await endOf(finished))],
  DeliverWebhook: async () => {
    const [test] = await asTenant({ method: 'POST', path: `/webhooks/${webhook}/test` });
    const { delivery_id } = test?.json ?? {};
    // Its receiver does not exist; the other one has no endpoint.
    return [await deliver(webhook, delivery_id), await deliver('request', await announceToUrl())];
  },
  Reconcile: async () => {
    const [test] = await asTenant({ method: 'POST', path: `/webhooks/${webhook}/test` });
    const delivery = keys.delivery(tenant.accountId, `${webhook}#${test?.json.delivery_id}`);
    await changeItem(tenant.table, delivery, { due_at: Date.now() - 1 });
    const [jobId, ended, fileId] = await Promise.all([submitJob(), submitJob(), uploadFile()]);
    await work('ConvertDocument', ended);
    await changeItem(tenant.table, keys.job(tenant.accountId, jobId), { due_at: Date.now() - 1 });
    // Longer ago than results are retained, and than the schedule of the stack has swept.
    const past = { due_at: Date.now() - 10_800_000, expires_at: Date.now() - 1 };
    await forgetSweeps(tenant.table);
    await changeItem(tenant.table, keys.job(tenant.accountId, ended), past);
    await changeItem(tenant.table, keys.file(tenant.accountId, fileId), past);
    await changeItem(tenant.table, keys.account(tenant.accountId), { due_at: past.due_at });
    const outcome = await stack.invoke(functionId('Reconcile'), {});
    await freeSlot(jobId);
    return [outcome];
  },
};

/** A 500 of the API, a 403 of a signed address, an invocation that failed or noted a fault. */
const failed = (outcome: Answer | Outcome | Response): boolean => {
  if (outcome instanceof Response) return !outcome.ok;
  if ('status' in outcome) return outcome.status === 500;
  if (!outcome.ok) return true;
  const { batchItemFailures = [], faults = 0 } = JSON.parse(outcome.payload) ?? {};
  return batchItemFailures.length > 0 || faults > 0;
};

/**
 * Uses a function after closing the account's window, which otherwise ends after a minute: the function that opens the next
 * one needs more than it needs before and after.
 */
const useAnew = async (use: Use): Promise<Outcomes> => {
  await deleteItem(keys.calls(tenant.accountId));
  return use();
};

test('every function and container with permissions is tested here', () => {
  const granted = Object.keys(stack.access.record.summary().grants).map(holderOf);

  expect(Object.keys(uses).toSorted()).toEqual([...new Set(granted)].toSorted());
});

test.each(Object.entries(uses))(
  '%s is denied what its statements allow once they are removed',
  async (name, all) => {
    const { access } = stack;
    const role = functionId(name);
    access.record.takeUsed(role);

    const outcomes = [];
    /** Each statement, with the first use that needs it. */
    const statements = new Map<string, Use>();
    for (const use of [all].flat()) {
      outcomes.push(...(await useAnew(use)));
      for (const { statement } of access.record.takeUsed(role))
        if (!statements.has(statement)) statements.set(statement, use);
    }
    const seen = [];
    for (const [statement, use] of statements) {
      const withheld = access.withhold(role, statement);
      const without = await useAnew(use);
      withheld.restore();
      seen.push({
        statement,
        isRefused: withheld.refused.length > 0,
        hasFailed: without.some(failed),
        statuses: without.map((outcome) => ('status' in outcome ? outcome.status : outcome.ok)),
      });
    }

    expect(outcomes.filter(failed)).toEqual([]);
    expect(statements.size).toBeGreaterThan(0);
    expect(seen.filter(({ isRefused }) => !isRefused)).toEqual([]);
    // A later denial, such as of a message that the reconciler sends again, does not fail the request.
    expect(seen[0]).toMatchObject({ hasFailed: true });
  },
  120_000,
);
