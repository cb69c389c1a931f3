import { spawn } from 'node:child_process';
import { signalAll, stopTrees } from '../../lib/conversions/process/sandbox/process-tree.ts';
import type { Host, StartHost } from './host.ts';
import { groupPrefix } from './limits.ts';

/** Freezes the processes of functions between invocations. */
type Freezer = {
  /** Starts processes that are frozen whenever they have nothing to do. */
  readonly startHost: StartHost;
  close(): void;
};

/** Lambda freezes an environment within a few milliseconds of its response. */
const freezeMilliseconds = 5;

/** Lambda ends environments that were idle for some minutes. The time is not documented. */
const defaultIdleSeconds = 300;

/**
 * Freezes a function's processes as Lambda freezes an execution environment: shortly after the response of the last running
 * invocation, SIGSTOP stops the whole process tree, and SIGCONT continues it for the next invocation. A tree that was frozen for
 * `idleSeconds` is killed with SIGKILL, without a signal before, as that of a Lambda function without extensions.
 */
export function createFreezer(startHost: StartHost, idleSeconds = defaultIdleSeconds): Freezer {
  const guard = startGuard();
  return {
    startHost: (options) => freezing(startHost(options), guard, idleSeconds * 1000),
    close: guard.close,
  };
}

function freezing(host: Host, guard: Guard, idleMilliseconds: number): Host {
  let frozen: readonly number[] = [];
  let ending = false;
  let timer: NodeJS.Timeout | undefined;

  const setFrozen = (pids: readonly number[]): void => {
    if (pids.length === 0 && frozen.length === 0) return;
    frozen = pids;
    guard.watch(host, pids);
  };
  const freeze = (): void => {
    if (host.active() > 0 || ending || !host.usable()) return;
    setFrozen(stopTrees([host.pid()]));
    timer = setTimeout(kill, idleMilliseconds);
  };
  const kill = (): void => {
    ending = true;
    clearTimeout(timer);
    host.kill();
  };
  void host.exited.then(() => {
    clearTimeout(timer);
    // Its frozen children would wait forever.
    signalAll(frozen, 'SIGKILL');
    setFrozen([]);
  });
  return {
    ...host,
    usable: () => !ending && host.usable(),
    invoke: async (payload, requestId) => {
      clearTimeout(timer);
      signalAll(frozen, 'SIGCONT');
      setFrozen([]);
      const outcome = await host.invoke(payload, requestId);
      clearTimeout(timer);
      timer = setTimeout(freeze, freezeMilliseconds);
      return outcome;
    },
    kill,
  };
}

/** Kills frozen processes once this process has ended, because they cannot see that themselves. */
type Guard = {
  /** Replaces the frozen processes of a host. */
  watch(host: Host, frozen: readonly number[]): void;
  close(): void;
};

/**
 * Each line of standard input lists all frozen processes, and the last one is `end`, unless the stack was killed. The groups are
 * empty once the other processes of functions have seen the end of the stack too.
 */
const guardScript = `
  while read -r line; do
    [ "$line" != end ] || exit 0
    pids=$line
  done
  [ -z "$pids" ] || kill -KILL $pids
  for pause in 1 1 1 2 5; do
    sleep $pause
    rmdir /sys/fs/cgroup/$1* /sys/fs/cgroup/*/$1*
  done`;

function startGuard(): Guard {
  // In its own process group, so that it survives a signal to the group of this process.
  const guard = spawn('/bin/sh', ['-c', guardScript, 'sh', groupPrefix], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  guard.stdin.on('error', () => undefined);
  const frozen = new Map<Host, readonly number[]>();
  return {
    watch: (host, pids) => {
      if (pids.length > 0) frozen.set(host, pids);
      else frozen.delete(host);
      guard.stdin.write(`${[...frozen.values()].flat().join(' ')}\n`);
    },
    close: () => guard.stdin.end('end\n'),
  };
}
