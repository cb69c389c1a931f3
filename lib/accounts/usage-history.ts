import { type Account, dayOf, monthOf } from './account.ts';

/** The database operation of the usage history. */
export type UsageHistoryStore = {
  /** Returns the operations of the recorded days, which are over. Days are as `2026-11-20`; `from` and `to` are inclusive. */
  operationsByDay(accountId: string, from: string, to: string): Promise<ReadonlyMap<string, number>>;
};

const historyDays = 30;
const historyMonths = 12;

/** The last 30 days, today last. */
const lastDays = (now: number): string[] =>
  Array.from({ length: historyDays }, (_, index) => dayOf(now - (historyDays - 1 - index) * 86_400_000));

/** The last twelve months, the current one last. */
const lastMonths = (now: number): string[] => {
  const date = new Date(now);
  return Array.from({ length: historyMonths }, (_, index) =>
    monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - (historyMonths - 1 - index), 1)),
  );
};

/**
 * The operations of an account per day and month at `now` (ms since the epoch). A month is the sum of its days. The account counts its
 * current day itself; the store has the earlier ones.
 */
export const usageHistory = async (account: Account, store: UsageHistoryStore, now: number) => {
  const months = lastMonths(now);
  const byDay = new Map(await store.operationsByDay(account.accountId, `${months[0]}-01`, dayOf(now)));
  if (account.dayOperations !== 0)
    byDay.set(account.day, Math.max(0, (byDay.get(account.day) ?? 0) + account.dayOperations));
  const byMonth = new Map<string, number>();
  for (const [day, operations] of byDay) {
    const month = day.slice(0, 7);
    byMonth.set(month, (byMonth.get(month) ?? 0) + operations);
  }
  return {
    days: lastDays(now).map((day) => ({ day, operations: byDay.get(day) ?? 0 })),
    months: months.map((month) => ({ month, operations: byMonth.get(month) ?? 0 })),
  };
};
