import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../lib/accounts/account.ts';
import { identityHash, type User } from '../../lib/accounts/identity.ts';
import { tryAccountId } from '../../lib/api/try-samples.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { actionLog } from '../../lib/aws/action-log.ts';
import { billingStore } from '../../lib/aws/billing-store.ts';
import { cancelStore } from '../../lib/aws/cancel-store.ts';
import { chargedTransaction } from '../../lib/aws/charged-transaction.ts';
import { createJob } from '../../lib/aws/create-job.ts';
import { openDeadLetterQueue } from '../../lib/aws/dead-letter-queue.ts';
import { deletionStore } from '../../lib/aws/delete-account.ts';
import { deleteJobStore } from '../../lib/aws/delete-job-store.ts';
import { deliverStore } from '../../lib/aws/deliver-store.ts';
import { dueStore } from '../../lib/aws/due-store.ts';
import { expressStore } from '../../lib/aws/express-store.ts';
import { fileReadStore } from '../../lib/aws/file-read-store.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { identityStore } from '../../lib/aws/identity-store.ts';
import { openJobQueues } from '../../lib/aws/job-queue.ts';
import { checkSlots, freeSlot, returnSlot } from '../../lib/aws/job-slots.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { linkStore } from '../../lib/aws/link-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { pagePartStore, storeParts } from '../../lib/aws/page-part-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { sessionStore } from '../../lib/aws/session-store.ts';
import { suspensionStore } from '../../lib/aws/suspension-store.ts';
import { keys, type Table } from '../../lib/aws/table.ts';
import { tokenStore } from '../../lib/aws/token-store.ts';
import { tryStore } from '../../lib/aws/try-store.ts';
import { waitingCalls } from '../../lib/aws/waiting-calls.ts';
import { openWebhookQueue } from '../../lib/aws/webhook-queue.ts';
import { createDelivery, webhookStore } from '../../lib/aws/webhook-store.ts';
import { PagesToRecognize } from '../../lib/conversions/engine/recognition.ts';
import { newId } from '../../lib/ids.ts';
import type { Job } from '../../lib/jobs/job.ts';
import type { Lease } from '../../lib/jobs/job-store.ts';
import { type PagePart, partsOf, singlePages } from '../../lib/jobs/page-parts.ts';
import { newDelivery } from '../../lib/webhooks/webhook.ts';
import { newJob, submitJob, textFile } from '../support/jobs.ts';
import type { TestTenant } from '../support/tenant.ts';

/** What a write has: the table behind the proxy, an account, and a fixed time in ms since the epoch. */
type WriteContext = {
  readonly table: Table;
  readonly tenant: TestTenant;
  readonly accountId: string;
  readonly now: number;
};

/** A write of `lib/aws`, prepared without the proxy. */
export type Write = (context: WriteContext) => Promise<() => Promise<unknown>>;

const webhook = ({ accountId, now }: WriteContext) => ({
  accountId,
  webhookId: 'wh_1',
  url: 'https://receiver.invalid/',
  events: ['job.failed'] as const,
  createdAt: now,
  disabledAt: undefined,
});

const addWebhook = (context: WriteContext) =>
  webhookStore(context.table).create(webhook(context), 'whsec_first', 10);

const delivery = ({ accountId, now }: WriteContext) =>
  newDelivery(
    { accountId, webhookId: 'wh_1', deliveryId: 'msg_1' },
    { url: undefined, type: 'job.failed', jobId: 'job_1', payload: '{}' },
    now,
  );

/** Runs a write on a delivery that is stored, and claimed if it is to be. */
const onDelivery =
  (
    write: (
      store: ReturnType<typeof deliverStore>,
      claimed: ReturnType<typeof delivery>,
      context: WriteContext,
    ) => Promise<unknown>,
    isClaimed = true,
  ): Write =>
  async (context) => {
    await addWebhook(context);
    await createDelivery(context.table, delivery(context));
    const store = deliverStore(context.table);
    const claimed = isClaimed
      ? await store.claim(delivery(context), context.now, context.now + 60_000)
      : delivery(context);
    if (claimed === undefined) throw new Error('The delivery was not claimed');
    return () => write(store, claimed, context);
  };

const claim = ({ now }: WriteContext) => ({ owner: 'worker', now, leaseUntil: now + 30_000 });

/** Runs a write on a job that a worker has claimed. */
const onClaimedJob =
  (
    write: (job: Job, lease: Lease, context: WriteContext) => Promise<unknown>,
    values: Partial<Job> = {},
  ): Write =>
  async (context) => {
    const { table, tenant, accountId, now } = context;
    const job = await submitJob(table, tenant, now, { jobId: 'job_1', ...values });
    const claimed = (await jobStore(table).claim(job, claim(context))) ?? job;
    return () => write(claimed, { accountId, jobId: 'job_1', attempt: 1, owner: 'worker' }, context);
  };

/** A write on a part of a claimed job, whose first part is claimed too. */
const onPart =
  (write: (part: PagePart, job: Job, context: WriteContext) => Promise<unknown>): Write =>
  async (context) => {
    const { table, now } = context;
    const prepared = await onClaimedJob(async (job, lease) => {
      const parts = partsOf(job, new PagesToRecognize([1, 2]));
      return await jobStore(table).planParts(job, parts, { lease, now, source: undefined });
    })(context);
    const job = (await prepared()) as Job;
    const part = await jobStore(table).parts.claim(job, '0000', now, now + 1000);
    if (part === undefined) throw new Error('The part was not claimed');
    return () => write(part, job, context);
  };

const output = {
  objectKey: 'key',
  filename: 'a.pdf',
  mimeType: 'application/pdf',
  sizeBytes: 4,
  sha256: 'f',
};

const step = (name: string) => ({
  name,
  type: 'conversion' as const,
  target: 'pdf',
  from: 'text',
  worker: 'standard' as const,
  options: {},
  inputs: [{ file: 0 }],
  isOutput: false,
});

const user = ({ now }: WriteContext): User => ({
  issuer: 'https://issuer.example',
  subject: 'subject',
  email: 'user@example.test',
  emailVerified: true,
  issuedAt: now,
});

const accountOf = async ({ tenant }: WriteContext): Promise<Account> => ({
  ...(await tenant.account()),
  accountId: 'acct_new',
  email: 'user@example.test',
});

const call = ({ now }: WriteContext) => ({ key: 'key', fingerprint: 'f', pendingUntil: now + 60_000 });

const onFile =
  (write: (store: ReturnType<typeof fileStore>, context: WriteContext) => Promise<unknown>): Write =>
  async (context) => {
    const store = fileStore(context.table);
    await store.create(textFile(context.tenant, 'file_1', context.now), call(context));
    return () => write(store, context);
  };

const due = ({ accountId, now }: WriteContext) =>
  ({ kind: 'JOB', accountId, id: 'job_1', dueAt: now + 30_000 }) as const;

/** Runs a write on a job that is scheduled for reconciliation. */
const onDueJob =
  (write: (store: ReturnType<typeof dueStore>, context: WriteContext) => Promise<unknown>): Write =>
  async (context) => {
    await submitJob(context.table, context.tenant, context.now, { jobId: 'job_1' });
    return () => write(dueStore(context.table), context);
  };

const objectKey = ({ accountId }: WriteContext) => `accounts/${accountId}/files/file_1`;
const metadata = {
  mimeType: 'text/plain',
  sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
};

const onObject =
  (
    write: (store: ReturnType<typeof openObjectStore>, key: string, bytes: Buffer) => Promise<unknown>,
    isStored = false,
  ): Write =>
  async (context) => {
    const store = openObjectStore(context.table);
    const key = objectKey(context);
    const bytes = Buffer.from('x');
    if (isStored) await store.put(key, bytes, metadata);
    return async () => [await write(store, key, bytes), String(await store.get(key))];
  };

const token = ({ accountId, tenant, now }: WriteContext, tokenHash = 'token') => ({
  tokenHash,
  accountId,
  keyId: tenant.keyId,
  now,
  expiresAt: now + 3_600_000,
});

/** Every write of `lib/aws`, by the file and the function that contain it, with each of its cases. */
/** A job that is created as claimed, and the records of its call. */
const expressJob = (context: WriteContext) => {
  const { tenant, accountId, now } = context;
  const job = newJob({ accountId }, now, {
    jobId: 'job_1',
    fileId: 'file_1',
    sourceUrl: undefined,
    status: 'processing',
    attempts: 1,
    leaseUntil: now + 30_000,
  });
  const lease = { accountId, jobId: 'job_1', attempt: 1, owner: 'worker' };
  const repeated = call(context);
  return {
    express: { job, file: textFile(tenant, 'file_1', now), lease, answerUntil: undefined },
    calls: { job: repeated, upload: { ...repeated, key: 'upload', pendingUntil: now + 60_000 } },
  };
};

/** A job of a call that accepts nothing but the result: charged, and not stored yet. */
const chargedJob = async (context: WriteContext) => {
  const { express, calls } = expressJob(context);
  const charged = { ...express, job: { ...express.job, fileId: undefined }, answerUntil: context.now };
  await expressStore(context.table).create(charged, calls, 25_000);
  return charged;
};

export const writes: Readonly<Record<string, Readonly<Record<string, Write>>>> = {
  'account-item.completeAccount': {
    'an old account': async (context) => {
      const { table, accountId, now } = context;
      const file = textFile(context.tenant, 'file_1', now);
      await context.tenant.change({ month: '2000-01' });
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: keys.account(accountId),
          UpdateExpression: 'REMOVE refunds, max_refunds',
        }),
      );
      return () => fileStore(table).create(file);
    },
  },
  'account-store.createAccount': {
    'a new account': async (context) => {
      const account = await accountOf(context);
      return () => accountStore(context.table).createAccount(account);
    },
  },
  'account-store.setPlan': {
    'another plan':
      async ({ table, accountId }) =>
      () =>
        accountStore(table).setPlan(accountId, 'starter'),
  },
  'account-store.setLimits': {
    'a limit': async ({ table, tenant }) => {
      const account = await tenant.account();
      return () => accountStore(table).setLimits(account, { maxKeys: 9 });
    },
  },
  'account-store.indexKey': {
    'a key of an earlier version':
      async ({ table, accountId, now }) =>
      () =>
        accountStore(table)
          .indexKey(accountId, {
            keyId: 'key_3',
            name: 'old',
            lastFour: 'wxyz',
            createdAt: now,
            lastUsedAt: undefined,
            revokedAt: undefined,
          })
          // A repetition finds the key of the first one.
          .then(() => undefined),
  },
  'account-store.createKey': {
    'a new key':
      async ({ table, accountId, now }) =>
      () =>
        accountStore(table).createKey(
          accountId,
          {
            keyId: 'key_2',
            name: 'second',
            lastFour: 'abcd',
            createdAt: now,
            lastUsedAt: undefined,
            revokedAt: undefined,
          },
          'hash',
        ),
  },
  'action-log.begin': {
    'an action':
      async ({ table, now }) =>
      () =>
        actionLog(table)
          .begin({ at: now, who: 'operator', command: 'set-plan', arguments: {} })
          .then((end) => end('done')),
  },
  'billing-store.forgetCustomer': {
    'a customer':
      async ({ table }) =>
      () =>
        billingStore(table).forgetCustomer('cus_1'),
  },
  'link-store.relink': {
    'the first user': async ({ table, tenant }) => {
      const account = await tenant.account();
      const next = { issuer: 'https://issuer.invalid', subject: 'subject', hash: 'hash' };
      return () => linkStore(table).relink(account, next);
    },
  },
  'suspension-store.suspend': {
    'an account':
      async ({ table, accountId, now }) =>
      () =>
        suspensionStore(table).suspend(accountId, 'abuse', now),
  },
  'suspension-store.resume': {
    'an account':
      async ({ table, accountId }) =>
      () =>
        suspensionStore(table).resume(accountId),
  },
  'suspension-store.markIdentity': {
    'a user': async (context) => {
      const { table, now } = context;
      await identityStore(table).createAccount(user(context), await accountOf(context));
      return () => suspensionStore(table).markIdentity(identityHash(user(context)), now);
    },
  },
  'suspension-store.resumeKey': {
    'a key':
      async ({ table, tenant }) =>
      () =>
        suspensionStore(table).resumeKey(tenant.accountId, tenant.keyId),
  },
  'account-window.openWindow': {
    'the first call of a minute': async (context) => {
      const { table, now } = context;
      await tokenStore(table).putToken(token(context));
      return () => rateWindows(table).countToken('token', now);
    },
    'the first call of the next minute': async (context) => {
      const { table, now } = context;
      await tokenStore(table).putToken(token(context));
      await rateWindows(table).countToken('token', now);
      return () => rateWindows(table).countToken('token', now + 61_000);
    },
  },
  'account-window.grantCalls': {
    'a second token': async (context) => {
      const { table, now } = context;
      await tokenStore(table).putToken(token(context));
      await tokenStore(table).putToken(token(context, 'second'));
      await rateWindows(table).countToken('token', now);
      return () => rateWindows(table).countToken('second', now);
    },
  },
  'billing-store.setCustomer': {
    'the first customer':
      async ({ table, accountId }) =>
      () =>
        billingStore(table).setCustomer(accountId, 'cus_1'),
    'another customer': async ({ table, accountId }) => {
      await billingStore(table).setCustomer(accountId, 'cus_1');
      return () => billingStore(table).setCustomer(accountId, 'cus_2', 'cus_1');
    },
  },
  'billing-store.apply': {
    'an event that changes the plan': async ({ table, accountId, now }) => {
      const store = billingStore(table);
      await store.setCustomer(accountId, 'cus_1');
      const seen = await store.get(accountId);
      return () => store.apply({ accountId, eventId: 'evt_1', seen, plan: 'starter', now });
    },
  },
  'cancel-store.cancel': {
    'a processing job': onClaimedJob((job, _, { table, now }) =>
      cancelStore(table).cancel(job.accountId, job.jobId, now),
    ),
  },
  'create-job.chargeAndPut': {
    'without a file': async (context) => {
      const { table, accountId, now } = context;
      const job = newJob({ accountId }, now, { jobId: 'job_1' });
      return () => createJob(table, job, []);
    },
    'with its file': async (context) => {
      const { express } = expressJob(context);
      return () => expressStore(context.table).create(express, { job: undefined, upload: undefined }, 25_000);
    },
  },
  'create-job.createJob': {
    'with a file and an idempotency key': async (context) => {
      const { table, tenant, accountId, now } = context;
      const file = textFile(tenant, 'file_1', now);
      await fileStore(table).create(file);
      const job = newJob({ accountId }, now, { jobId: 'job_1', fileId: 'file_1', sourceUrl: undefined });
      return () => createJob(table, job, [file], call(context));
    },
  },
  'express-store.create': {
    'with an idempotency key': async (context) => {
      const { express, calls } = expressJob(context);
      return () => expressStore(context.table).create(express, calls, 25_000);
    },
  },
  'express-store.keep': {
    'a job that was only charged, and its file': async (context) => {
      const returned = await chargedJob(context);
      return () => expressStore(context.table).keep(returned);
    },
  },
  'express-store.record': {
    'a job that was only charged and has ended': async (context) => {
      const { job } = await chargedJob(context);
      const error = { code: 'corrupt_document', message: 'Damaged.' } as const;
      const ended = { ...job, status: 'failed', error, completedAt: context.now } as const;
      return () => expressStore(context.table).record(ended);
    },
  },
  'dead-letter-queue.openDeadLetterQueue': {
    'a record':
      async ({ accountId }) =>
      () =>
        openDeadLetterQueue()({ accountId, jobId: 'job_1', sequenceNumber: '1' }),
  },
  'delete-account.begin': {
    'an account':
      async ({ table, accountId, now }) =>
      () =>
        deletionStore(table).begin(accountId, now),
  },
  'delete-account.waitUntil': {
    'an account':
      async ({ table, accountId, now }) =>
      () =>
        deletionStore(table).waitUntil(accountId, now + 60_000),
  },
  'delete-account.silenceJob': {
    'an active job': onClaimedJob((job, _, { table }) =>
      deletionStore(table).silenceJob(job.accountId, job.jobId),
    ),
  },
  'delete-account.worker': {
    'the items of an account':
      async ({ table, accountId }) =>
      () =>
        deletionStore(table)
          .removeItems(accountId)
          .then(() => undefined),
  },
  'delete-account.finish': {
    'an account': async ({ table, tenant }) => {
      const account = await tenant.account();
      return () => deletionStore(table).finish({ ...account, identityHash: 'hash' });
    },
  },
  'delete-job-store.remove': {
    'a failed job': onClaimedJob(async (job, lease, { table, now }) => {
      const error = { code: 'corrupt_document', message: 'Damaged.' } as const;
      await jobStore(table).end(job, { status: 'failed', error }, { lease, report: {}, now });
      return deleteJobStore(table).remove(job, now);
    }),
  },
  'deliver-store.readRequestReceiver': {
    'the first delivery to the URL of a request': onDelivery(async (store, claimed, { now }) => {
      const receiver = await store.receiver({ ...claimed, url: 'https://receiver.invalid/' }, now);
      return receiver?.secrets.length;
    }),
  },
  'deliver-store.changeWebhook': {
    disabling: onDelivery((store, claimed, { now }) => store.turnOff(claimed, now)),
    pausing: onDelivery((store, claimed, { now }) => store.pause(claimed, now + 30_000)),
  },
  'deliver-store.claim': {
    'the first attempt': onDelivery(
      (store, claimed, { now }) => store.claim(claimed, now, now + 60_000),
      false,
    ),
    'the second attempt': onDelivery((store, claimed, { now }) =>
      store.claim(claimed, now + 60_000, now + 120_000),
    ),
  },
  'deliver-store.finish': {
    success: onDelivery((store, claimed, { now }) =>
      store.finish(
        claimed,
        {
          status: 'delivered',
          answer: { status: 204, excerpt: '' },
          problem: undefined,
          nextTryAt: undefined,
        },
        now,
      ),
    ),
    failure: onDelivery((store, claimed, { now }) =>
      store.finish(
        claimed,
        { status: 'pending', answer: undefined, problem: 'Refused.', nextTryAt: now + 60_000 },
        now,
      ),
    ),
  },
  'deliver-store.postpone': {
    'a claimed attempt': onDelivery((store, claimed, { now }) => store.postpone(claimed, now + 30_000)),
  },
  'due-store.endSweep': {
    'a list':
      async ({ table, now }) =>
      () =>
        dueStore(table).endSweep('JOB JOB#0', now),
  },
  'due-store.postpone': {
    'a job': onDueJob((store, context) => store.postpone(due(context), context.now + 60_000)),
  },
  'due-store.retainFile': {
    'a file': onFile((_, { table, accountId, now }) =>
      dueStore(table).retainFile(accountId, 'file_1', now + 7_800_000),
    ),
  },
  'file-read-store.remove': {
    'a file': onFile((_, { table, accountId }) => fileReadStore(table).remove(accountId, 'file_1')),
  },
  'job-slots.freeSlot': {
    'a job that has ended': onClaimedJob(async (job, _, { table, now }) => {
      await freeSlot(table, { ...job, status: 'complete', workedMs: 7 }, 0, now);
    }),
  },
  'job-slots.returnSlot': {
    'a job that was not stored': async ({ table, accountId, now }) => {
      const jobId = newId('job', now);
      await chargedTransaction(table, { accountId, now, jobId }, []);
      const lost = { accountId, jobId, createdAt: now };
      return async () => void (await returnSlot(table, lost, 1, now));
    },
    'a job with an idempotency key': async (context) => {
      const { express, calls } = expressJob(context);
      await expressStore(context.table).create(express, calls, 25_000);
      return () => expressStore(context.table).withdraw(express.job, calls.job, context.now);
    },
    'a job that was only charged': async (context) => {
      const { job } = await chargedJob(context);
      return () => expressStore(context.table).withdraw(job, undefined, context.now);
    },
  },
  'job-slots.checkRefusedSlots': {
    'an account with a job that was not stored': async ({ table, tenant, accountId, now }) => {
      await chargedTransaction(table, { accountId, now, jobId: newId('job', now) }, []);
      await tenant.change({ max_active_jobs: 1 });
      const later = now + 121_000;
      return () => chargedTransaction(table, { accountId, now: later, jobId: 'job_1' }, []);
    },
  },
  'job-slots.listAgain': {
    'a job that the reconciler has not listed for a day': async ({ table, tenant, accountId, now }) => {
      const job = newJob(tenant, now);
      await createJob(table, job, []);
      return () => checkSlots(table, accountId, now + 86_400_000);
    },
  },
  'file-store.create': {
    'with an idempotency key': async (context) => {
      const file = textFile(context.tenant, 'file_1', context.now);
      return () => fileStore(context.table).create(file, call(context));
    },
    'without one': async (context) => {
      const file = textFile(context.tenant, 'file_1', context.now);
      return () => fileStore(context.table).create(file);
    },
  },
  'file-store.discard': {
    'a file': onFile((store, context) =>
      store.discard(textFile(context.tenant, 'file_1', context.now), call(context), context.now),
    ),
  },
  'file-store.withdraw': {
    'a file': onFile(async (store, context) => {
      await store.complete(context.accountId, call(context));
      return store.withdraw(textFile(context.tenant, 'file_1', context.now), call(context), context.now);
    }),
  },
  'file-store.finalize': {
    'a file': onFile((store, context) => store.finalize(textFile(context.tenant, 'file_1', context.now))),
  },
  'identity-store.createAccount': {
    'the account of a new user': async (context) => {
      const account = await accountOf(context);
      return () => identityStore(context.table).createAccount(user(context), account);
    },
  },
  'identity-store.changeEmail': {
    'the address of an account': async ({ table, tenant }) => {
      const account = await tenant.account();
      return () => identityStore(table).changeEmail(account, 'new@example.test');
    },
  },
  'identity-store.linkAccount': {
    'an account of the operator': async (context) => {
      const { email } = await context.tenant.account();
      return () => identityStore(context.table).linkAccount({ ...user(context), email });
    },
  },
  'job-queue.openJobQueues': {
    'a job':
      async ({ accountId }) =>
      () =>
        openJobQueues()({ accountId, jobId: 'job_1', step: 0 }, 'standard'),
  },
  'job-store.claimItem': {
    'a new job': async (context) => {
      const { table, tenant, accountId, now } = context;
      await submitJob(table, tenant, now, { jobId: 'job_1' });
      const message = { accountId, jobId: 'job_1', worker: 'standard' } as const;
      return () => jobStore(table).claimNew(message, claim(context));
    },
    'a job that was read': async (context) => {
      const job = await submitJob(context.table, context.tenant, context.now, { jobId: 'job_1' });
      return () => jobStore(context.table).claim(job, claim(context));
    },
  },
  'job-store.renew': {
    'a lease': onClaimedJob((_, lease, { table, now }) =>
      jobStore(table).renew(lease, now + 40_000, { done: 1, total: 2, unit: 'pages' }),
    ),
  },
  'release-lease.releaseLease': {
    'a lease': onClaimedJob((_, lease, { table, now }) => jobStore(table).release(lease, now)),
  },
  'end-job.endAttempt': {
    'of a step, after which the second is current': onClaimedJob(
      (job, lease, { table, now }) =>
        jobStore(table).advance(
          job,
          { attempt: 1, output, report: {}, endedAt: now },
          { lease, now, from: 'text' },
        ),
      { steps: { list: [step('one'), step('two')], done: [] } },
    ),
    'of a scan': onClaimedJob((job, lease, { table, now }) =>
      jobStore(table).planParts(job, partsOf(job, new PagesToRecognize([1, 2])), {
        lease,
        now,
        source: undefined,
      }),
    ),
    'of a step that moves to a worker with more memory': onClaimedJob((job, lease, { table, now }) =>
      jobStore(table).move(job, 'large', { lease, now, engine: 'pdf-reader' }),
    ),
  },
  'page-part-store.storeParts': {
    'of a scan': onClaimedJob((job, _, { table, now }) =>
      storeParts(table, partsOf(job, new PagesToRecognize([1, 2])), now),
    ),
  },
  'page-part-store.claim': {
    'after an expired claim': onPart((_, job, { table, now }) =>
      pagePartStore(table).claim(job, '0000', now + 2000, now + 3000),
    ),
  },
  'page-part-store.release': {
    'a claim': onPart((part, _, { table, now }) => pagePartStore(table).release(part, now)),
  },
  'page-part-store.end': {
    recognized: onPart((part, _, { table, now }) =>
      pagePartStore(table).end(part, { state: 'recognized', workedMs: 5 }, [], now),
    ),
    divided: onPart((part, _, { table, now }) =>
      pagePartStore(table).end(part, { state: 'divided', workedMs: 5 }, singlePages(part), now),
    ),
  },
  'end-job.endJob': {
    complete: onClaimedJob((job, lease, { table, now }) =>
      jobStore(table).end(
        job,
        { status: 'complete', output, expiresAt: now + 1000 },
        { lease, report: {}, now },
      ),
    ),
    'failed with a refund': onClaimedJob((job, lease, { table, now }) => {
      const error = { code: 'internal_error', message: 'Failed.' } as const;
      return jobStore(table).end(job, { status: 'failed', error }, { lease, report: {}, now });
    }),
  },
  'live-tokens.storeToken': {
    'the token of a key': async (context) => () => tokenStore(context.table).putToken(token(context)),
    'the token of a key with twenty tokens': async (context) => {
      for (let index = 0; index < 20; index += 1)
        await tokenStore(context.table).putToken(token(context, `token${index}`));
      return () => tokenStore(context.table).putToken(token(context, 'more'));
    },
    'a session': async (context) => {
      const { table, accountId, now } = context;
      await identityStore(table).createAccount(user(context), await accountOf(context));
      return () =>
        sessionStore(table).putToken(
          { tokenHash: 'session', accountId, now, expiresAt: now + 1000 },
          user(context),
        );
    },
  },
  'live-tokens.endTokens': {
    'a revoked key': async (context) => {
      const { table, accountId, tenant, now } = context;
      await tokenStore(table).putToken(token(context));
      return () => accountStore(table).revokeKey(accountId, tenant.keyId, now);
    },
  },
  'object-store.put': { 'an object': onObject((store, key, bytes) => store.put(key, bytes, metadata)) },
  'object-store.putFile': {
    'an object': async (context) => {
      const store = openObjectStore(context.table);
      const key = objectKey(context);
      const path = join(await mkdtemp(join(tmpdir(), 'docforge-write-')), 'file');
      await writeFile(path, 'x');
      return async () => {
        await store.putFile(key, { path, length: 1 }, metadata);
        await rm(dirname(path), { recursive: true });
        return String(await store.get(key));
      };
    },
  },
  'object-store.putNew': {
    // Its caller reads the object if it exists, which may be its own.
    'an object': onObject(async (store, key, bytes) => void (await store.putNew(key, bytes, metadata))),
  },
  'object-store.remove': { 'an object': onObject((store, key) => store.remove(key), true) },
  'rate-windows.count': {
    'the first call of an address':
      async ({ table, now }) =>
      () =>
        rateWindows(table).countAddress('192.0.2.1', 'authorize', now),
    'another call of an address': async ({ table, now }) => {
      await rateWindows(table).countAddress('192.0.2.1', 'authorize', now);
      return () => rateWindows(table).countAddress('192.0.2.1', 'authorize', now);
    },
  },
  'recorded-calls.completeCall': {
    'an upload': onFile((store, context) => store.complete(context.accountId, call(context))),
  },
  'recorded-calls.takeOverCall': {
    'an upload': onFile((store, context) => {
      const { pendingUntil } = call(context);
      return store.takeOver(
        context.accountId,
        { ...call(context), pendingUntil: pendingUntil + 60_000 },
        pendingUntil,
      );
    }),
  },
  'session-store.signOut': {
    'a user without sessions': async (context) => {
      const { table, accountId, now } = context;
      await identityStore(table).createAccount(user(context), await accountOf(context));
      return () => sessionStore(table).signOut(accountId, user(context), now);
    },
  },
  'token-window.countCall': {
    'a granted call': async (context) => {
      const { table, now } = context;
      await tokenStore(table).putToken(token(context));
      await rateWindows(table).countToken('token', now);
      return () => rateWindows(table).countToken('token', now);
    },
  },
  'token-window.extendGrant': {
    'the eleventh call': async (context) => {
      const { table, now } = context;
      await tokenStore(table).putToken(token(context));
      for (let index = 0; index < 10; index += 1) await rateWindows(table).countToken('token', now);
      return () => rateWindows(table).countToken('token', now);
    },
  },
  'token-window.renewToken': {
    'the first call of a token': async (context) => {
      const { table, now } = context;
      await tokenStore(table).putToken(token(context));
      return () => rateWindows(table).countToken('token', now);
    },
  },
  'waiting-calls.removeEntries': {
    'a call': async ({ table, accountId, now }) => {
      await waitingCalls(table).add(accountId, { id: 'one', until: now + 1000 }, 5, now);
      return () => waitingCalls(table).remove(accountId, { id: 'one', until: now + 1000 });
    },
  },
  'try-store.createAccount': {
    'the account of the samples': async (context) => {
      const account = { ...(await accountOf(context)), accountId: tryAccountId };
      return () => tryStore(context.table).createAccount(account);
    },
  },
  'try-store.replaceKey': {
    'the first key':
      async ({ table, now }) =>
      () =>
        tryStore(table).replaceKey('pair', undefined, 'key', now),
    'the next key': async ({ table, now }) => {
      await tryStore(table).replaceKey('pair', undefined, 'key', now);
      return () => tryStore(table).replaceKey('pair', 'key', 'next', now);
    },
  },
  'waiting-calls.add': {
    'a call':
      async ({ table, accountId, now }) =>
      () =>
        waitingCalls(table).add(accountId, { id: 'one', until: now + 1000 }, 1, now),
    'a call in place of an expired one': async ({ table, accountId, now }) => {
      await waitingCalls(table).add(accountId, { id: 'one', until: now + 1000 }, 1, now);
      return () => waitingCalls(table).add(accountId, { id: 'two', until: now + 9000 }, 1, now + 2000);
    },
  },
  'webhook-queue.openWebhookQueue': {
    'a delivery': async (context) => () => openWebhookQueue()(delivery(context)),
  },
  'webhook-store.createDelivery': {
    'a delivery': async (context) => () => createDelivery(context.table, delivery(context)),
  },
  'webhook-store.create': { 'an endpoint': async (context) => () => addWebhook(context) },
  'webhook-store.remove': {
    'an endpoint': async (context) => {
      await addWebhook(context);
      return () => webhookStore(context.table).remove(context.accountId, 'wh_1');
    },
  },
  'webhook-store.update': {
    'an endpoint': async (context) => {
      await addWebhook(context);
      await deliverStore(context.table).pause(delivery(context), context.now + 30_000);
      const changes = { url: 'https://other.invalid/', events: ['job.completed'] as const };
      return () => webhookStore(context.table).update(context.accountId, 'wh_1', changes);
    },
  },
  'webhook-store.turnOn': {
    'an endpoint': async (context) => {
      await addWebhook(context);
      await deliverStore(context.table).turnOff(delivery(context), context.now);
      return () => webhookStore(context.table).turnOn(context.accountId, 'wh_1');
    },
  },
  'webhook-store.replaceSecret': {
    'the second secret of an account': async ({ table, accountId, now }) => {
      const store = webhookStore(table);
      await store.rotateAccountSecret(accountId, { secret: 'whsec_1', previousUntil: now + 1000 });
      return () => store.rotateAccountSecret(accountId, { secret: 'whsec_2', previousUntil: now + 2000 });
    },
    'the secret of an endpoint': async (context) => {
      await addWebhook(context);
      const secret = { secret: 'whsec_second', previousUntil: context.now + 1000 };
      return () => webhookStore(context.table).rotate(context.accountId, 'wh_1', secret);
    },
  },
  'webhook-store.rotateAccountSecret': {
    'the first secret of an account':
      async ({ table, accountId, now }) =>
      () =>
        webhookStore(table).rotateAccountSecret(accountId, { secret: 'whsec_1', previousUntil: now + 1000 }),
  },
  'webhook-store.restart': {
    'a delivered delivery': onDelivery(async (store, claimed, { table, now }) => {
      await store.finish(
        claimed,
        { status: 'failed', answer: undefined, problem: 'Refused.', nextTryAt: undefined },
        now,
      );
      return webhookStore(table).restart(claimed, now + 1000);
    }),
  },
};
