import { tmpdir } from 'node:os';
import { chromiumPackage } from '../../backends/chromium/package.ts';
import { unpackBrowser } from '../../backends/chromium/unpack-browser.ts';
import { SANDBOX_ACTIVE, SANDBOX_STATE, WITHOUT_LANDLOCK } from '../../base/child-environment.ts';
import { isPackageInstalled } from '../../base/package-assets.ts';
import { PARENT_PIPE } from '../parent-pipe.ts';
import { engineView } from './engine-view.ts';
import { confineFiles } from './landlock.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { systemCalls } from './system-calls.ts';

/** The parts of an engine process's sandbox; each depends on the kernel. */
export interface Sandbox {
  /** System calls are filtered: no network, no access to other processes' memory, no namespaces. */
  readonly seccomp: boolean;
  /** Only its own folder, the programs and the fonts are readable (Landlock). */
  readonly landlock: boolean;
  /** It has no capabilities, even as root. */
  readonly unprivileged: boolean;
  /** Other processes of the same user cannot read its memory. */
  readonly undumpable: boolean;
}

const noSandbox: Sandbox = { seccomp: false, landlock: false, unprivileged: false, undumpable: false };

/**
 * Sandboxes this process before it reads a document. Call it first, and once, with the main module's path.
 *
 * Landlock applies to one thread and what it starts, but Node.js has several; libuv may have io_uring rings, which the
 * filter cannot inspect. So the process executes its own program again under the same process id, and all of it is
 * sandboxed from the start.
 */
export async function enterSandbox(program: string): Promise<Sandbox> {
  const state = process.env[SANDBOX_STATE];
  delete process.env[SANDBOX_STATE];
  const calls = systemCalls();
  if (state?.startsWith(SANDBOX_ACTIVE) && calls !== undefined) {
    const has = (part: string): boolean => state.includes(part);
    return {
      seccomp: has('seccomp'),
      landlock: has('landlock'),
      unprivileged: has('unprivileged'),
      undumpable: calls.makeUndumpable(),
    };
  }
  // The folder of the browser that a machine's processes share is not writable inside the sandbox. A failure is reported when the
  // browser is needed.
  if (isPackageInstalled(chromiumPackage)) await unpackBrowser().catch(() => undefined);
  if (calls === undefined) return noSandbox;
  // Lets the parent find, measure and kill everything this process starts.
  calls.becomeSubreaper();
  if (calls.renouncePrivileges()) {
    // The program may be in a folder that root can only read with a capability.
    const isConfined = state !== WITHOUT_LANDLOCK;
    const parts = {
      landlock: isConfined && confineFiles(calls, engineView(tmpdir(), program)),
      unprivileged: isConfined && calls.dropCapabilities(),
      seccomp: calls.addFilter(seccompFilter),
    };
    if (parts.seccomp || parts.landlock) {
      const active = [
        SANDBOX_ACTIVE,
        ...Object.entries(parts).flatMap(([part, isOn]) => (isOn ? [part] : [])),
      ];
      calls.keepOnExec(PARENT_PIPE);
      process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
        ...process.env,
        [SANDBOX_STATE]: active.join(' '),
      });
    }
  }
  return { ...noSandbox, undumpable: calls.makeUndumpable() };
}
