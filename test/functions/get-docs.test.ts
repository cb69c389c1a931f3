import { expect, test } from 'vitest';
import { call, useApi } from './use-api.ts';

useApi();

test('redirects to the documentation, without a token', async () => {
  const { status, headers } = await call('get-docs', { token: undefined });

  expect([status, headers.Location]).toEqual([302, 'https://docforge.example/docs/']);
});
