import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient, type Tokens } from '../../dashboard/api/client.ts';

const session = {
  email: 'anna@example.com',
  plan: 'free',
  access_token: 'old',
  token_type: 'bearer',
  expires_in: 3600,
} as const;
const tokens: Tokens = { identity: 'identity', session };

/** Responds by path and token, and records the calls. */
const serve = (answers: Readonly<Record<string, [status: number, body?: unknown]>>) => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    const call = `${path} ${headers.authorization?.replace('Bearer ', '')}`;
    calls.push(call);
    const [status, body] = answers[call] ?? [401, { error: 'unauthorized', message: 'Expired' }];
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
  return calls;
};

const away = () => vi.fn<() => Promise<never>>().mockRejectedValue(new Error('away'));

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a request of the dashboard', () => {
  it('sends the token of its kind', async () => {
    const calls = serve({
      '/usage old': [200, { plan: 'free' }],
      '/account/keys identity': [200, { data: [] }],
    });
    const client = createClient(tokens, away());

    const answers = [await client.call('/usage'), await client.call('/account/keys', { access: 'user' })];

    expect(answers).toEqual([{ plan: 'free' }, { data: [] }]);
    expect(calls).toEqual(['/usage old', '/account/keys identity']);
  });

  it('gets a new token for the API once if the old one has expired', async () => {
    const calls = serve({
      '/account/session identity': [200, { ...session, access_token: 'new' }],
      '/usage new': [200, { plan: 'free' }],
    });
    const signInAgain = away();
    const client = createClient(tokens, signInAgain);

    await expect(client.call('/usage')).resolves.toEqual({ plan: 'free' });
    await client.call('/usage');

    expect(calls).toEqual(['/usage old', '/account/session identity', '/usage new', '/usage new']);
    expect(client.accessToken()).toBe('new');
    expect(signInAgain).not.toHaveBeenCalled();
  });

  it('starts a new sign-in if the ID token has expired too', async () => {
    const calls = serve({});
    const signInAgain = away();
    const client = createClient(tokens, signInAgain);

    await expect(client.call('/usage')).rejects.toThrow('away');
    await expect(client.call('/account/keys', { access: 'user' })).rejects.toThrow('away');

    expect(calls).toEqual(['/usage old', '/account/session identity', '/account/keys identity']);
    expect(signInAgain).toHaveBeenCalledTimes(2);
  });

  it('does not loop if a new token is rejected too', async () => {
    const calls = serve({ '/account/session identity': [200, { ...session, access_token: 'new' }] });
    const client = createClient(tokens, away());

    await expect(client.call('/usage')).rejects.toMatchObject({ status: 401, message: 'Expired.' });

    expect(calls).toEqual(['/usage old', '/account/session identity', '/usage new']);
  });

  it('returns undefined for a response without a body', async () => {
    serve({ '/account/keys/key_1 identity': [204] });

    const answer = await createClient(tokens, away()).call('/account/keys/key_1', {
      access: 'user',
      method: 'DELETE',
    });

    expect(answer).toBeUndefined();
  });
});
