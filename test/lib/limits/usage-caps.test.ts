import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../lib/accounts/account.ts';
import { UsageLimitError } from '../../../lib/api-errors.ts';
import { usageRefusal } from '../../../lib/limits/usage-caps.ts';
import { plans } from '../../../lib/plans.ts';
import { takenSlots } from '../../support/tenant.ts';

const noon = Date.UTC(2026, 10, 20, 12);

const account = (values: Partial<Account> = {}): Account => ({
  accountId: 'acct',
  email: 'a@b.test',
  plan: 'free',
  createdAt: 0,
  month: '2026-11',
  operations: 0,
  refunds: 0,
  day: '2026-11-20',
  dayOperations: 0,
  slots: {},
  engineHour: '2026-11-20T12',
  engineMs: 0,
  keys: 1,
  ...plans.free,
  ...values,
});

const charge = { accountId: 'acct', now: noon, jobId: 'job_1' };

/** The message that a client receives. */
const seen = (refusal: UsageLimitError | undefined) =>
  refusal && [refusal.message, refusal.retryAfterSeconds];

describe('usageRefusal', () => {
  it('refuses nothing below the limits', () => {
    expect(usageRefusal(account({ operations: 49, slots: takenSlots(2) }), charge)).toBeUndefined();
  });

  it('reports the monthly limit with the message of the contract, until the first of next month', () => {
    const refusal = usageRefusal(account({ operations: 50 }), charge);

    expect(refusal).toBeInstanceOf(UsageLimitError);
    expect(seen(refusal)).toEqual([
      'Monthly usage limit reached (50). Upgrade your plan for more.',
      (Date.UTC(2026, 11, 1) - noon) / 1000,
    ]);
  });

  it('reports the active jobs with the message of the contract', () => {
    expect(seen(usageRefusal(account({ slots: takenSlots(3) }), charge))).toEqual([
      'Too many active jobs (3/3). Wait for current jobs to finish.',
      2,
    ]);
  });

  it('reports more active jobs than the limit after a change to a smaller plan', () => {
    expect(seen(usageRefusal(account({ slots: takenSlots(17) }), charge))?.[0]).toBe(
      'Too many active jobs (17/3). Wait for current jobs to finish.',
    );
  });

  it('requires a job slot only for jobs', () => {
    expect(usageRefusal(account({ slots: takenSlots(3) }), { ...charge, jobId: undefined })).toBeUndefined();
  });

  it('reports the monthly limit if both are reached, because waiting for jobs would not help', () => {
    expect(seen(usageRefusal(account({ operations: 50, slots: takenSlots(3) }), charge))?.[0]).toContain(
      'Monthly',
    );
  });

  it('ignores the operations of a past month', () => {
    expect(usageRefusal(account({ operations: 50, month: '2026-10' }), charge)).toBeUndefined();
  });

  it('counts the operations of a month that a faster clock has opened', () => {
    expect(seen(usageRefusal(account({ operations: 50, month: '2026-12' }), charge))?.[0]).toContain(
      'Monthly',
    );
  });

  it('reports the engine time of the hour, until the next one starts', () => {
    const used = account({ engineMs: 600_000 });
    const now = noon + 1_234_567;

    expect(seen(usageRefusal(used, { ...charge, now }))).toEqual([
      'Hourly engine time reached (10 minutes). Wait for the next hour or upgrade your plan.',
      Math.ceil((3_600_000 - 1_234_567) / 1000),
    ]);
    expect(usageRefusal(account({ engineMs: 599_999 }), charge)).toBeUndefined();
    expect(usageRefusal(used, { ...charge, jobId: undefined })).toBeUndefined();
    expect(usageRefusal(used, { ...charge, now: noon + 3_599_999 })?.retryAfterSeconds).toBe(1);
    expect(usageRefusal(used, { ...charge, now: noon + 3_600_000 })).toBeUndefined();
  });

  it('rolls over from December to January', () => {
    const now = Date.UTC(2026, 11, 31, 23, 59, 59, 500);

    expect(seen(usageRefusal(account({ month: '2026-12', operations: 50 }), { ...charge, now }))?.[1]).toBe(
      1,
    );
    expect(
      usageRefusal(account({ month: '2026-12', operations: 50 }), { ...charge, now: now + 500 }),
    ).toBeUndefined();
  });

  it('refuses exactly what is over a limit', () => {
    const small = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(
        small,
        small,
        small,
        small,
        fc.boolean(),
        (operations, maxOperations, activeJobs, max, slot) => {
          const refusal = usageRefusal(
            account({ operations, maxOperations, slots: takenSlots(activeJobs), maxActiveJobs: max }),
            { ...charge, jobId: slot ? 'job_1' : undefined },
          );

          expect(refusal !== undefined).toBe(operations >= maxOperations || (slot && activeJobs >= max));
        },
      ),
    );
  });
});
