import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** Microseconds of a scheduling period. The quota is a part of it for each core. */
const PERIOD = 100_000;

/** A cgroup whose processes share a part of the machine's processor time. */
export interface ProcessorShare {
  /** Moves a process, and those that it starts from then on, into the group. */
  add(pid: number): Promise<void>;
  /** Removes the group. All of its processes must have ended. */
  remove(): Promise<void>;
}

/** The folders of both versions of cgroups, and how each limits the processor time of a group. */
const versions = [
  {
    root: '/sys/fs/cgroup/cpu',
    limit: async (folder: string, quota: number) => {
      await writeFile(join(folder, 'cpu.cfs_period_us'), String(PERIOD));
      await writeFile(join(folder, 'cpu.cfs_quota_us'), String(quota));
    },
  },
  {
    root: '/sys/fs/cgroup',
    limit: (folder: string, quota: number) => writeFile(join(folder, 'cpu.max'), `${quota} ${PERIOD}`),
  },
];

/**
 * Creates a group with a share of the processor time of all cores, such as 0.33. Throws the errors of both versions of cgroups if the
 * machine allows neither; both need root.
 */
export const createProcessorShare = async (share: number): Promise<ProcessorShare> => {
  const quota = Math.round(share * availableParallelism() * PERIOD);
  const errors: unknown[] = [];
  for (const { root, limit } of versions) {
    const folder = join(root, `docforge-${process.pid}`);
    try {
      await mkdir(folder);
      await limit(folder, quota);
      return {
        add: (pid) => writeFile(join(folder, 'cgroup.procs'), String(pid)),
        remove: () => rmdir(folder),
      };
    } catch (error) {
      errors.push(error);
      await rmdir(folder).catch(() => undefined);
    }
  }
  throw new AggregateError(errors, 'No cgroup can be created here. Run this as root, on Linux.');
};
