import { useCallback, useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { Jobs } from '../api/types.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { isActive } from './job-labels.ts';

const pageSize = 20;
// Of a token's 60 requests per minute, a visible list uses 20 and leaves the others to the playground.
const liveMs = 3000;
const idleMs = 20_000;

/** A live page of jobs, with its previous and next page. */
export type JobPage = Loaded<Jobs> & {
  readonly page: number;
  readonly older: (() => void) | undefined;
  readonly newer: (() => void) | undefined;
};

const pathOf = (cursor: string | undefined): string =>
  `/jobs?limit=${pageSize}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;

/** Loads the jobs of the account, newest first. Polls a page with active jobs every few seconds. */
export const useJobs = (): JobPage => {
  // The cursors of the previous pages.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const loaded = useLoad<Jobs>(pathOf(cursors.at(-1)));
  const { data, error, reload } = loaded;

  useEffect(() => {
    const isLive = data?.data.some(isActive) ?? false;
    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    const timer = setInterval(
      () => {
        if (!document.hidden) void reload();
      },
      Math.max(isLive ? liveMs : idleMs, asked),
    );
    return () => clearInterval(timer);
  }, [data, error, reload]);

  const next = data?.next_cursor ?? null;
  const older = useCallback(() => {
    if (next !== null) setCursors((before) => [...before, next]);
  }, [next]);
  const newer = useCallback(() => setCursors((before) => before.slice(0, -1)), []);
  return {
    ...loaded,
    page: cursors.length + 1,
    older: next === null ? undefined : older,
    newer: cursors.length === 0 ? undefined : newer,
  };
};
