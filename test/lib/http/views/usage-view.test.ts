import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, monthOf, nextMonth } from '../../../../lib/accounts/account.ts';
import { usageView } from '../../../../lib/http/views/usage-view.ts';
import { plans } from '../../../../lib/plans.ts';
import { takenSlots } from '../../../support/tenant.ts';

const account: Account = {
  accountId: 'acct',
  email: 'a@b.test',
  plan: 'starter',
  createdAt: 0,
  month: '2026-11',
  operations: 123,
  refunds: 0,
  day: '2026-11-20',
  dayOperations: 0,
  slots: takenSlots(4),
  engineHour: '2026-11-20T00',
  engineMs: 0,
  keys: 2,
  ...plans.starter,
};

describe('usageView', () => {
  it('contains the usage of each limit', () => {
    expect(usageView(account, Date.UTC(2026, 10, 20))).toEqual({
      plan: 'starter',
      operations: { used: 123, limit: 5000, resets_at: '2026-12-01T00:00:00.000Z' },
      jobs: { active: 4, max: 20 },
      keys: { used: 2, max: 10 },
    });
  });

  it.each([
    ['2026-11-30T23:59:59.999Z', 123, '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T00:00:00.000Z', 0, '2027-01-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', 0, '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T00:00:00.000Z', 0, '2027-02-01T00:00:00.000Z'],
  ])('at %s has %i operations used, until %s', (now, used, resetsAt) => {
    expect(usageView(account, Date.parse(now)).operations).toEqual({
      used,
      limit: 5000,
      resets_at: resetsAt,
    });
  });
});

describe('the month of a time', () => {
  const time = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2199, 11, 31) });

  it('ends when the next one begins', () => {
    fc.assert(
      fc.property(time, (now) => {
        const next = nextMonth(now);

        expect(next).toBeGreaterThan(now);
        expect(monthOf(next - 1)).toBe(monthOf(now));
        expect(monthOf(next) > monthOf(now)).toBe(true);
        expect(new Date(next).toISOString()).toMatch(/-01T00:00:00\.000Z$/);
      }),
    );
  });
});
