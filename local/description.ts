import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AwsSettings } from './function-host/environment.ts';
import { writeAtomically } from './write-atomically.ts';

/** The processes of a function or container, and the credentials of its role. */
type DescribedProcess = {
  readonly name: string;
  readonly pids: readonly number[];
  readonly credentials: AwsSettings['credentials'];
};

/** The description of a running stack for other tools, in `stack.json` in its data folder. */
export type StackDescription = {
  /** The process that runs the stack. */
  readonly pid: number;
  /** The URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly region: string;
  readonly accountId: string;
  readonly credentials: AwsSettings['credentials'];
  /** `userPool` is Cognito, `lambda` the control server, `gateway` the address that `baseUrl` reaches, without a proxy the same. */
  readonly endpoints: AwsSettings['endpoints'] & {
    readonly userPool: string | undefined;
    readonly lambda: string;
    readonly api: string;
    readonly gateway: string;
    /** The page of metrics and alarms. */
    readonly watching: string;
  };
  /** The template's outputs by id, with local URLs. */
  readonly outputs: Readonly<Record<string, string>>;
  /** By logical id. A function has no process before its first invocation. Its credentials are those of its role. */
  readonly functions: Readonly<Record<string, DescribedProcess>>;
  /** The containers by logical id, as functions. */
  readonly containers: Readonly<Record<string, DescribedProcess>>;
  /** Tables, buckets and queues by logical id. `ref` is the name of a table or bucket, or the URL of a queue. */
  readonly resources: Readonly<Record<string, { readonly type: string; readonly ref: string }>>;
};

/** Writes a stack's description to disk. */
type DescriptionFile = {
  /** Writes the current description. Combines concurrent calls. */
  update(): void;
  /** Waits for the pending write. */
  settled(): Promise<void>;
  remove(): Promise<void>;
};

/** Creates the writer of `stack.json` in a data folder. It writes nothing before the first update. */
export function describeIn(directory: string, describe: () => StackDescription): DescriptionFile {
  const path = join(directory, 'stack.json');
  let writing: Promise<void> | undefined;
  let outdated = false;
  let removed = false;
  const write = async (): Promise<void> => {
    while (outdated && !removed) {
      outdated = false;
      // If the folder was deleted, the stack continues to run.
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
