import type { EngineChild } from './engine-child.ts';

/** The one child that works, and at most one that waits; a child belongs to one tenant from its first document on. */
export interface TenantChild {
  /** The tenant's own child, or one that nobody has used; another tenant's is killed. */
  readonly take: (tenant: string) => EngineChild;
  /** Counts a finished document of the child that was taken; returns how many it has finished. */
  readonly countJob: () => number;
  /** Kills the child that was taken. */
  readonly discard: () => void;
  /** Makes sure an unused child waits, ready. */
  readonly warm: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Keeps children apart by tenant; `start` makes a new one. */
export function keepTenantChild(start: () => EngineChild): TenantChild {
  let used: { readonly tenant: string; readonly child: EngineChild; jobs: number } | undefined;
  let spare: EngineChild | undefined;
  const forgetWhenEnded = (child: EngineChild): EngineChild => {
    void child.ended.then(() => {
      if (used?.child === child) used = undefined;
      if (spare === child) spare = undefined;
    });
    return child;
  };
  const discard = (): void => {
    used?.child.kill();
    used = undefined;
  };
  return {
    take: (tenant) => {
      if (used !== undefined && used.tenant === tenant) return used.child;
      discard();
      const child = spare ?? forgetWhenEnded(start());
      spare = undefined;
      used = { tenant, child, jobs: 0 };
      return child;
    },
    countJob: () => {
      if (used === undefined) return 0;
      used.jobs += 1;
      return used.jobs;
    },
    discard,
    warm: async () => {
      spare ??= forgetWhenEnded(start());
      await spare.ready;
    },
    close: async () => {
      const children = [used?.child, spare].filter((child) => child !== undefined);
      used = undefined;
      spare = undefined;
      for (const child of children) child.kill();
      await Promise.all(children.map((child) => child.ended));
    },
  };
}
