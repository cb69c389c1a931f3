import { existsSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Limits of a group of processes. One that is left out does not apply. */
type GroupLimits = {
  /** Processor time, as a number of processors such as 0.5. */
  readonly processors?: number | undefined;
  readonly memoryBytes?: number | undefined;
  /** Processes and threads. */
  readonly tasks?: number | undefined;
};

/** A cgroup of Linux. */
type ControlGroup = {
  /** Moves a process, and those that it starts from then on, into the group. */
  add(pid: number): Promise<void>;
  /** Removes the group. All of its processes must have ended, or be about to. */
  remove(): Promise<void>;
};

/** Microseconds of a scheduling period. */
const period = 100_000;

/** The limits of a controller, by file. */
type Settings = Readonly<Record<string, number | string>>;

/** In the first version of cgroups, each controller has a tree of its own. */
const inFirstVersion = ({
  processors,
  memoryBytes,
  tasks,
}: GroupLimits): Readonly<Record<string, Settings>> => ({
  ...(processors && {
    cpu: { 'cpu.cfs_period_us': period, 'cpu.cfs_quota_us': Math.round(processors * period) },
  }),
  ...(memoryBytes && { memory: { 'memory.limit_in_bytes': memoryBytes } }),
  ...(tasks && { pids: { 'pids.max': tasks } }),
});

/** In the second version, all controllers share one tree, in which the parent of a group enables them. */
const inSecondVersion = ({
  processors,
  memoryBytes,
  tasks,
}: GroupLimits): Readonly<Record<string, Settings>> => ({
  ...(processors && { cpu: { 'cpu.max': `${Math.round(processors * period)} ${period}` } }),
  ...(memoryBytes && { memory: { 'memory.max': memoryBytes } }),
  ...(tasks && { pids: { 'pids.max': tasks } }),
});

/** The root of the tree of the second version has this file. */
const controllersFile = 'cgroup.controllers';

/**
 * Creates a group with this name, in either version of cgroups. Throws if the machine does not allow it.
 *
 * @param root where cgroups are mounted
 */
export async function createControlGroup(
  name: string,
  limits: GroupLimits,
  root = '/sys/fs/cgroup',
): Promise<ControlGroup> {
  const isSecond = existsSync(join(root, controllersFile));
  const settings = Object.entries((isSecond ? inSecondVersion : inFirstVersion)(limits));
  const folderOf = (controller: string): string => join(root, isSecond ? '.' : controller, name);
  const folders = [...new Set(settings.map(([controller]) => folderOf(controller)))];
  const remove = async (): Promise<void> => {
    await Promise.all(folders.map(removeEmpty));
  };
  try {
    if (isSecond) {
      const enabled = settings.map(([controller]) => `+${controller}`).join(' ');
      await writeFile(join(root, 'cgroup.subtree_control'), enabled);
    }
    for (const folder of folders) await mkdir(folder);
    for (const [controller, files] of settings)
      for (const [file, value] of Object.entries(files))
        await writeFile(join(folderOf(controller), file), String(value));
  } catch (cause) {
    await remove();
    throw new Error('No cgroup can be created here. Run this as root, on Linux.', { cause });
  }
  return {
    add: async (pid) => {
      await Promise.all(folders.map((folder) => writeFile(join(folder, 'cgroup.procs'), String(pid))));
    },
    remove,
  };
}

/** Removes a group's folder. A killed process leaves its group some milliseconds later. */
async function removeEmpty(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const busy = await rmdir(folder).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'EBUSY',
    );
    if (!busy) return;
    await sleep(20);
  }
}
