import { setTimeout as delay } from 'node:timers/promises';
import { createAccount, createKey } from '../../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../../lib/aws/account-store.ts';
import { openTable } from '../../../lib/aws/dynamodb.ts';
import type { Table } from '../../../lib/aws/table.ts';
import type { PlanName } from '../../../lib/plans.ts';
import type { StackDescription } from '../../../local/description.ts';
import { type Answer, type Client, createClient, multipart } from './client.ts';

/** The table of a running stack. */
export const tableOf = (stack: StackDescription): Table =>
  openTable(stack.outputs.TableName, {
    region: stack.region,
    credentials: stack.credentials,
    endpoint: stack.endpoints.dynamodb,
  });

/** An account with a key, and a client that calls for it. */
export type Tenant = {
  readonly accountId: string;
  readonly keyId: string;
  readonly apiKey: string;
  readonly table: Table;
  readonly call: Client;
  /** A new token. */
  authorize(): Promise<string>;
  /** Uploads bytes and returns the file's id. */
  upload(token: string, content: string | Uint8Array, filename?: string): Promise<string>;
  /** Submits a job and returns its id. */
  submit(token: string, path: '/convert' | '/extract', body: object): Promise<string>;
  /** Waits until a job has ended and returns its last response. */
  finish(token: string, jobId: string): Promise<Answer['json']>;
  /** Downloads the result of a job from its signed address. */
  download(job: { output_url?: string }): Promise<Buffer>;
};

/** Returns a response that has this status. Throws with its body if it has another one. */
export const expectStatus = (answer: Answer, status: number): Answer => {
  if (answer.status === status) return answer;
  throw new Error(`${answer.status} instead of ${status}: ${answer.bytes.toString('utf8')}`);
};

/** Creates an account on a plan and returns its id. */
export const newAccount = async (stack: StackDescription, plan: PlanName = 'pro'): Promise<string> => {
  const email = `${crypto.randomUUID()}@example.test`;
  return (await createAccount({ email, plan }, accountStore(tableOf(stack)), Date.now())).accountId;
};

/** Creates an account on a plan, with one key. */
export const createTenant = async (stack: StackDescription, plan: PlanName = 'pro'): Promise<Tenant> =>
  tenantOf(stack, await newAccount(stack, plan));

/** Creates a key of an account. */
export const tenantOf = async (stack: StackDescription, accountId: string): Promise<Tenant> => {
  const table = tableOf(stack);
  const store = accountStore(table);
  const { key: apiKey, keyId } = await createKey({ accountId, name: 'test' }, store, Date.now());
  const call = createClient(stack.baseUrl);
  return {
    accountId,
    keyId,
    apiKey,
    table,
    call,
    authorize: async () => {
      // Uses an address of its own, because one address may authorize only ten times a minute.
      const answer = await createClient(stack.baseUrl)({ path: '/authorize', json: { api_key: apiKey } });
      return expectStatus(answer, 200).json.access_token;
    },
    upload: async (token, content, filename = 'document.bin') => {
      const answer = await call({
        path: '/upload',
        token,
        ...multipart([{ name: 'file', filename, content }]),
      });
      return expectStatus(answer, 201).json.file_id;
    },
    submit: async (token, path, body) =>
      expectStatus(await call({ path, token, json: body }), 202).json.job_id,
    finish: async (token, jobId) => {
      for (;;) {
        const { json } = expectStatus(await call({ path: `/job/${jobId}?wait=25`, token }), 200);
        if (json.status !== 'queued' && json.status !== 'processing') return json;
        await delay(50);
      }
    },
    download: async (job) => {
      const answer = await fetch(job.output_url ?? '');
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      return Buffer.from(await answer.arrayBuffer());
    },
  };
};
