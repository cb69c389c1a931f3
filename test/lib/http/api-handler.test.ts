import { expect, it } from 'vitest';
import { routes } from '../../../lib/api/routes.ts';
import { apiHandler } from '../../../lib/http/api-handler.ts';
import { jobNotFound } from '../../../lib/http/path-id.ts';
import { callFunction } from '../../support/api-event.ts';

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
    jobNotFound('job_1', refuse),
  );

  // The run-time check covers the errors of the rules and stores, which the compiler does not see.
  for (const handler of [own, shared]) {
    await expect(callFunction(handler, {})).rejects.toThrow('which its route does not declare');
  }
});
