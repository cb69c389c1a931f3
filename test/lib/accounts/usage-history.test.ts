import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../lib/accounts/account.ts';
import { newAccount } from '../../../lib/accounts/manage-accounts.ts';
import { type UsageHistoryStore, usageHistory } from '../../../lib/accounts/usage-history.ts';
import { usageHistory as usageHistorySchema } from '../../../lib/api/account-schemas.ts';

const now = Date.UTC(2026, 10, 20, 9, 12);
const account = newAccount({ email: 'a@example.test', plan: 'free' }, now);

/** A store with these days, which records its queries. */
const storeOf = (days: Readonly<Record<string, number>>, asked: string[][] = []): UsageHistoryStore => ({
  operationsByDay: async (...range) => {
    asked.push(range);
    const [, from, to] = range;
    return new Map(Object.entries(days).filter(([day]) => day >= from && day <= to));
  },
});

describe('the history', () => {
  it('contains the operations of the current day, which the account counts', async () => {
    const counting = { ...account, day: '2026-11-20', dayOperations: 5 };

    const alone = await usageHistory(counting, storeOf({}), now);
    const mixed = await usageHistory(counting, storeOf({ '2026-11-20': 3, '2026-11-19': 1 }), now);

    expect([alone.days.at(-1)?.operations, alone.months.at(-1)?.operations]).toEqual([5, 5]);
    expect([mixed.days.at(-1)?.operations, mixed.months.at(-1)?.operations]).toEqual([8, 9]);
  });

  it('contains the last 30 days, oldest first, including days without operations', async () => {
    const { days } = await usageHistory(account, storeOf({ '2026-11-20': 3, '2026-10-22': 2 }), now);

    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ day: '2026-10-22', operations: 2 });
    expect(days.at(-2)).toEqual({ day: '2026-11-19', operations: 0 });
    expect(days.at(-1)).toEqual({ day: '2026-11-20', operations: 3 });
  });

  it('contains the last twelve months, oldest first, as sums of their days', async () => {
    const { months } = await usageHistory(
      account,
      storeOf({ '2025-12-01': 1, '2025-12-31': 2, '2026-02-28': 4, '2026-11-01': 8, '2026-11-20': 16 }),
      now,
    );

    expect(months).toHaveLength(12);
    expect(months.filter(({ operations }) => operations > 0)).toEqual([
      { month: '2025-12', operations: 3 },
      { month: '2026-02', operations: 4 },
      { month: '2026-11', operations: 24 },
    ]);
    expect([months[0]?.month, months.at(-1)?.month]).toEqual(['2025-12', '2026-11']);
  });

  it('needs one query, from the first day of the first month to today', async () => {
    const asked: string[][] = [];

    await usageHistory(account, storeOf({}, asked), now);

    expect(asked).toEqual([[account.accountId, '2025-12-01', '2026-11-20']]);
  });

  it('starts days and months at 00:00 UTC', async () => {
    const newYear = Date.UTC(2027, 0, 1);
    const store = storeOf({ '2026-12-31': 1, '2027-01-01': 2 });

    const before = await usageHistory(account, store, newYear - 1);
    const after = await usageHistory(account, store, newYear);

    expect(before.days.at(-1)).toEqual({ day: '2026-12-31', operations: 1 });
    expect(before.months.at(-1)).toEqual({ month: '2026-12', operations: 1 });
    expect(after.days.slice(-2)).toEqual([
      { day: '2026-12-31', operations: 1 },
      { day: '2027-01-01', operations: 2 },
    ]);
    expect(after.months.slice(-2)).toEqual([
      { month: '2026-12', operations: 1 },
      { month: '2027-01', operations: 2 },
    ]);
  });

  it('contains each day and month once at any time', async () => {
    const times = fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(times, async (time) => {
        const view = await usageHistory(account, storeOf({}), time.getTime());

        expect(usageHistorySchema.pick({ days: true, months: true }).parse(view)).toEqual(view);
        const days = view.days.map(({ day }) => day);
        const months = view.months.map(({ month }) => month);
        expect([new Set(days).size, new Set(months).size]).toEqual([30, 12]);
        expect([days, months]).toEqual([days.toSorted(), months.toSorted()]);
        expect(days.at(-1)).toBe(dayOf(time.getTime()));
      }),
    );
  });
});
