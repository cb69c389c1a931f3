import { afterAll, beforeAll, expect } from 'vitest';
import type { RunningStack } from '../../local/stack.ts';
import { startFixture } from './fixture-stack.ts';

export let stack: RunningStack;

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** The headers of a response, except those that differ each time. */
function steadyHeaders(response: Response): Record<string, string> {
  const {
    date,
    'x-amzn-requestid': id,
    'x-amz-apigw-id': extended,
    ...steady
  } = Object.fromEntries(response.headers);
  expect([date, id, extended]).toEqual([expect.any(String), uuid, expect.any(String)]);
  return steady;
}

export async function readAll(response: Response) {
  return { status: response.status, headers: steadyHeaders(response), body: await response.text() };
}

export const kept = { connection: 'keep-alive', 'keep-alive': 'timeout=75' };

/** Starts the fixture for the tests of a file. */
export const useRestApi = (): void => {
  beforeAll(async () => {
    stack = await startFixture();
  });
  afterAll(() => stack.close());
};
