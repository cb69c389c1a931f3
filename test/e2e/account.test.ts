import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Answer, type Client, createClient, multipart, type Request } from './support/client.ts';
import { signIn } from './support/sign-in.ts';
import { createTenant } from './support/tenant.ts';

const stack = inject('stack');

let call: Client;
let email: string;
let idToken: string;
let accessToken: string;

beforeAll(async () => {
  call = createClient(stack.baseUrl);
  email = `${crypto.randomUUID()}@docforge.example`;
  idToken = await signIn(stack, email);
  accessToken = (await asUser({ method: 'POST', path: '/account/session' })).json.access_token;
});

/** Calls as the signed-in user. */
const asUser = (request: Request): Promise<Answer> => call({ ...request, token: idToken });

/** Calls as the session of the user. */
const asSession = (request: Request): Promise<Answer> => call({ ...request, token: accessToken });

const submit = async (content: string): Promise<string> => {
  const upload = await asSession({
    path: '/upload',
    ...multipart([{ name: 'file', filename: 'a.txt', content }]),
  });
  const { json } = await asSession({ path: '/convert', json: { file_id: upload.json.file_id, to: 'pdf' } });
  return json.job_id;
};

describe('a user who signs in', () => {
  it('gets an account and a token for the whole API', async () => {
    const session = await asUser({ method: 'POST', path: '/account/session' });
    const usage = await call({ path: '/usage', token: session.json.access_token });

    expect([session.status, session.json]).toEqual([
      200,
      {
        email,
        plan: 'free',
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'bearer',
        expires_in: 3600,
      },
    ]);
    expect([usage.status, usage.json.plan]).toEqual([200, 'free']);
  });

  it('creates a key, exchanges it for a token, and revokes it together with the token', async () => {
    const created = await asUser({ path: '/account/keys', json: { name: 'laptop' } });
    const traded = await call({ path: '/authorize', json: { api_key: created.json.key } });
    const before = await call({ path: '/formats', token: traded.json.access_token });
    const revoked = await asUser({ method: 'DELETE', path: `/account/keys/${created.json.key_id}` });
    const after = await call({ path: '/formats', token: traded.json.access_token });
    const listed = await asUser({ path: '/account/keys' });

    expect([created.status, before.status, revoked.status, after.status]).toEqual([201, 200, 204, 401]);
    expect(listed.json).toEqual({ data: [], max: 2 });
  });

  it('cannot revoke the key of another user', async () => {
    const { keyId, authorize } = await createTenant(stack);

    const { status, json } = await asUser({ method: 'DELETE', path: `/account/keys/${keyId}` });

    expect([status, json.error]).toEqual([404, 'key_not_found']);
    expect(await authorize()).toBeTypeOf('string');
  });

  it('lists its jobs and its usage', async () => {
    const jobId = await submit('Some text.');
    await asSession({ path: `/job/${jobId}?wait=25` });

    const jobs = await asSession({ path: '/jobs?limit=1' });
    const usage = await asUser({ path: '/account/usage' });

    expect(jobs.json).toMatchObject({ data: [{ job_id: jobId, status: 'complete' }] });
    expect((await fetch(jobs.json.data[0].output_url)).status).toBe(200);
    expect(usage.json.days.at(-1).operations).toBe(usage.json.operations.used);
    expect(usage.json.operations.used).toBeGreaterThanOrEqual(2);
  });

  it('closes its sessions and opens another one after signing in again', async () => {
    const closed = await asUser({ method: 'DELETE', path: '/account/session' });
    const refused = await asSession({ path: '/usage' });
    idToken = await signIn(stack, email);
    const opened = await asUser({ method: 'POST', path: '/account/session' });
    accessToken = opened.json.access_token;

    expect([closed.status, refused.status, (await asSession({ path: '/usage' })).status]).toEqual([
      204, 401, 200,
    ]);
  });
});

describe('bearer tokens and ID tokens', () => {
  it('are not accepted in place of each other', async () => {
    const user = await asUser({ path: '/usage' });
    const session = await asSession({ path: '/account/keys' });

    expect([user.status, user.json.error]).toEqual([401, 'unauthorized']);
    expect([session.status, session.json.error]).toEqual([401, 'invalid_identity']);
    expect(session.headers['www-authenticate']).toBe('Bearer');
  });
});
