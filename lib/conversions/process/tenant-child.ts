import type { EngineChild } from './engine-child.ts';
import { resetChild } from './reset-child.ts';
import type { Sandbox } from './sandbox/enter-sandbox.ts';

/** At most one busy and one spare child; a child belongs to one tenant from its first document to a reset. */
export interface TenantChild {
  /**
   * Returns the tenant's child, another tenant's after a reset, or an unused one, after another tenant's child and all it started have
   * exited. A child that had several tenants gets documents only whose engines' resets cover them.
   */
  readonly take: (tenant: string, isCovered: boolean) => Promise<EngineChild>;
  /** Kills the current child if the tenant cannot have it, so that it has exited before `take` waits for that. */
  readonly expect: (tenant: string) => void;
  /** Keeps the current child from further tenants. Returns whether it had several. */
  readonly bind: () => boolean;
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
  let current:
    | {
        readonly tenant: string;
        readonly child: EngineChild;
        readonly hadOthers: boolean;
        isBound: boolean;
        jobs: number;
      }
    | undefined;
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
  /** Returns the current child if it may serve the tenant. */
  const keep = async (tenant: string, isCovered: boolean): Promise<EngineChild | undefined> => {
    const kept = current;
    if (kept === undefined) return undefined;
    if (kept.tenant === tenant) return kept.hadOthers && !isCovered ? undefined : kept.child;
    if (!isCovered || kept.isBound || !(await resetChild(kept.child)) || current !== kept) return undefined;
    current = { ...kept, tenant, hadOthers: true };
    return kept.child;
  };
  return {
    take: async (tenant, isCovered) => {
      // Two are enough to know that there are several.
      if (tenants.size < 2) tenants.add(tenant);
      let kept = await keep(tenant, isCovered);
      if (kept === undefined) {
        discard();
        await exiting;
        const child = spare ?? forgetOnExit(start());
        spare = undefined;
        current = { tenant, child, hadOthers: false, isBound: false, jobs: 0 };
        kept = child;
      }
      if (current !== undefined) current.isBound ||= !isCovered;
      return kept;
    },
    expect: (tenant) => {
      if (current?.isBound === true && current.tenant !== tenant) discard();
    },
    bind: () => {
      if (current === undefined) return false;
      current.isBound = true;
      return current.hadOthers;
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
      if (current === undefined || (tenants.size > 1 && current.isBound)) await warm();
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
