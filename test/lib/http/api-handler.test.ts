import { expect, it, vi } from 'vitest';
import { routes } from '../../../lib/api/routes.ts';
import { apiHandler } from '../../../lib/http/api-handler.ts';
import { notFound } from '../../../lib/http/path-id.ts';
import { newToken } from '../../../lib/ids.ts';
import { limitsOf } from '../../../lib/plans.ts';
import { callFunction, requestId } from '../../support/api-event.ts';

it('a handler returns the error it throws', async () => {
  const handler = apiHandler(routes.getDashboardConfig, undefined, ({ refuse }) =>
    refuse('invalid_request', 'wait: not a number.', { headers: { 'Retry-After': '1' } }),
  );

  expect(await callFunction(handler, {})).toMatchObject({
    status: 400,
    headers: { 'Retry-After': '1' },
    json: { error: 'invalid_request', message: 'wait: not a number.' },
  });
});

it('a handler returns only error codes that its route declares', async () => {
  const own = apiHandler(routes.getDashboardConfig, undefined, ({ refuse }) =>
    // @ts-expect-error GET /account/config declares no job_not_found
    refuse('job_not_found', 'No job.'),
  );
  const shared = apiHandler(routes.getDashboardConfig, undefined, ({ refuse }) =>
    // @ts-expect-error GET /account/config declares no job_not_found
    notFound('job', 'job_1', refuse),
  );

  // The run-time check covers the errors of the rules and stores, which the compiler does not see.
  for (const handler of [own, shared]) {
    await expect(callFunction(handler, {})).rejects.toThrow('which its route does not declare');
  }
});

it('the log of a call identifies the request, the route, the account and its key', async () => {
  const lines: string[] = [];
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  // Otherwise the logger has a console of its own.
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  const spies = (['info', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(line)),
  );
  const windows = {
    countToken: async () => ({
      caller: { accountId: 'acct_1', keyId: 'key_1', keyLastFour: 'wxyz', limits: limitsOf('free') },
      window: { policy: 'default' as const, limit: 60, remaining: 59, endsAt: Date.now(), exceeded: false },
    }),
    countAddress: () => expect.fail(),
  };
  const handler = apiHandler(routes.getUsage, windows, ({ log }) => {
    log.info('A line');
    throw new Error('A fault');
  });

  const { status } = await callFunction(handler, { token: newToken() });

  const keys = { requestId, route: 'GET /usage', accountId: 'acct_1', keyLastFour: 'wxyz' };
  expect(status).toBe(500);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { message: 'A line', ...keys },
    { message: 'The request failed', ...keys, fault: { name: 'Error' } },
    {
      ...{ message: 'A request was answered', ...keys, status: 500, outcome: 'internal_error' },
      ...{ Refusals: 1, Cause: 'internal_error' },
    },
  ]);
  for (const spy of spies) spy.mockRestore();
  vi.unstubAllEnvs();
});

it('a line of a request contains its sizes and time, and nothing that the client wrote', async () => {
  const lines: string[] = [];
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  const spy = vi.spyOn(console, 'info').mockImplementation((line) => void lines.push(line));
  const handler = apiHandler(
    routes.getDashboardConfig,
    undefined,
    () => ({ body: { a: 'zqmarker' } }) as never,
  );

  await callFunction(handler, {
    path: '/zqmarker',
    id: 'zqmarker',
    headers: { 'User-Agent': 'zqmarker', Authorization: 'Bearer zqmarker', 'X-Other': 'zqmarker' },
    body: Buffer.from('zqmarker'),
  });

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { requestId, route: 'GET /account/config', status: 200, outcome: 'ok', bytesIn: 9, bytesOut: 16 },
  ]);
  expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('_aws');
  expect(lines.join()).not.toContain('zqmarker');
  spy.mockRestore();
  vi.unstubAllEnvs();
});
