import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { Jobs } from '../api/types.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { isActive } from './job-labels.ts';

const pageSize = 20;
/** The most that a page of the API has. */
const searchedJobs = 100;
// Of a token's 60 requests per minute, a visible list uses 20 and leaves the others to the playground.
const liveMs = 3000;
const idleMs = 20_000;

/** What a list of jobs is limited to. Empty members limit nothing. */
export type JobFilter = { readonly status: string; readonly type: string; readonly isSearch: boolean };

/** A live page of jobs, with its previous and next page. */
export type JobPage = Loaded<Jobs> & {
  /** Whether `data` are of the previous page or filter. */
  readonly isStale: boolean;
  readonly page: number;
  readonly older: (() => void) | undefined;
  readonly newer: (() => void) | undefined;
};

const pathOf = ({ status, type, isSearch }: JobFilter, cursor: string | undefined): string => {
  const query = new URLSearchParams({ limit: String(isSearch ? searchedJobs : pageSize) });
  for (const [name, value] of Object.entries({ status, type, cursor: cursor ?? '' }))
    if (value !== '') query.set(name, value);
  return `/jobs?${query}`;
};

/** Reloads every few seconds while `isLive`, and now and then otherwise, but not while the page is hidden. */
export const useLive = ({ data, error, reload }: Loaded<unknown>, isLive: boolean): void => {
  useEffect(() => {
    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    const timer = setInterval(
      () => {
        if (!document.hidden) void reload();
      },
      Math.max(isLive ? liveMs : idleMs, asked),
    );
    return () => clearInterval(timer);
  }, [data, error, reload, isLive]);
};

/** Loads the jobs of the account, newest first. Keeps the previous page in view until the next one is loaded. */
export const useJobs = (filter: JobFilter): JobPage => {
  const filterKey = pathOf(filter, undefined);
  // The cursors of the previous pages.
  const [paging, setPaging] = useState<{ key: string; cursors: readonly string[] }>({
    key: filterKey,
    cursors: [],
  });
  const cursors = paging.key === filterKey ? paging.cursors : [];
  const loaded = useLoad<Jobs>(pathOf(filter, cursors.at(-1)));
  const last = useRef<Jobs | undefined>(undefined);
  if (loaded.data !== undefined) last.current = loaded.data;
  useLive(loaded, loaded.data?.data.some(isActive) ?? false);

  const next = loaded.data?.next_cursor ?? null;
  const move = (to: readonly string[]) => (): void => setPaging({ key: filterKey, cursors: to });
  return {
    ...loaded,
    data: loaded.data ?? last.current,
    isStale: loaded.data === undefined,
    page: cursors.length + 1,
    older: next === null ? undefined : move([...cursors, next]),
    newer: cursors.length === 0 ? undefined : move(cursors.slice(0, -1)),
  };
};
