import * as z from 'zod';
import { maxJobSeconds } from '../jobs/job-times.ts';
import type { PagePart, PagePartStore } from '../jobs/page-parts.ts';
import { ttlAttribute } from '../table-layout.ts';
import { putIf, updateIf, updateOnce } from './conditional-update.ts';
import { itemForm } from './item-form.ts';
import { jobErrorCode } from './job-item.ts';
import { type Item, keys, type Table, ttlAfter } from './table.ts';
import { readTenantItems } from './tenant-items.ts';
import { type NamedWrite, transact } from './transaction.ts';

const form = itemForm({
  accountId: ['account_id', z.string()],
  jobId: ['job_id', z.string()],
  attempt: ['attempt', z.number()],
  id: ['part_id', z.string()],
  pages: ['pages', z.array(z.number())],
  state: ['part_state', z.enum(['open', 'recognized', 'failed', 'divided'])],
  failure: ['failure', jobErrorCode.optional()],
  claims: ['claims', z.number()],
  claimedUntil: ['claimed_until', z.number()],
});

const keyOf = ({ accountId, jobId, attempt, id }: PagePart) => keys.pagePart(accountId, jobId, attempt, id);

/** Seconds for which the item of a part remains: as long as the job can be active, and its results can exist. */
const partSeconds = maxJobSeconds + 3 * 86_400;

const itemOf = (part: PagePart, now: number): Item => ({
  ...keyOf(part),
  ...form.write(part),
  [ttlAttribute]: ttlAfter(now, partSeconds),
});

/** Stores new parts. Storing them twice does no harm before the job refers to them. */
export const storeParts = async (table: Table, parts: readonly PagePart[], now: number): Promise<void> => {
  await Promise.all(parts.map((part) => putIf(table, itemOf(part, now), {})));
};

/** The condition that a claim of a part is held. */
const claimIsHeld = ({ claims }: PagePart) => ({
  when: 'part_state = :open AND claims = :claims',
  values: { open: 'open', claims },
});

/** The parts of jobs in the table. */
export const pagePartStore = (table: Table): PagePartStore => ({
  list: async ({ accountId, jobId }) => {
    const { pk, sk } = keys.pagePart(accountId, jobId, 0, '');
    const items = await readTenantItems(table, pk, sk.slice(0, sk.indexOf('#', 'PAGES#'.length) + 1));
    return items.map((item) => form.read(item));
  },

  claim: async ({ accountId, jobId, recognition }, id, now, until) => {
    const outcome = await updateOnce(table, {
      key: keys.pagePart(accountId, jobId, recognition?.attempt ?? 0, id),
      set: { claimed_until: until },
      clauses: 'claims = claims + :one',
      when: 'part_state = :open AND claimed_until <= :now',
      values: { one: 1, open: 'open', now },
    });
    return outcome.updated ? form.read(outcome.item) : undefined;
  },

  release: async (part, now) => {
    await updateIf(table, { key: keyOf(part), set: { claimed_until: now }, ...claimIsHeld(part) });
  },

  end: async (part, { state, failure, workedMs }, others, now) => {
    const ended = state === 'divided' ? 0 : part.pages.length;
    const writes: NamedWrite<'part' | 'job'>[] = [
      ['part', { update: { key: keyOf(part), set: { part_state: state, failure }, ...claimIsHeld(part) } }],
      ...others.map((other) => ['part', { put: itemOf(other, now) }] as const),
      [
        'job',
        {
          update: {
            key: keys.job(part.accountId, part.jobId),
            clauses:
              'open_parts = open_parts + :parts, progress.done = progress.done + :pages, worked_ms = worked_ms + :ms',
            when: 'job_status = :processing AND recognition.attempt = :attempt AND open_parts > :none',
            values: {
              parts: others.length - 1,
              pages: ended,
              ms: workedMs,
              processing: 'processing',
              attempt: part.attempt,
              none: 0,
            },
          },
        },
      ],
    ];
    return (await transact(table, writes)) === undefined;
  },
});
