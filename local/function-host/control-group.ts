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

const root = '/sys/fs/cgroup';

/** Microseconds of a scheduling period. */
const period = 100_000;

/** The settings of a limit: files with their values, in the first version of cgroups below a folder for each controller. */
type Settings = Readonly<Record<string, Readonly<Record<string, number | string>>>>;

function settingsOf({ processors, memoryBytes, tasks }: GroupLimits): readonly Settings[] {
  const quota = processors === undefined ? undefined : Math.round(processors * period);
  return [
    {
      ...(quota && { cpu: { 'cpu.cfs_period_us': period, 'cpu.cfs_quota_us': quota } }),
      ...(memoryBytes && { memory: { 'memory.limit_in_bytes': memoryBytes } }),
      ...(tasks && { pids: { 'pids.max': tasks } }),
    },
    {
      '.': {
        ...(quota && { 'cpu.max': `${quota} ${period}` }),
        ...(memoryBytes && { 'memory.max': memoryBytes }),
        ...(tasks && { 'pids.max': tasks }),
      },
    },
  ];
}

/**
 * Creates a group with this name. Throws the errors of both versions of cgroups if the machine allows neither; both need root.
 */
export async function createControlGroup(name: string, limits: GroupLimits): Promise<ControlGroup> {
  const errors: unknown[] = [];
  for (const settings of settingsOf(limits)) {
    const folders = Object.keys(settings).map((controller) => join(root, controller, name));
    const remove = async (): Promise<void> => {
      await Promise.all(folders.map(removeEmpty));
    };
    try {
      for (const [controller, files] of Object.entries(settings)) {
        const folder = join(root, controller, name);
        await mkdir(folder);
        for (const [file, value] of Object.entries(files)) await writeFile(join(folder, file), String(value));
      }
      return {
        add: async (pid) => {
          await Promise.all(folders.map((folder) => writeFile(join(folder, 'cgroup.procs'), String(pid))));
        },
        remove,
      };
    } catch (error) {
      errors.push(error);
      await remove();
    }
  }
  throw new AggregateError(errors, 'No cgroup can be created here. Run this as root, on Linux.');
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
