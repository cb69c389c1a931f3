import { useEffect, useState } from 'preact/hooks';
import { ApiError, errorMessageOf } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import { useDashboard } from '../app/context.ts';
import { formatByMimeType } from '../text/format-names.ts';
import { guessFile, refusalOf } from './check-file.ts';
import type { OptionValues } from './options.ts';
import { cancelJob, type Run, type RunRequest, runJob, type Submission } from './run-job.ts';
import { type Uploaded, uploadFile } from './upload.ts';

/** More would hide the rest of the page. */
export const maxFiles = 20;

/** A file of the playground. */
export type FileItem = {
  readonly id: number;
  readonly file: File;
  /** The format, undefined if the name does not show it. */
  readonly from: string | undefined;
  /** Why the file cannot be sent. */
  readonly problem: string | undefined;
  readonly isEncrypted: boolean;
  readonly password: string;
  readonly run: Run;
};

/** The state of the playground. */
export type PlaygroundState = {
  readonly items: readonly FileItem[];
  readonly selectedId: number | undefined;
  /** The source format while there is no file. */
  readonly from: string | undefined;
  readonly targetId: string | undefined;
  readonly values: OptionValues;
  /** A remark on the last choice of files. */
  readonly note: string | undefined;
};

/** Returns whether a file is on its way through the service. */
export const isItemBusy = ({ run }: FileItem): boolean =>
  ['waiting', 'uploading', 'running'].includes(run.state);

/** How many files are sent at once. The plans allow more, but other calls of the account need some too. */
const maxConcurrent = 2;

const createPlayground = (client: Client) => {
  let state: PlaygroundState = {
    items: [],
    selectedId: undefined,
    from: undefined,
    targetId: undefined,
    values: {},
    note: undefined,
  };
  let lastId = 0;
  const listeners = new Set<() => void>();
  const uploads = new Map<number, Uploaded>();
  const active = new Map<number, { controller: AbortController; submission: Submission }>();

  const set = (change: Partial<PlaygroundState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const itemOf = (id: number): FileItem | undefined => state.items.find((item) => item.id === id);
  const setItem = (id: number, change: Partial<FileItem>): void =>
    set({ items: state.items.map((item) => (item.id === id ? { ...item, ...change } : item)) });

  const add = async (files: readonly File[]): Promise<void> => {
    const room = maxFiles - state.items.length;
    const items = await Promise.all(
      files.slice(0, Math.max(0, room)).map(async (file): Promise<FileItem> => {
        const problem = refusalOf(file);
        const guess = problem === undefined ? await guessFile(file) : { from: undefined, isEncrypted: false };
        lastId += 1;
        return { id: lastId, file, ...guess, problem, password: '', run: { state: 'idle' } };
      }),
    );
    set({
      items: [...state.items, ...items],
      selectedId:
        (items.find(({ from, problem }) => from !== undefined && problem === undefined) ?? items[0])?.id ??
        state.selectedId,
      note:
        files.length > room
          ? `The list is limited to ${maxFiles} files. The others were not added.`
          : undefined,
    });
  };

  const stop = (id: number): void => {
    active.get(id)?.controller.abort();
    active.delete(id);
    uploads.delete(id);
  };

  /** Cancels a running job. It may exist before its id is known, so its request is not aborted. */
  const cancelRunning = async ({ submission }: { submission: Submission }): Promise<void> => {
    if (submission.jobId === undefined) submission.isCancelled = true;
    else await cancelJob(client, submission.jobId);
  };

  const remove = (id: number): void => {
    const current = active.get(id);
    if (current !== undefined && itemOf(id)?.run.state === 'running') void cancelRunning(current);
    else stop(id);
    const at = state.items.findIndex((item) => item.id === id);
    const items = state.items.filter((item) => item.id !== id);
    const next = items[Math.min(at, items.length - 1)]?.id;
    set({ items, selectedId: state.selectedId === id ? next : state.selectedId, note: undefined });
  };

  const upload = async (item: FileItem, signal: AbortSignal): Promise<Uploaded> => {
    // Another upload would count as another operation.
    const known = uploads.get(item.id);
    if (known !== undefined) return known;
    const show = (sent: number, total: number): void =>
      setItem(item.id, { run: { state: 'uploading', sent, total } });
    show(0, item.file.size);
    const result = await uploadFile(client, item.file, show, signal);
    uploads.set(item.id, result);
    return result;
  };

  /** Runs one file. `requestFor` returns undefined if the detected format has no such target. */
  const runItem = async (
    id: number,
    requestFor: (from: string, item: FileItem) => RunRequest | undefined,
  ): Promise<void> => {
    const item = itemOf(id);
    if (item === undefined || item.run.state !== 'waiting') return;
    const controller = new AbortController();
    const submission: Submission = {};
    active.set(id, { controller, submission });
    const finish = (run: Run): void => {
      if (controller.signal.aborted) return;
      active.delete(id);
      setItem(id, { run });
    };
    try {
      const { fileId, mimeType } = await upload(item, controller.signal);
      const from = (mimeType === undefined ? undefined : formatByMimeType(mimeType)) ?? item.from ?? '';
      const request = requestFor(from, item);
      if (request === undefined) {
        if (!controller.signal.aborted) setItem(id, { from });
        finish({
          state: 'refused',
          message: 'The content of this file has a different format than its name. Choose the target again.',
        });
        return;
      }
      const setRun = (run: Run): void => {
        if (!controller.signal.aborted) setItem(id, { run });
      };
      finish(await runJob(client, fileId, request, setRun, submission, controller.signal));
    } catch (error) {
      // An expired file must be uploaded again.
      if (error instanceof ApiError && (error.status === 404 || error.status === 410)) uploads.delete(id);
      finish({ state: 'refused', message: errorMessageOf(error) });
    }
  };

  const run = async (
    ids: readonly number[],
    requestFor: (from: string, item: FileItem) => RunRequest | undefined,
  ): Promise<void> => {
    const queue = [...ids];
    set({
      items: state.items.map((item) =>
        ids.includes(item.id) ? { ...item, run: { state: 'waiting' } } : item,
      ),
    });
    const work = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await runItem(id, requestFor);
    };
    await Promise.all(Array.from({ length: maxConcurrent }, work));
  };

  const cancel = async (id: number): Promise<void> => {
    const item = itemOf(id);
    const current = active.get(id);
    if (item === undefined) return;
    if (item.run.state !== 'running' || current === undefined) {
      stop(id);
      setItem(id, { run: { state: 'idle' } });
      return;
    }
    setItem(id, { run: { ...item.run, note: 'Cancelling' } });
    await cancelRunning(current);
  };

  return {
    state: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    setItem,
    add,
    remove,
    run,
    cancel,
  };
};

/** The files, choices and results of the playground, and what can be done with them. */
export type Playground = ReturnType<typeof createPlayground>;

// A session's playground survives a change of section and ends with the session's client.
const playgrounds = new WeakMap<Client, Playground>();

const playgroundOf = (client: Client): Playground => {
  const known = playgrounds.get(client);
  if (known !== undefined) return known;
  const created = createPlayground(client);
  playgrounds.set(client, created);
  return created;
};

/** Returns the playground of this session and its current state. */
export const usePlayground = (): { playground: Playground; state: PlaygroundState } => {
  const { client } = useDashboard();
  const playground = playgroundOf(client);
  const [state, setState] = useState(playground.state());
  useEffect(() => {
    const update = (): void => setState(playground.state());
    update();
    return playground.subscribe(update);
  }, [playground]);
  return { playground, state };
};
