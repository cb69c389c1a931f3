import { describe, expect, it } from 'vitest';
import { dueStore } from '../../../lib/aws/due-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import { messageOf } from '../../../lib/jobs/job-steps.ts';
import { runJob } from '../../../lib/jobs/run-job.ts';
import type { DueRange } from '../../../lib/reconcile/reconcile.ts';
import { fakeEffects, storeFile } from '../../support/jobs.ts';
import { changeItem } from '../../support/table.ts';
import {
  clock,
  database,
  dependencies,
  faults,
  nothing,
  read,
  removed,
  runReconciler,
  sent,
  start,
  store,
  submit,
  tenant,
  useReconciler,
} from './reconciler.ts';

useReconciler();

/** Schedules files as before there were shards: all in one partition of the index. */
const inOnePartition = (fileIds: readonly string[]) =>
  Promise.all(
    fileIds.map((fileId) => changeItem(database.table, keys.file(tenant.accountId, fileId), { due: 'FILE' })),
  );

describe('faults', () => {
  const storeFiles = async (count: number, now: number): Promise<string[]> => {
    const fileIds: string[] = [];
    for (let index = 0; index < count; index += 1) {
      fileIds.push(await storeFile(database.table, tenant, now + index));
    }
    await inOnePartition(fileIds);
    return fileIds;
  };

  it('with one item do not affect the others, and the item is retried a minute later', async () => {
    const [broken = ''] = await storeFiles(25, start);
    const job = await submit();
    clock.now = start + 7_300_000;
    const remove = async (key: string) => {
      if (key.endsWith(broken)) throw new Error('The storage is away');
      removed.push(key);
    };

    const first = await runReconciler({ objects: { remove } });
    clock.now += 59_999;
    const early = await runReconciler();
    clock.now += 60_001;
    const late = await runReconciler();

    expect([first, early, late]).toEqual([
      { ...nothing, failed: 1, deleted: 24, faults: 1 },
      nothing,
      { ...nothing, deleted: 1 },
    ]);
    expect(faults).toEqual([broken]);
    expect(await read(job)).toMatchObject({ status: 'failed' });
  });

  it.each(['JOB', 'FILE', 'RESULT'])(
    'with the list of one kind (%s) do not affect the others',
    async (kind) => {
      await storeFiles(1, start);
      const [lost, done] = [await submit({ createdAt: start + 7_000_000 }), await submit()];
      await runJob(messageOf(done), store, fakeEffects(clock), () => undefined);
      clock.now = start + 7_290_000;
      const { list } = dependencies.due;
      const due = {
        ...dependencies.due,
        list: async (range: DueRange, from: unknown) => {
          if (range.kind === kind) throw new Error('The index is away');
          return list(range, from);
        },
      };

      const counts = await runReconciler({ due });

      // Results have two lists, and each list nine partitions.
      const all = { ...nothing, sent: 1, deleted: 2, unlisted: kind === 'RESULT' ? 18 : 9 };
      expect(counts).toEqual(kind === 'JOB' ? { ...all, sent: 0 } : { ...all, deleted: 1 });
      expect(new Set(faults)).toEqual(new Set([kind]));
      expect(sent).toEqual(kind === 'JOB' ? [] : [messageOf(lost)]);
    },
  );

  it('with a later page do not affect the earlier pages or the other kinds', async () => {
    await storeFiles(4, start);
    await submit({ createdAt: start + 7_000_000 });
    clock.now = start + 7_290_000;
    const paged = dueStore(database.table, 2);
    const list: typeof paged.list = async (range, from) => {
      if (range.kind === 'FILE' && from !== undefined) throw new Error('The index is away');
      return paged.list(range, from);
    };

    const counts = await runReconciler({ due: { ...paged, list } });

    expect(counts).toEqual({ ...nothing, sent: 1, deleted: 2, unlisted: 1 });
    expect(faults).toEqual(['FILE']);
  });

  it('that persist do not block items scheduled later', async () => {
    const broken = await storeFiles(30, start);
    const good = await storeFiles(3, start + 1000);
    clock.now = start + 7_300_000;
    const remove = async (key: string) => {
      if (broken.some((fileId) => key.endsWith(fileId))) throw new Error('The storage is away');
      removed.push(key);
    };

    // Each run has time for twelve faults and the items in flight, which is fewer than fail.
    for (let round = 1; round <= 3; round += 1) {
      await runReconciler({
        objects: { remove },
        secondsLeft: () => (faults.length < 12 * round ? 60 : 0),
      });
      clock.now += 1000;
    }

    expect(new Set(removed.map((key) => key.slice(key.lastIndexOf('/') + 1)))).toEqual(new Set(good));
  });
});

describe('the time of a run', () => {
  const storeFiles = async (count: number): Promise<void> => {
    const fileIds: string[] = [];
    for (let index = 0; index < count; index += 1)
      fileIds.push(await storeFile(database.table, tenant, start + index));
    await inOnePartition(fileIds);
    clock.now = start + 7_300_000;
  };

  it('is used for page after page', async () => {
    await storeFiles(7);
    const pages: number[] = [];
    const paged = dueStore(database.table, 2);
    const list: typeof paged.list = async (range, from) => {
      const page = await paged.list(range, from);
      if (range.kind === 'FILE' && page.due.length > 0) pages.push(page.due.length);
      return page;
    };

    const counts = await runReconciler({ due: { ...paged, list } });

    expect(counts).toEqual({ ...nothing, deleted: 7 });
    expect(pages).toEqual([2, 2, 2, 1]);
  });

  it('ends early: no item is started in its last 10 seconds, and the next run continues', async () => {
    await storeFiles(7);
    let secondsLeft = 16;
    const remove = async (key: string) => {
      removed.push(key);
      if (key.includes('/incoming/')) secondsLeft -= 2;
    };
    const due = dueStore(database.table, 1);

    const first = await runReconciler({ due, objects: { remove }, secondsLeft: () => secondsLeft });
    const second = await runReconciler({ due });

    expect([first, second]).toEqual([
      { ...nothing, deleted: 3, unfinished: 1 },
      // The last one again: another may have had its time.
      { ...nothing, deleted: 5 },
    ]);
  });

  it('is shared by kinds that do not wait for each other', async () => {
    const done = await submit();
    await runJob(messageOf(done), store, fakeEffects(clock), () => undefined);
    await submit({ createdAt: start + 7_000_000 });
    await storeFile(database.table, tenant, start);
    clock.now = start + 7_290_000;
    const order = Promise.withResolvers<void>();

    const counts = await runReconciler({
      // The message waits for a file and a result that are deleted meanwhile.
      send: async (message) => {
        await order.promise;
        sent.push(message);
      },
      objects: {
        remove: async (key) => {
          removed.push(key);
          if (removed.length === 3) order.resolve();
        },
      },
    });

    expect(counts).toEqual({ ...nothing, sent: 1, deleted: 2 });
  });
});
