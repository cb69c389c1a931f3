import { setTimeout as pause } from 'node:timers/promises';
import type { StackDescription } from '../../local/description.ts';
import { multipart } from '../e2e/support/client.ts';
import { simplePdf } from '../e2e/support/documents.ts';
import type { Tenant } from '../e2e/support/tenant.ts';

/** The text of all documents, by which a result is whole. */
export const text = 'Still here';

/** A document with that text. */
export const pdf = simplePdf([text]);

/** The headers of a call, and its document. Default: the PDF. */
type Sending = { readonly headers?: Record<string, string>; readonly content?: Uint8Array };

/** The kinds of jobs. */
export type JobKind = 'delivered' | 'plain' | 'result' | 'steps' | 'waiting';

/** A client that repeats each call until it is accepted. */
export type PersistentClient = {
  /** Repeats a call until it is answered otherwise than by a fault, as a client with an idempotency key does. */
  insist(
    path: string,
    sent: { readonly headers?: Record<string, string>; readonly body?: Uint8Array<ArrayBuffer> },
    accepted: readonly number[],
  ): Promise<Response>;
  /** Submits a job under an idempotency key, and notes its id. */
  submitJob(key: string, fields: Readonly<Record<string, string>>, sending?: Sending): Promise<void>;
  /** Submits a job of each kind. */
  readonly submit: Readonly<Record<JobKind, (key: string) => Promise<void>>>;
  /** The ids of all accepted jobs. */
  readonly accepted: ReadonlySet<string>;
};

/**
 * Creates a client of an account.
 *
 * @param describe returns the stack as it is now: after a kill, it listens on another port
 * @param receiverUrl the address for webhooks and results of requests
 * @param problems receives what is wrong with responses
 * @param beforeRepetition runs before a call is sent again
 */
export const persistentClient = async (
  describe: () => StackDescription,
  { apiKey, authorize }: Tenant,
  receiverUrl: string,
  problems: string[],
  beforeRepetition: () => Promise<unknown> = () => pause(300),
): Promise<PersistentClient> => {
  let token = await authorize();
  const url = (path: string): string => `${describe().baseUrl}${path}`;
  /** A new token of the stack as it is now; the old one after a fault. */
  const authorizeAgain = async (): Promise<string> => {
    const response = await fetch(url('/authorize'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: apiKey }),
    }).catch(() => undefined);
    return response?.ok ? ((await response.json()) as { access_token: string }).access_token : token;
  };
  const insist: PersistentClient['insist'] = async (path, sent, statuses) => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(url(path), {
        method: sent.body === undefined ? 'GET' : 'POST',
        headers: { ...sent.headers, authorization: `Bearer ${token}` },
        redirect: 'manual',
        ...(sent.body === undefined ? {} : { body: sent.body }),
      }).catch(() => undefined);
      if (response !== undefined && statuses.includes(response.status)) return response;
      const isFault =
        response === undefined || response.status >= 500 || [401, 409, 429].includes(response.status);
      if (!isFault || attempt > 300)
        throw new Error(`${path}: ${response?.status} ${await response?.text()}`);
      if (response?.status === 429 || response?.status === 401) token = await authorizeAgain();
      await beforeRepetition();
    }
  };

  const accepted = new Set<string>();
  const convert = (
    fields: Readonly<Record<string, string>>,
    statuses: readonly number[],
    { headers: own = {}, content = pdf }: Sending,
  ): Promise<Response> => {
    const { headers, body } = multipart([
      { name: 'file', filename: content === pdf ? 'a.pdf' : 'a.tiff', content },
      ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
    ]);
    const sent = { headers: { ...(headers as Record<string, string>), ...own } };
    return insist('/convert', { ...sent, body: new Uint8Array(body as Buffer) }, statuses);
  };
  const submitJob: PersistentClient['submitJob'] = async (key, fields, { headers, content = pdf } = {}) => {
    const sent = { headers: { ...headers, 'idempotency-key': key }, content };
    const response = await convert(fields, [200, 202], sent);
    const { job_id: jobId } = (await response.json()) as { job_id: string };
    if (accepted.has(jobId)) problems.push(`${jobId} was accepted for two keys`);
    accepted.add(jobId);
  };
  const steps = JSON.stringify([
    { name: 'first', to: 'markdown' },
    { name: 'second', to: 'text' },
  ]);
  return {
    insist,
    accepted,
    submitJob,
    submit: {
      plain: (key) => submitJob(key, { to: 'text', webhook_url: receiverUrl }),
      steps: (key) => submitJob(key, { steps }),
      waiting: (key) =>
        submitJob(key, { to: 'text', webhook_url: receiverUrl }, { headers: { prefer: 'wait=10' } }),
      result: async () => {
        const headers = { prefer: 'wait=10', accept: 'application/octet-stream' };
        const response = await convert({ to: 'text' }, [200, 202, 303], { headers });
        const answer = response.status === 200 ? await response.text() : text;
        if (!answer.includes(text)) problems.push(`A result was not whole: ${answer.slice(0, 100)}`);
      },
      delivered: (key) => submitJob(key, { to: 'text', deliver_to: `${receiverUrl}?deliver=${key}` }),
    },
  };
};
