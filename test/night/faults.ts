import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { StackDescription } from '../../local/description.ts';
import { createRandom } from '../fuzz/random.ts';

/** What a fault may use. */
export type Night = {
  /** The current content of stack.json. */
  readonly describe: () => StackDescription;
  /** Receives the webhooks of the traffic. */
  readonly receiver: { close(): void };
  /** Aborted at the end. */
  readonly signal: AbortSignal;
};

/** A fault of a running stack. */
type NightFault = {
  readonly name: string;
  /** What an operator should conclude. */
  readonly cause: string;
  /** The alarms whose row of the runbook leads to the cause. One of them is enough. */
  readonly alarms: readonly string[];
  inject(night: Night): Promise<void>;
};

/** Returns the name of the function whose logical id begins so. */
const functionOf = ({ functions }: StackDescription, start: string): string => {
  const found = Object.entries(functions).find(([id]) => id.startsWith(`${start}Function`));
  if (found === undefined) throw new Error(`No function ${start}`);
  return found[1].name;
};

const send = async ({ endpoints }: StackDescription, path: string, body: object): Promise<void> => {
  const response = await fetch(`${endpoints.lambda}${path}`, { method: 'PUT', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
};

/** Lets the calls of functions fail. */
const failCalls =
  (actions: string, kind: string, role?: string) =>
  ({ describe }: Night): Promise<void> =>
    send(describe(), '/faults', { calls: [{ actions, kind, role }] });

/** Disables the queue or the schedule of a function. */
const disable =
  (name: string) =>
  ({ describe }: Night): Promise<void> =>
    send(describe(), '/faults', { disabled: [functionOf(describe(), name)] });

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        // After the name, which may have spaces: the state, then the parent.
        const parent = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
        return Number(parent) === pid ? [Number(entry)] : [];
      } catch {
        return [];
      }
    });

/** Sends a signal to processes of the worker of most documents, again and again. */
const signalWorkers =
  (signalName: 'SIGKILL' | 'SIGSTOP', targets: (pid: number) => readonly number[]) =>
  async ({ describe, signal }: Night): Promise<void> => {
    const run = async (): Promise<void> => {
      while (!signal.aborted) {
        const worker = Object.entries(describe().functions).find(([id]) =>
          id.startsWith('ConvertDocumentFunction'),
        );
        for (const pid of (worker?.[1].pids ?? []).flatMap(targets)) {
          try {
            process.kill(pid, signalName);
          } catch {
            // It has ended.
          }
        }
        await pause(200, undefined, { signal }).catch(() => undefined);
      }
    };
    void run();
  };

/** Every fault. */
export const nightFaults: readonly NightFault[] = [
  {
    name: 'worker-dies',
    cause: 'The worker of most documents dies when it starts.',
    alarms: ['WorkerErrors'],
    inject: signalWorkers('SIGKILL', (pid) => [pid]),
  },
  {
    name: 'engine-hangs',
    cause: 'Engines hang until their deadline.',
    alarms: ['JobsFailing', 'JobsSlow'],
    inject: signalWorkers('SIGSTOP', childrenOf),
  },
  {
    name: 'bucket-refuses',
    cause: 'The bucket refuses all calls: a policy or permission of the bucket.',
    alarms: ['ApiServerErrors', 'JobsFailing'],
    inject: failCalls('s3:', 'access-denied'),
  },
  {
    name: 'queue-stopped',
    cause: 'The event source mapping of the queue of most documents is disabled.',
    alarms: ['QueueStopped'],
    inject: disable('ConvertDocument'),
  },
  {
    name: 'workers-throttled',
    cause: 'Lambda starts no worker of most documents: its concurrency is used up.',
    alarms: ['WorkerThrottles'],
    inject: ({ describe }) =>
      send(describe(), `/2017-10-31/functions/${functionOf(describe(), 'ConvertDocument')}/concurrency`, {
        ReservedConcurrentExecutions: 0,
      }),
  },
  {
    name: 'table-throttled',
    cause: 'DynamoDB throttles the table.',
    alarms: ['TableThrottles'],
    inject: failCalls('dynamodb:', 'throttled'),
  },
  {
    name: 'retention-stopped',
    cause: 'The schedule of the reconciler is disabled, so nothing is deleted.',
    alarms: ['ReconcilerMissing'],
    inject: disable('Reconcile'),
  },
  {
    name: 'reconciler-denied',
    cause: 'The role of the reconciler may not read the table.',
    alarms: ['ReconcilerErrors'],
    inject: failCalls('dynamodb:Query', 'access-denied', 'Reconcile'),
  },
  {
    name: 'receiver-down',
    cause: "The receiver of an account's webhooks is down.",
    alarms: ['WebhooksFailing'],
    inject: async ({ receiver }) => receiver.close(),
  },
  {
    name: 'credentials-expired',
    cause: 'The credentials of the function of GET /job/{id} have expired.',
    alarms: ['ApiServerErrors'],
    inject: failCalls('dynamodb:', 'expired-token', 'GetJob'),
  },
  {
    name: 'keys-guessed',
    cause: 'Somebody guesses API keys.',
    alarms: ['RefusedCalls'],
    inject: async ({ describe, signal }) => {
      const { baseUrl } = describe();
      const guess = async (): Promise<void> => {
        while (!signal.aborted) {
          await fetch(`${baseUrl}/authorize`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ api_key: `df_live_${Math.random().toString(36).slice(2)}` }),
          }).catch(() => undefined);
          await pause(200, undefined, { signal }).catch(() => undefined);
        }
      };
      void guess();
    },
  },
];

/** Returns the fault of a seed. Seeds 1 to 11 are all faults in an unforeseeable order, and so are each further eleven in another order. */
export const faultOf = (seed: number): NightFault => {
  const round = Math.floor((seed - 1) / nightFaults.length);
  const place = ({ name }: NightFault): number => createRandom(`night ${round} ${name}`).below(2 ** 32);
  const fault = nightFaults.toSorted((a, b) => place(a) - place(b))[(seed - 1) % nightFaults.length];
  if (fault === undefined) throw new RangeError('A seed is a positive whole number');
  return fault;
};
