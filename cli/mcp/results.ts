import { randomUUID } from 'node:crypto';
import type { TaskResult } from '../task.ts';

/** A result that a client can read as a resource. */
export type StoredResult = {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
};

/** The results of a session, the newest ones. */
type Results = {
  add(name: string, result: TaskResult, bytes: Uint8Array): StoredResult;
  get(uri: string): StoredResult | undefined;
  list(): readonly StoredResult[];
};

/** The most bytes of all results together, besides the newest. The oldest are dropped. */
const maxBytes = 200 * 1024 ** 2;

/** Keeps results in memory. */
export const keepResults = (): Results => {
  const kept = new Map<string, StoredResult>();
  return {
    add: (name, { mimeType }, bytes) => {
      const uri = `docforge://result/${randomUUID()}`;
      const stored = { uri, name, mimeType, bytes };
      kept.set(uri, stored);
      let total = [...kept.values()].reduce((sum, result) => sum + result.bytes.length, 0);
      for (const [oldest, result] of kept) {
        if (total <= maxBytes || oldest === uri) break;
        kept.delete(oldest);
        total -= result.bytes.length;
      }
      return stored;
    },
    get: (uri) => kept.get(uri),
    list: () => [...kept.values()],
  };
};

/** Whether a result is text, by its type. */
export const isText = (mimeType: string): boolean =>
  /^text\/|^application\/(json|xml|yaml|x-latex|x-ipynb\+json)|\+xml/.test(mimeType);
