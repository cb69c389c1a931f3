import type { AccessRequest } from './access/policy.ts';
import { isList, type Json, listOf, recordOf, textOf } from './template/json.ts';

/** How a call fails: as one without permission, of a throttled service, or with credentials that have expired. */
export type FaultKind = 'access-denied' | 'throttled' | 'expired-token';

const kinds: readonly FaultKind[] = ['access-denied', 'throttled', 'expired-token'];

/** Calls that fail. */
type FailingCalls = {
  /** The beginning of their actions, such as `s3:`. */
  readonly actions: string;
  /** The beginning of the logical id of the function that makes them. Undefined: all functions. */
  readonly role: string | undefined;
  readonly kind: FaultKind;
};

/** Faults of a running stack, for tests of its alarms. They are set as a whole and replace those before. */
export type InjectedFaults = {
  /** @throws Error for anything else than `{"calls": [{"actions", "role", "kind"}], "disabled": [FUNCTION_NAME]}` */
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
        const { actions, kind, role } = recordOf(item);
        const found = kinds.find((each) => each === kind);
        if (typeof actions !== 'string' || found === undefined)
          throw new Error(`Each call has actions, and a kind of ${kinds.join(', ')}`);
        return { actions, role: textOf(role), kind: found };
      });
      calls = read;
      disabled = listOf(given.disabled).flatMap((name) => textOf(name) ?? []);
    },
    kindOf: (name, { action }) =>
      calls.find(({ actions, role = '' }) => action.startsWith(actions) && name.startsWith(role))?.kind,
    isDisabled: (functionName) => disabled.includes(functionName),
  };
}
