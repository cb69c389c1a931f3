import { createHash, randomUUID } from 'node:crypto';
import { createAccount } from '../../lib/accounts/manage-accounts.ts';
import { routes } from '../../lib/api/routes.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { cancelStore } from '../../lib/aws/cancel-store.ts';
import { createJob } from '../../lib/aws/create-job.ts';
import { deleteJobStore } from '../../lib/aws/delete-job-store.ts';
import { deliverStore } from '../../lib/aws/deliver-store.ts';
import { toDeliveryRef } from '../../lib/aws/delivery-item.ts';
import { dueStore } from '../../lib/aws/due-store.ts';
import { fromExpressJob, fromRan, toExpressOutcome, toExpressRun } from '../../lib/aws/express-message.ts';
import { expressStore } from '../../lib/aws/express-store.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { toJob } from '../../lib/aws/job-item.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { callStore } from '../../lib/aws/recorded-calls.ts';
import type { Table } from '../../lib/aws/table.ts';
import { createDelivery, listWebhooks } from '../../lib/aws/webhook-store.ts';
import { PagesToRecognize } from '../../lib/conversions/engine/recognition.ts';
import { ConversionError, jobErrors } from '../../lib/conversions/errors.ts';
import { contentOf } from '../../lib/files/content.ts';
import { fileObjectKey, type ReadyFile } from '../../lib/files/file.ts';
import type { ObjectStore } from '../../lib/files/objects.ts';
import type { UploadDependencies } from '../../lib/files/upload.ts';
import { jobEvent } from '../../lib/http/views/webhook-view.ts';
import { newId } from '../../lib/ids.ts';
import { failAbandonedJob } from '../../lib/jobs/abandoned-job.ts';
import { cancelJob } from '../../lib/jobs/cancel-job.ts';
import { deleteJob } from '../../lib/jobs/delete-job.ts';
import type { Effects } from '../../lib/jobs/effects.ts';
import type { Express } from '../../lib/jobs/express.ts';
import { sourceFetcher } from '../../lib/jobs/fetch-source.ts';
import type { Job, JobMessage } from '../../lib/jobs/job.ts';
import type { JobRequest } from '../../lib/jobs/job-request.ts';
import { isCurrent, type JobStep } from '../../lib/jobs/job-steps.ts';
import { leaseSeconds } from '../../lib/jobs/job-times.ts';
import type { PreparedJob } from '../../lib/jobs/prepare-job.ts';
import { recognizePart } from '../../lib/jobs/recognize-part.ts';
import { runExpressJob, runJob } from '../../lib/jobs/run-job.ts';
import type { ScanResult } from '../../lib/jobs/scan-tag.ts';
import { expressSubmission } from '../../lib/jobs/submit-express.ts';
import { type JobSubmission, submitOnce } from '../../lib/jobs/submit-job.ts';
import { queuedSubmission } from '../../lib/jobs/submit-queued.ts';
import { operationOf } from '../../lib/limits/operation.ts';
import { limitsOf } from '../../lib/plans.ts';
import { reconcile, type Share } from '../../lib/reconcile/reconcile.ts';
import { announceJob } from '../../lib/webhooks/announce-job.ts';
import { deliverWebhook } from '../../lib/webhooks/deliver-webhook.ts';
import type { PostOutcome } from '../../lib/webhooks/post-webhook.ts';
import type { MakeCall, Message, Program } from './process.ts';

/** Seconds for which files and results are kept. */
export const retentionSeconds = 7200;

export const receiverUrl = 'https://receiver.example/';

/** What an engine returns or throws, as the explorer decides it. */
export type EngineOutcome =
  | { readonly text: string; readonly mimeType?: string }
  | { readonly refusal: 'empty_document' | 'internal_error' | 'out_of_memory' }
  | { readonly pages: readonly number[] }
  | { readonly scan: ScanResult };

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const tableOver = (call: MakeCall): Table => ({
  name: 'Table',
  client: {
    send: (command: { constructor: { name: string }; input: object }) =>
      call({
        to: 'table',
        command: command.constructor.name,
        request: JSON.parse(JSON.stringify(command.input)),
      }),
  } as unknown as Table['client'],
});

const objectsOver = (call: MakeCall): ObjectStore => ({
  put: (key, bytes) => call({ to: 'objects', act: 'put', key, content: sha256(bytes) }),
  get: async (key) => {
    const content = await call<string | undefined>({ to: 'objects', act: 'get', key });
    return content === undefined ? undefined : Buffer.from(content);
  },
  remove: (key) => call({ to: 'objects', act: 'remove', key }),
  putFile: () => Promise.reject(new Error('Results of the model are small')),
  putNew: () => Promise.reject(new Error('The model has no presigned uploads')),
  signDownload: async (key) => key,
  signUpload: () => Promise.reject(new Error('The model has no presigned uploads')),
  keyOf: () => undefined,
});

const sendOver =
  (call: MakeCall, kind: Message['kind']) =>
  (body: unknown): Promise<void> =>
    call({ to: 'queue', message: { kind, body: JSON.parse(JSON.stringify(body)) } });

const ignore = (): void => undefined;

const convertOver =
  (call: MakeCall): Effects['convert'] =>
  async ({ job, recognition }) => {
    const role = recognition === undefined ? '' : ` ${recognition.role}`;
    const pages = recognition?.role === 'recognize' ? ` ${recognition.pages}` : '';
    const outcome = await call<EngineOutcome>({
      to: 'engine',
      task: `step ${job.steps.done.length}${role}${pages}`,
    });
    if ('pages' in outcome) throw new PagesToRecognize(outcome.pages);
    if ('scan' in outcome) throw new Error('A scan is no conversion');
    if ('refusal' in outcome) throw new ConversionError(outcome.refusal, 'The document was refused.');
    return {
      bytes: Buffer.from(outcome.text),
      mimeType: outcome.mimeType ?? 'text/plain',
      extension: 'txt',
      report: { engine: 'model', version: '1' },
    };
  };

const effectsOver = (call: MakeCall, isScanned = false): Effects => {
  const objects = objectsOver(call);
  return {
    fetchSource: sourceFetcher(objects, () => Promise.reject(new Error('The model has no buckets'))),
    convert: convertOver(call),
    fetchPages: async (key) => {
      const pages = await objects.get(key);
      if (pages === undefined) throw new Error('The recognized pages of a part are missing');
      return pages;
    },
    storeResult: objects.put,
    storeLargeResult: objects.putFile,
    deliver: async () => ({ status: 'delivered' }),
    scanResult: isScanned
      ? async () => (await call<{ scan: ScanResult }>({ to: 'engine', task: 'scan' })).scan
      : undefined,
    // A worker leaves a message that it cannot send to the reconciler.
    send: (message, worker) => sendOver(call, 'job')({ message, worker }).catch(ignore),
    onRenewalError: ignore,
    leaseSeconds,
    retentionSeconds,
    clock: Date.now,
    newOwner: randomUUID,
  };
};

const uploadsOver = (call: MakeCall): UploadDependencies => ({
  files: fileStore(tableOver(call)),
  objects: objectsOver(call),
  formats: { mimeTypeOf: () => 'text/plain' } as unknown as UploadDependencies['formats'],
  retentionSeconds,
  onLeftover: ignore,
});

const submissionOver = (call: MakeCall): JobSubmission => {
  const table = tableOver(call);
  return {
    create: (job, files, repeatable) => createJob(table, job, files, repeatable),
    calls: callStore(table),
    send: (message, worker) => sendOver(call, 'job')({ message, worker }),
    getFile: (accountId, fileId) => fileStore(table).get(accountId, fileId),
    finalize: () => Promise.reject(new Error('The model has no presigned uploads')),
    ownFile: () => undefined,
    onUnsent: ignore,
  };
};

/** A request for a job. */
export type Request = {
  readonly steps: number;
  readonly key?: string;
  readonly webhook?: boolean;
};

const text = Buffer.from('Some text.');

const stepOf = (index: number): JobStep => ({
  name: `step ${index}`,
  type: 'conversion',
  target: 'text',
  from: 'text',
  options: {},
  worker: 'standard',
  inputs: [index === 0 ? { file: 0 } : { step: index - 1 }],
  isOutput: false,
});

const fileOf = (accountId: string, fileId: string, now: number): ReadyFile => ({
  accountId,
  fileId,
  filename: 'a.txt',
  format: 'text',
  sizeBytes: text.length,
  sha256: sha256(text),
  createdAt: now,
  expiresAt: now + retentionSeconds * 1000,
});

const prepared = (accountId: string, file: ReadyFile, { steps, key, webhook }: Request): PreparedJob => {
  const list = Array.from({ length: steps }, (_, index) => {
    const step = stepOf(index);
    // A request that lists no steps has one without a name.
    return steps === 1 ? { ...step, name: undefined } : step;
  });
  const request = {
    ...operationOf(routes.convert, { accountId, limits: limitsOf('free') }, key),
    fileIds: [file.fileId],
    fileUrl: undefined,
    from: 'text',
    webhookUrl: webhook === true ? receiverUrl : undefined,
    steps: list,
  };
  const plan = {
    worker: 'standard',
    maxCharacters: undefined,
    engines: undefined,
    textRecognition: undefined,
  } as const;
  return { request, files: [file], steps: list.map((step) => ({ ...step, plan })) } as unknown as PreparedJob;
};

/** The account and the uploaded file of all scenarios. */
export type Setting = { readonly accountId: string; readonly fileId: string };

/** Creates the account, and a file that has been uploaded. */
export const setUp: Program = async (call, now): Promise<Setting> => {
  const table = tableOver(call);
  const { accountId } = await createAccount(
    { email: 'a@example.test', plan: 'free' },
    accountStore(table),
    now,
  );
  const fileId = newId('file', now);
  await fileStore(table).create(fileOf(accountId, fileId, now));
  await objectsOver(call).put(fileObjectKey(accountId, fileId), text, { mimeType: 'text/plain', sha256: '' });
  return { accountId, fileId };
};

/** Returns true if a job failed by a fault of the service, so that its operations are refunded. */
export const isServiceFault = ({ status, error }: Job): boolean =>
  status === 'failed' && error !== undefined && jobErrors[error.code].serviceFault;

/** The programs of clients' calls, which end with what the client is answered. */
export const clients = {
  /** A job of an uploaded file. */
  submit:
    ({ accountId, fileId }: Setting, request: Request): Program =>
    async (call, now) => {
      const ready = prepared(accountId, fileOf(accountId, fileId, now), request);
      return submitOnce(ready.request as unknown as JobRequest, async () => ready, submissionOver(call), now);
    },

  /** A job of a file in the body of its request. */
  send:
    ({ accountId }: Setting, request: Request, wait?: { readonly wantsResultOnly: boolean }): Program =>
    async (call, now) => {
      const table = tableOver(call);
      const file = fileOf(accountId, newId('file', now), now);
      const ready = prepared(accountId, file, request);
      const jobRequest = ready.request as unknown as JobRequest;
      const upload = { operation: jobRequest, filename: file.filename, content: contentOf(text) };
      const express: Express = {
        ...expressStore(table),
        run: async (job, bytes, _worker, signal) => {
          const answer = call<unknown>({ to: 'worker', event: fromExpressJob(job, bytes) });
          const aborted = new Promise<never>((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          );
          return toExpressOutcome(await Promise.race([answer, aborted]));
        },
        hold: (run) => run(),
        onFault: ignore,
        newOwner: randomUUID,
        leaseSeconds,
      };
      const dependencies = { uploads: uploadsOver(call), submission: submissionOver(call) };
      const submit =
        wait === undefined
          ? queuedSubmission(express, dependencies, now)
          : expressSubmission(express, dependencies, now, { ...wait, waitMs: 20_000 });
      const submitted = await submit(upload, jobRequest, ready, file);
      return { jobId: submitted?.jobId, isRepeat: submitted === undefined, text: submitted?.text };
    },

  cancel:
    ({ accountId }: Setting, jobId: string): Program =>
    async (call, now) => ({
      cancelled: (await cancelJob({ accountId, jobId }, cancelStore(tableOver(call)), now))?.status,
    }),

  remove:
    ({ accountId }: Setting, jobId: string): Program =>
    async (call, now) => {
      const store = deleteJobStore(tableOver(call));
      let refunds = 0;
      const remove = (job: Job, at: number): Promise<void> => {
        if (isServiceFault(job)) refunds = job.steps.list.length;
        return store.remove(job, at);
      };
      const objects = objectsOver(call);
      await deleteJob({ accountId, jobId }, { jobs: { ...store, remove }, objects }, now);
      return { refunds };
    },
};

/** The program of a worker that was invoked within a call. */
export const runInvoked =
  (event: string): Program =>
  async (call) => {
    const run = toExpressRun(JSON.parse(event));
    return fromRan(await runExpressJob(run, jobStore(tableOver(call)), effectsOver(call), ignore));
  };

const runMessage =
  (body: unknown, isScanned: boolean): Program =>
  (call) => {
    const { message } = body as { readonly message: JobMessage };
    const store = jobStore(tableOver(call));
    return message.part === undefined
      ? runJob(message, store, effectsOver(call, isScanned), ignore)
      : recognizePart({ ...message, part: message.part }, store, effectsOver(call), ignore);
  };

const announce =
  (item: unknown): Program =>
  (call, now) => {
    const table = tableOver(call);
    const hints = { send: sendOver(call, 'delivery'), onUnsent: ignore };
    return announceJob(
      toJob(item),
      jobEvent,
      {
        list: (accountId) => listWebhooks(table, accountId),
        create: (delivery) => createDelivery(table, delivery),
        ...hints,
      },
      now,
    );
  };

const deliver =
  (body: unknown): Program =>
  (call) =>
    deliverWebhook(
      body as Parameters<typeof deliverWebhook>[0],
      {
        store: deliverStore(tableOver(call)),
        post: (url, _headers, payload) => call<PostOutcome>({ to: 'receiver', url, payload }),
      },
      Date.now,
    );

/** The programs that receive messages, in a deployment that scans files for malware or not. */
export const receivers: Readonly<Record<Message['kind'], (body: unknown, isScanned: boolean) => Program>> = {
  job: runMessage,
  delivery: deliver,
  ended: announce,
};

/** The program of a dead letter. */
export const failAbandoned =
  (body: unknown): Program =>
  async (call) => {
    const { message } = body as { readonly message: JobMessage };
    const store = jobStore(tableOver(call));
    const job = await store.get(message.accountId, message.jobId);
    return job !== undefined && isCurrent(message, job) && failAbandonedJob(job, store, Date.now());
  };

/** The program of the reconciler, on its share of the lists. */
export const runReconciler =
  (share: Share): Program =>
  async (call) => {
    const table = tableOver(call);
    const faults: unknown[] = [];
    await reconcile(
      {
        due: dueStore(table),
        jobs: jobStore(table),
        objects: objectsOver(call),
        send: (message, worker) => sendOver(call, 'job')({ message, worker }),
        sendDelivery: ({ accountId, id }) => sendOver(call, 'delivery')(toDeliveryRef(accountId, id)),
        onFault: (fault) => faults.push(fault),
        secondsLeft: () => 60,
        retentionSeconds,
        share,
      },
      Date.now,
    );
    // Those of the model itself, such as an expression that it cannot read.
    const wrong = faults.find((fault) => !(fault instanceof Error && fault.name === 'ServiceUnavailable'));
    if (wrong !== undefined) throw wrong;
  };
