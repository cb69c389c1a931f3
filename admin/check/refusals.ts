import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { maxBodyBytes, rateLimits } from '../../lib/api/limits.ts';
import { type ItemKey, keys } from '../../lib/aws/table.ts';
import { newId } from '../../lib/ids.ts';
import { largestFileBytes } from '../../lib/plan-table.ts';
import { expectAnswer, type Sent, textOf } from './call.ts';
import { type Check, callAnonymously, formOf, type Session } from './session.ts';

/** A request with its expected error. */
type Refusal = {
  readonly name: string;
  readonly expected: string;
  readonly call: readonly [method: string, path: string, sent: Sent];
  /** Sent without a token. */
  readonly anonymous?: true;
};

/** One byte more than API Gateway's limit of 10 MB. */
const overGatewayBytes = 10_485_761;

const refusals: readonly Refusal[] = [
  {
    name: 'an unknown field',
    expected: '400 invalid_request',
    call: ['POST', '/convert', { json: { nonsense: 1 } }],
  },
  { name: 'no token', expected: '401 unauthorized', call: ['GET', '/usage', {}], anonymous: true },
  {
    name: 'an unknown API key',
    expected: '401 invalid_api_key',
    call: ['POST', '/authorize', { json: { api_key: 'df_live_0' } }],
    anonymous: true,
  },
  { name: 'an unknown path', expected: '404 not_found', call: ['GET', '/nothing-here', {}] },
  { name: 'an unknown job', expected: '404 job_not_found', call: ['GET', `/job/${newId('job', 0)}`, {}] },
  {
    name: 'an unknown path below a job',
    expected: '404 not_found',
    call: ['GET', `/job/${newId('job', 0)}/nothing`, {}],
  },
  {
    name: 'a file over the size limit',
    expected: '413 file_too_large',
    call: ['POST', '/uploads', { json: { filename: 'large.pdf', size_bytes: largestFileBytes + 1 } }],
  },
  {
    name: 'a body over 64 KB',
    expected: '413 request_too_large',
    call: ['POST', '/convert', { json: { to: 'x'.repeat(maxBodyBytes) } }],
  },
  {
    name: 'a body over 10 MB',
    expected: '413',
    call: ['POST', '/convert', { json: { to: 'x'.repeat(overGatewayBytes) } }],
  },
  {
    name: 'a body that is not JSON',
    expected: '415 unsupported_media_type',
    call: ['POST', '/convert', { body: 'to=pdf', headers: { 'content-type': 'text/plain' } }],
  },
  {
    name: 'a file of an unknown type',
    expected: '415 unsupported_file_type',
    call: ['POST', '/upload', { body: formOf('\u0000\u0001\u0002\u0003'.repeat(64)) }],
  },
];

const set = async ({ table }: Session, Key: ItemKey, name: string, value: number): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key,
      UpdateExpression: 'SET #name = :value',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
};

/** Errors that depend on the state of the account. */
const stateChecks: readonly Check[] = [
  {
    name: 'a file that has not arrived: 409 file_not_uploaded',
    run: async ({ call, token }) => {
      const created = await call('POST', '/uploads', {
        token,
        json: { filename: 'late.txt', size_bytes: 1 },
      });
      const json = { file_id: textOf(expectAnswer(created, '201'), 'file_id'), from: 'text', to: 'html' };
      expectAnswer(await call('POST', '/convert', { token, json }), '409 file_not_uploaded');
    },
  },
  {
    name: 'an impossible conversion: 422 unsupported_conversion',
    run: async ({ call, token, fileId }) => {
      const json = { file_id: fileId, from: 'text', to: 'gif' };
      expectAnswer(await call('POST', '/convert', { token, json }), '422 unsupported_conversion');
    },
  },
  {
    name: 'an expired file: 410 file_expired',
    run: async (session) => {
      const { call, token, accountId, fileId } = session;
      await set(session, keys.file(accountId, fileId), 'expires_at', 1);
      const json = { file_id: fileId, from: 'text', to: 'html' };
      expectAnswer(await call('POST', '/convert', { token, json }), '410 file_expired');
    },
  },
  {
    name: 'an operation over the monthly cap: 429',
    run: async (session) => {
      const { call, token, accountId } = session;
      await set(session, keys.account(accountId), 'max_operations', 0);
      const json = { filename: 'check.txt', size_bytes: 1 };
      const answer = await call('POST', '/uploads', { token, json });
      expectAnswer(answer, '429 Monthly usage limit reached (0). Upgrade your plan for more.');
    },
  },
  {
    name: `request ${rateLimits.default.requests + 1} within a minute: 429`,
    run: async ({ call, token }) => {
      for (let made = 0; made <= rateLimits.default.requests; made += 1) {
        const answer = await call('GET', '/usage', { token });
        if (answer.status !== 429) continue;
        if (!answer.headers.has('retry-after')) throw new Error('the response has no Retry-After');
        expectAnswer(answer, '429 Too Many Requests');
        return;
      }
      throw new Error('the rate limit was not applied');
    },
  },
];

/** Checks an error of each kind. The last ones exhaust the account's limits. */
export const refusalChecks: readonly Check[] = [
  ...refusals.map(({ name, expected, call: [method, path, sent], anonymous }) => ({
    name: `${name}: ${expected}`,
    run: async ({ call, token }: Session) => {
      const answer = anonymous
        ? await callAnonymously(call, method, path, sent)
        : await call(method, path, { ...sent, token });
      // The gateway and the functions have different codes for a body that is too large.
      if (expected === '413' && answer.status === 413) return;
      expectAnswer(answer, expected);
    },
  })),
  ...stateChecks,
];
