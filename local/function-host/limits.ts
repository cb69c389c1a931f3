import { availableParallelism } from 'node:os';
import { environmentTasks, megabytesPerProcessor } from '../quotas.ts';
import { createControlGroup } from './control-group.ts';
import type { Host, HostOptions, StartHost } from './host.ts';
import type { Report } from './log.ts';
import { bytesOf, canLimitScratch } from './scratch.ts';

/** The name of each group of a stack starts with this, so that the groups of a killed stack can be removed. */
export const groupPrefix = `docforge-${process.pid}-`;

let groups = 0;

const mebibyte = 1_048_576;

/**
 * Limits each process of a function, with its descendants, to the processor time, memory, processes, threads and /tmp of its
 * execution environment: 1,769 MB have one processor. The kernel kills a process of an environment that exceeds its memory.
 *
 * Reports once if the machine does not allow cgroups, or mounts; then it reports the functions whose temporary files exceed /tmp.
 */
export function limitHosts(
  startHost: StartHost,
  report: Report,
  limitsScratch = canLimitScratch(),
): StartHost {
  let reported = false;
  if (!limitsScratch) report('Functions run without a limit of /tmp: no file system can be mounted here.');
  return (options) => {
    const started = startHost({ ...options, limitsScratch });
    const host = limitsScratch ? started : measuringScratch(started, options, report);
    const processors = options.memoryMegabytes / megabytesPerProcessor;
    groups += 1;
    const group = createControlGroup(`${groupPrefix}${groups}`, {
      processors: processors < availableParallelism() ? processors : undefined,
      memoryBytes: options.memoryMegabytes * mebibyte,
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

/** Reports temporary files that would not fit, once for each process. */
function measuringScratch(host: Host, { functionArn, scratch }: HostOptions, report: Report): Host {
  let reported = false;
  return {
    ...host,
    invoke: async (payload, requestId) => {
      const outcome = await host.invoke(payload, requestId);
      const used = reported ? 0 : (await bytesOf(scratch.folder)) / mebibyte;
      if (used > scratch.megabytes) {
        reported = true;
        report(
          `${functionArn.split(':').at(-1)} has ${Math.ceil(used)} MB of files in /tmp; on Lambda there is room for ${scratch.megabytes} MB.`,
        );
      }
      return outcome;
    },
  };
}
