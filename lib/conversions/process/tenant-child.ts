import type { EngineChild } from './engine-child.ts';
import type { Sandbox } from './sandbox/enter-sandbox.ts';

/** At most one busy and one spare child; a child belongs to one tenant from its first document on. */
export interface TenantChild {
  /** Returns the tenant's child or an unused one, after another tenant's child and all it started have exited. */
  readonly take: (tenant: string) => Promise<EngineChild>;
  /** Counts a finished document of the current child; returns how many it has finished. */
  readonly countJob: () => number;
  /** Kills the current child. */
  readonly discard: () => void;
  /** Ensures that an unused child is ready; resolves with its sandbox. */
  readonly warm: () => Promise<Sandbox>;
  /** Waits until killed children are gone, and a child is ready if the next document probably needs one. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Isolates tenants by child process; `start` creates a child. */
export function keepTenantChild(start: () => EngineChild): TenantChild {
  let current: { readonly tenant: string; readonly child: EngineChild; jobs: number } | undefined;
  let spare: EngineChild | undefined;
  let exiting: Promise<unknown> = Promise.resolve();
  const tenants = new Set<string>();
  const forgetOnExit = (child: EngineChild): EngineChild => {
    void child.ended.then(() => {
      if (current?.child === child) current = undefined;
      if (spare === child) spare = undefined;
    });
    return child;
  };
  const discard = (): void => {
    if (current === undefined) return;
    current.child.kill();
    exiting = Promise.all([exiting, current.child.ended]);
    current = undefined;
  };
  const warm = async (): Promise<Sandbox> => {
    spare ??= forgetOnExit(start());
    return await spare.ready;
  };
  return {
    take: async (tenant) => {
      if (current !== undefined && current.tenant === tenant) return current.child;
      discard();
      await exiting;
      const child = spare ?? forgetOnExit(start());
      spare = undefined;
      current = { tenant, child, jobs: 0 };
      // Two are enough to know that there are several.
      if (tenants.size < 2) tenants.add(tenant);
      return child;
    },
    countJob: () => {
      if (current === undefined) return 0;
      current.jobs += 1;
      return current.jobs;
    },
    discard,
    warm,
    settle: async () => {
      await exiting;
      if (current === undefined || tenants.size > 1) await warm();
    },
    close: async () => {
      const unused = spare;
      spare = undefined;
      discard();
      unused?.kill();
      await Promise.all([exiting, unused?.ended]);
    },
  };
}
