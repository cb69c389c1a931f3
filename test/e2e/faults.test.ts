import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { checkSlots } from '../../lib/aws/job-slots.ts';
import { type JobKind, persistentClient } from '../faults/persistent-client.ts';
import { endCalls, isUnsettled, itemsOf, passTime, problemsOf } from '../faults/stored-truth.ts';
import { createTenant } from './support/tenant.ts';
import { startReceiver } from './support/webhook-receiver.ts';

// The short form of test/faults: calls for the items of one account fail, before or after they were executed.

const kinds: readonly JobKind[] = ['waiting', 'plain', 'steps'];

test('jobs end whole and are charged once although calls to the table fail', async () => {
  const stack = inject('stack');
  const tenant = await createTenant(stack);
  const { accountId } = tenant;
  const receiver = await startReceiver();
  const token = await tenant.authorize();
  await tenant.call({ path: '/webhooks', token, json: { url: receiver.url } });
  const problems: string[] = [];
  const client = await persistentClient(
    () => stack,
    tenant,
    receiver.url,
    problems,
    () => endCalls(stack, accountId),
  );
  const setFaults = async (calls: readonly object[]): Promise<void> => {
    const partition = `ACCOUNT#${accountId}#`;
    const body = JSON.stringify({ calls: calls.map((each) => ({ ...each, partition })) });
    expect((await fetch(`${stack.endpoints.lambda}/faults`, { method: 'PUT', body })).ok).toBe(true);
  };

  await setFaults([
    { kind: 'lost-answer', actions: 'dynamodb:PutItem', every: 1 },
    { kind: 'lost-answer', actions: 'dynamodb:UpdateItem', every: 3 },
    { kind: 'access-denied', actions: 'dynamodb:', every: 5 },
  ]);
  for (const kind of kinds) await client.submit[kind](kind);
  await setFaults([]);
  const read = () => itemsOf(stack, accountId);
  let items = await read();
  for (let round = 0; round < 60 && isUnsettled(items); round += 1) {
    await pause(500);
    await passTime(stack, accountId, items, { lease_until: 0 });
    // When every function that was running must have ended.
    await checkSlots(tenant.table, accountId, Date.now() + 600_000);
    items = await read();
  }
  problems.push(...(await problemsOf(stack, accountId, client, receiver.received)));

  expect(problems).toEqual([]);
  tenant.table.client.destroy();
  await receiver.close();
});
