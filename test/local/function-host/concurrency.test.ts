import { expect, it } from 'vitest';
import { createConcurrency, isThrottled } from '../../../local/function-host/concurrency.ts';
import type { Outcome } from '../../../local/function-host/host.ts';

const done: Outcome = { ok: true, payload: 'null' };

it('lets functions without a reservation share the executions that the others leave', async () => {
  const unreserved = createConcurrency(2);
  const [one, other] = [createConcurrency(undefined, unreserved), createConcurrency(undefined, unreserved)];
  const reserved = createConcurrency(1, unreserved);
  const ends = Promise.withResolvers<Outcome>();
  const running = [
    one.run(() => ends.promise),
    other.run(() => ends.promise),
    reserved.run(() => ends.promise),
  ];

  const refused = [await one.run(async () => done), await reserved.run(async () => done)];
  ends.resolve(done);
  await Promise.all(running);
  const accepted = await other.run(async () => done);

  expect(refused.map(isThrottled)).toEqual([true, true]);
  expect(accepted).toBe(done);
});
