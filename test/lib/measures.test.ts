import { expect, it, vi } from 'vitest';
import { installInvokeStore } from '../../local/function-host/invoke-store.ts';

it('can be loaded where several invocations share a process, and keeps theirs apart', async () => {
  vi.resetModules();
  vi.stubEnv('AWS_LAMBDA_MAX_CONCURRENCY', '10');
  const withContext = installInvokeStore();
  const { measured } = await import('../../lib/measures.ts');

  const lines = ['one', 'two'].map((Cause) => withContext(Cause, () => measured({ Refusals: 1 }, { Cause })));

  expect(lines).toMatchObject([
    { Refusals: 1, Cause: 'one' },
    { Refusals: 1, Cause: 'two' },
  ]);
  Reflect.deleteProperty(globalThis, 'awslambda');
  vi.unstubAllEnvs();
});

it('is nothing without values', async () => {
  const { measured } = await import('../../lib/measures.ts');

  expect(measured({ Refusals: undefined }, { Cause: 'one' })).toEqual({});
});
