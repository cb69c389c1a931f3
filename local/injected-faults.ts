import type { AccessRequest } from './access/policy.ts';
import { isList, type Json, listOf, numberOf, recordOf, textOf } from './template/json.ts';

const kinds = ['access-denied', 'throttled', 'expired-token', 'lost-answer'] as const;

/**
 * How a call fails: as one without permission, of a throttled service, with credentials that have expired, or after it was executed, which
 * only calls to the table and the queues are.
 */
export type FaultKind = (typeof kinds)[number];

/** Calls that fail. */
type FailingCalls = {
  /** The beginning of their actions, such as `s3:`. */
  readonly actions: string;
  /** The beginning of the logical id of the function that makes them. Undefined: all functions. */
  readonly role: string | undefined;
  /** The beginning of the partition keys that they read or write. Undefined: any. */
  readonly partition: string | undefined;
  readonly kind: FaultKind;
  /** The nth one fails after `every` times n calls that do not, so that repetitions do not meet the same faults. Undefined: all fail. */
  readonly every: number | undefined;
  /** Calls until the next one fails, and how many have failed. */
  left: number;
  failed: number;
};

/** Faults of a running stack, for tests of its alarms. They are set as a whole and replace those before. */
export type InjectedFaults = {
  /** @throws Error for anything else than `{"calls": [{"actions", "role", "partition", "every", "kind"}], "disabled": [FUNCTION_NAME]}` */
  set(faults: Json): void;
  /** Returns how a request of a role fails; undefined if it does not. */
  kindOf(role: string, request: AccessRequest): FaultKind | undefined;
  /** Whether the queue or the schedule of a function is disabled. */
  isDisabled(functionName: string): boolean;
};

/** Creates faults, at first none. */
export function createInjectedFaults(): InjectedFaults {
  let calls: readonly FailingCalls[] = [];
  let disabled: readonly string[] = [];
  return {
    set: (faults) => {
      const given = recordOf(faults);
      if (!isList(given.calls ?? []) || !isList(given.disabled ?? []))
        throw new Error('calls and disabled are lists');
      const read = listOf(given.calls).map((item): FailingCalls => {
        const { actions, every, kind, partition, role } = recordOf(item);
        const found = kinds.find((each) => each === kind);
        if (typeof actions !== 'string' || found === undefined)
          throw new Error(`Each call has actions, and a kind of ${kinds.join(', ')}`);
        return {
          actions,
          role: textOf(role),
          partition: textOf(partition),
          every: numberOf(every),
          kind: found,
          left: numberOf(every) ?? 0,
          failed: 0,
        };
      });
      calls = read;
      disabled = listOf(given.disabled).flatMap((name) => textOf(name) ?? []);
    },
    kindOf: (name, { action, context }) =>
      calls.find((each) => {
        const { actions, every = 0, partition = '', role = '' } = each;
        const keys = context?.['dynamodb:leadingkeys'] ?? [''];
        const applies =
          action.startsWith(actions) &&
          name.startsWith(role) &&
          keys.some((key) => key.startsWith(partition));
        if (!applies || each.left-- > 0) return false;
        each.failed += 1;
        each.left = every * (each.failed + 1);
        return true;
      })?.kind,
    isDisabled: (functionName) => disabled.includes(functionName),
  };
}
