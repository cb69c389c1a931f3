import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a clock tick of Linux: the kernel counts processor time in hundredths of a second. */
const tick = 10;

/** The user and system time of a process, and those of its children that have ended (proc(5)), in ticks. */
const ticksOf = (pid: number | 'self') => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may contain spaces.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { own: user + system, ended: endedUser + endedSystem };
};

/** The children of each of a process's threads. */
const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim();
    return children === '' ? [] : children.split(' ').map(Number);
  });

const treeTicks = (pid: number): number => {
  const { own, ended } = ticksOf(pid);
  return childrenOf(pid).reduce((sum, child) => sum + treeTicks(child), own + ended);
};

/** Processor time that all child processes and their own have used so far, in milliseconds: running ones and those that have ended. */
export const childrenProcessorTime = (): number =>
  childrenOf(process.pid).reduce((sum, child) => sum + treeTicks(child), ticksOf('self').ended) * tick;
