import { availableParallelism } from 'node:os';
import { environmentTasks, megabytesPerProcessor } from '../quotas.ts';
import { createControlGroup } from './control-group.ts';
import type { StartHost } from './host.ts';
import type { Report } from './log.ts';

/** The name of each group of a stack starts with this, so that the groups of a killed stack can be removed. */
export const groupPrefix = `docforge-${process.pid}-`;

let groups = 0;

/**
 * Limits each process of a function, with its descendants, to the processor time, memory, processes and threads of its execution
 * environment: 1,769 MB have one processor. The kernel kills a process of an environment that exceeds its memory. Reports once if
 * the machine does not allow cgroups.
 */
export function limitHosts(startHost: StartHost, report: Report): StartHost {
  let reported = false;
  return (options) => {
    const host = startHost(options);
    const processors = options.memoryMegabytes / megabytesPerProcessor;
    groups += 1;
    const group = createControlGroup(`${groupPrefix}${groups}`, {
      processors: processors < availableParallelism() ? processors : undefined,
      memoryBytes: options.memoryMegabytes * 1_048_576,
      tasks: environmentTasks * options.environments,
    });
    group
      .then(async ({ add, remove }) => {
        void host.exited.then(remove);
        // 0 would be this process: its function could not be started.
        if (host.pid() > 0) await add(host.pid());
      })
      .catch((error: unknown) => {
        if (reported || !host.usable()) return;
        reported = true;
        report(
          `Functions run without limits of memory, processes and processors: ${error instanceof Error ? error.message : error}`,
        );
      });
    return host;
  };
}
