import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type BuildAppOptions, buildApp } from 'fauxqs';
import type { Observer } from '../watching/observer.ts';
import type { Emulator } from './loopback.ts';

/** Settings of an SQS server. */
type SqsOptions = {
  /** Contains queues and messages. Created if necessary. Only one server at a time may use it. */
  readonly directory: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Refuses requests without a secret, which `headers` of the emulator contain. Default: accepts all. */
  readonly guarded?: boolean;
  /** Reports messages that were sent or received, and every few seconds the state of each queue. */
  readonly observer?: Pick<Observer, 'messages' | 'queue'> | undefined;
};

/** Seconds between two reports of the queues. */
const reportSeconds = 5;

const secretHeader = 'x-emulator-secret';

type Stores = NonNullable<BuildAppOptions['stores']>;
type Persistence = NonNullable<Stores['sqsStore']['persistence']>;

/**
 * Starts an SQS on the loopback interface. Queues, messages and in-flight messages survive a kill of the process. Does not
 * check signatures. Queue URLs contain the host of the request, so they stay valid if the port changes.
 *
 * @see https://github.com/kibertoad/fauxqs
 */
export async function startSqs(options: SqsOptions): Promise<Emulator> {
  const { stores, closeStores } = await openStores(options.directory);
  const app = buildApp({ logger: false, stores });
  const secret = options.guarded === true ? randomBytes(24).toString('base64url') : undefined;

  app.addHook('onRequest', async (request, reply) => {
    // fauxqs would also serve S3 and SNS on this port, without checking signatures.
    if (secret !== undefined && request.headers[secretHeader] !== secret)
      return reply.code(403).send({ message: 'Only the authorizing proxy may call this port' });
    const target = request.headers['x-amz-target'];
    if (typeof target === 'string' && target.startsWith('AmazonSQS.')) return;
    return reply.code(404).send({ message: 'Only SQS is supported here' });
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (!isRecord(payload)) return payload;
    if (!request.raw.socket.writable) returnMessages(stores, request.body, payload);
    else if (options.observer !== undefined) observeMessages(options.observer, request.body, payload);
    const rename = (url: unknown) =>
      String(url).replace(/^https?:\/\/[^/]+/, `http://${request.headers.host}`);
    return {
      ...payload,
      ...('QueueUrl' in payload && { QueueUrl: rename(payload.QueueUrl) }),
      ...(Array.isArray(payload.QueueUrls) && { QueueUrls: payload.QueueUrls.map(rename) }),
    };
  });

  const reports = setInterval(() => {
    for (const queue of stores.sqsStore.allQueues()) {
      const { ready, inflight } = queue.inspectMessages();
      const sent = [...ready, ...inflight.map(({ message }) => message)].map(
        ({ sentTimestamp }) => sentTimestamp,
      );
      const oldest = sent.reduce((least, each) => Math.min(least, each), Date.now());
      options.observer?.queue(queue.name, ready.length, (Date.now() - oldest) / 1000);
    }
  }, reportSeconds * 1000);
  const endpoint = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  return {
    endpoint,
    ...(secret === undefined ? {} : { headers: { [secretHeader]: secret } }),
    async close() {
      clearInterval(reports);
      await app.close();
      closeStores();
    },
  };
}

/** Reports the messages of a response. */
function observeMessages(
  { messages }: Pick<Observer, 'messages'>,
  body: unknown,
  payload: Record<string, unknown>,
): void {
  const name = isRecord(body) ? String(body.QueueUrl).split('/').at(-1) : undefined;
  if (name === undefined) return;
  if ('MessageId' in payload) messages(name, 'sent', 1);
  if (Array.isArray(payload.Messages)) messages(name, 'received', payload.Messages.length);
}

/** Makes received messages visible again if the client of the long poll has disconnected. */
function returnMessages(stores: Stores, body: unknown, payload: Record<string, unknown>): void {
  const queue = isRecord(body) ? stores.sqsStore.getQueue(String(body.QueueUrl)) : undefined;
  for (const message of Array.isArray(payload.Messages) ? payload.Messages : []) {
    const handle = String(message.ReceiptHandle);
    const entry = queue?.inflightMessages.get(handle);
    if (entry) entry.message.approximateReceiveCount -= 1;
    queue?.changeVisibility(handle, 0);
  }
}

/**
 * Opens the persistent stores of fauxqs. Only `startFauxqs` uses them, which listens on every interface; the package does
 * not export them for `buildApp`.
 */
async function openStores(directory: string): Promise<{ stores: Stores; closeStores: () => void }> {
  await mkdir(directory, { recursive: true });
  const { SqsStore } = await loadModule<{ SqsStore: new () => Stores['sqsStore'] }>('sqs/sqsStore.js');
  const { SnsStore } = await loadModule<{ SnsStore: new () => Stores['snsStore'] }>('sns/snsStore.js');
  const { S3Store } = await loadModule<{ S3Store: new () => Stores['s3Store'] }>('s3/s3Store.js');
  const { PersistenceManager } = await loadModule<{
    PersistenceManager: new (directory: string) => Persistence;
  }>('persistence.js');

  const persistence = new PersistenceManager(directory);
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  // No region in the host name: it would not resolve, and each response replaces the host.
  stores.sqsStore.host = '';
  persistence.loadSqsAndSns(stores.sqsStore, stores.snsStore);
  stores.sqsStore.persistence = persistence;
  for (const queue of stores.sqsStore.allQueues()) queue.persistence = persistence;

  // The statement of fauxqs sets the receive count to NULL, which its schema rejects. The message would be lost.
  const database = new DatabaseSync(join(directory, 'fauxqs.db'));
  // Commits do not wait for the disk, which would stop this whole process. The reconciler replaces messages that a power failure loses.
  for (const each of [database, Reflect.get(persistence, 'db')]) each.exec('PRAGMA synchronous = NORMAL');
  const makeReady = database.prepare(
    'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
  );
  persistence.updateMessageReady = (messageId) => void makeReady.run(messageId);

  return {
    stores,
    closeStores() {
      database.close();
      persistence.close();
    },
  };
}

async function loadModule<T>(file: string): Promise<T> {
  const manifest = findPackageJSON('fauxqs', import.meta.url);
  if (manifest === undefined) throw new Error('The package fauxqs is not installed: run npm ci');
  return (await import(new URL(`dist/${file}`, pathToFileURL(manifest)).href)) as T;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
