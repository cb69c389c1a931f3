import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AwsSettings } from './function-host/environment.ts';
import { writeAtomically } from './write-atomically.ts';

/** What other tools need to know of a running stack; `stack.json` in its data folder holds it. */
export type StackDescription = {
  /** Of the process that runs the stack. */
  readonly pid: number;
  /** Where the API answers, without a trailing slash. */
  readonly baseUrl: string;
  readonly region: string;
  readonly accountId: string;
  readonly credentials: AwsSettings['credentials'];
  /** `lambda` offers the Invoke operation only. */
  readonly endpoints: AwsSettings['endpoints'] & { readonly lambda: string };
  /** The template's outputs by their id; the API's own URL is the local one. */
  readonly outputs: Readonly<Record<string, string>>;
  /** By logical id. A function has no process before its first invocation; its credentials have its role's permissions. */
  readonly functions: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly pids: readonly number[];
        readonly credentials: AwsSettings['credentials'];
      }
    >
  >;
  /** Tables, buckets and queues by logical id: `ref` is a table's or bucket's name, a queue's URL. */
  readonly resources: Readonly<Record<string, { readonly type: string; readonly ref: string }>>;
};

/** Keeps a stack's description on disk. */
export type DescriptionFile = {
  /** Writes the present description; several calls at once become one write. */
  update(): void;
  /** Waits for what is being written. */
  settled(): Promise<void>;
  remove(): Promise<void>;
};

/** A description file, `stack.json`, in a data folder; nothing is written before the first update. */
export function describeIn(directory: string, describe: () => StackDescription): DescriptionFile {
  const path = join(directory, 'stack.json');
  let writing: Promise<void> | undefined;
  let outdated = false;
  let removed = false;
  const write = async (): Promise<void> => {
    while (outdated && !removed) {
      outdated = false;
      // The folder may be taken away under a running stack, which is no reason to end it.
      await writeAtomically(path, `${JSON.stringify(describe(), undefined, 2)}\n`).catch(() => undefined);
    }
    writing = undefined;
  };
  return {
    update: () => {
      outdated = true;
      writing ??= write();
    },
    settled: async () => writing,
    remove: async () => {
      removed = true;
      await writing;
      await rm(path, { force: true });
    },
  };
}
