import { setTimeout as delay } from 'node:timers/promises';
import { rateLimits } from '../../lib/api/limits.ts';
import type { Table } from '../../lib/aws/table.ts';
import type { Deployment } from '../find-deployment.ts';
import { type Answer, type Call, expectAnswer, textOf } from './call.ts';

/** The state of a check run: its account and what was created for it so far. */
export type Session = {
  readonly deployment: Deployment;
  readonly table: Table;
  readonly call: Call;
  readonly accountId: string;
  readonly apiKey: string;
  token: string;
  fileId: string;
  jobId: string;
  webhookId: string;
};

/** A check. `run` throws an error if it fails, and returns the reason if it does not apply. */
export type Check = { readonly name: string; run(session: Session): Promise<unknown> };

/** Creates a form with one file. */
export const formOf = (content: string, fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([content]), 'check.txt');
  return form;
};

/** Uploads a document and returns its id. */
export const upload = async ({ call, token }: Session, content: string): Promise<string> =>
  textOf(expectAnswer(await call('POST', '/upload', { token, body: formOf(content) }), '201'), 'file_id');

/** Submits a job and returns its id. */
export const submit = async ({ call, token }: Session, path: string, body: unknown): Promise<string> =>
  textOf(expectAnswer(await call('POST', path, { token, json: body }), '202'), 'job_id');

/** The limit of this machine's address for `POST /authorize`, which other programs share. */
const windowSeconds = rateLimits.authorize.windowSeconds;

/** Sends a request without a token. Waits once if other programs on this machine have used up the limit of its address. */
export const callAnonymously = async (call: Call, ...request: Parameters<Call>): Promise<Answer> => {
  const first = await call(...request);
  const seconds = Number(first.headers.get('retry-after') ?? Number.NaN);
  if (first.status !== 429 || !(seconds <= windowSeconds)) return first;
  await delay(seconds * 1000);
  return call(...request);
};

/** Exchanges the key for a token. */
export const authorize = async ({ call, apiKey }: Session): Promise<string> => {
  const answer = await callAnonymously(call, 'POST', '/authorize', { json: { api_key: apiKey } });
  return textOf(expectAnswer(answer, '200'), 'access_token');
};

/** The maximum number of job reads, each waiting up to 25 s. A worker's first start takes less. */
const mostReads = 8;

/**
 * Waits for a job to complete and returns the last response.
 *
 * @throws Error if the job fails, or is still running after more than three minutes
 */
export const finish = async ({ call, token }: Session, jobId: string): Promise<Answer> => {
  for (let read = 0; read < mostReads; read += 1) {
    const answer = expectAnswer(await call('GET', `/job/${jobId}?wait=25`, { token }), '200');
    const { status, error } = answer.json;
    if (status === 'complete') return answer;
    if (status !== 'queued' && status !== 'processing')
      throw new Error(`the job has the status ${status}: ${JSON.stringify(error)}`);
    await delay(200);
  }
  throw new Error(`job ${jobId} did not end in time`);
};
