import type { EngineChild } from './engine-child.ts';
import type { Walls } from './walls/raise-walls.ts';

/** The one child that works, and at most one that waits; a child belongs to one tenant from its first document on. */
export interface TenantChild {
  /** The tenant's own child, or one that nobody has used; only when another tenant's has ended, with all it started. */
  readonly take: (tenant: string) => Promise<EngineChild>;
  /** Counts a finished document of the child that was taken; returns how many it has finished. */
  readonly countJob: () => number;
  /** Kills the child that was taken. */
  readonly discard: () => void;
  /** Makes sure an unused child waits, ready; resolves with the walls around it. */
  readonly warm: () => Promise<Walls>;
  readonly close: () => Promise<void>;
}

/** Keeps children apart by tenant; `start` makes a new one. */
export function keepTenantChild(start: () => EngineChild): TenantChild {
  let used: { readonly tenant: string; readonly child: EngineChild; jobs: number } | undefined;
  let spare: EngineChild | undefined;
  let leaving: Promise<unknown> = Promise.resolve();
  const forgetWhenEnded = (child: EngineChild): EngineChild => {
    void child.ended.then(() => {
      if (used?.child === child) used = undefined;
      if (spare === child) spare = undefined;
    });
    return child;
  };
  const discard = (): void => {
    if (used === undefined) return;
    used.child.kill();
    leaving = Promise.all([leaving, used.child.ended]);
    used = undefined;
  };
  return {
    take: async (tenant) => {
      if (used !== undefined && used.tenant === tenant) return used.child;
      discard();
      await leaving;
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
      return await spare.ready;
    },
    close: async () => {
      const unused = spare;
      spare = undefined;
      discard();
      unused?.kill();
      await Promise.all([leaving, unused?.ended]);
    },
  };
}
