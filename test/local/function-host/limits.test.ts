import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type Host, startHost } from '../../../local/function-host/host.ts';
import { limitHosts } from '../../../local/function-host/limits.ts';
import { eventually, faultyHost, temporaryFolder } from '../fixture-stack.ts';

const hosts: Host[] = [];
const removals: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) {
    host.kill();
    await host.exited;
  }
  for (const remove of removals.splice(0)) await remove();
});

const invoke = (host: Host, fault: string) => host.invoke(JSON.stringify({ fault }), 'id');

/** Whether a process is in the cgroup that limits its memory: in the first version of cgroups, each controller has its own. */
const hasMemoryGroup = (host: Host): boolean =>
  /^(?:\d+:memory|0:):.*docforge-/m.test(readFileSync(`/proc/${host.pid()}/cgroup`, 'utf8'));

describe("a function's process", () => {
  it.each([
    [1, '1024'],
    [2, '2048'],
  ])('that stands for %i environments may open %s files', async (environments, files) => {
    const host = startHost({ ...faultyHost, environments });
    hosts.push(host);
    await invoke(host, 'text');

    const limits = readFileSync(`/proc/${host.pid()}/limits`, 'utf8');

    expect(/^Max open files +(\d+) +(\d+)/m.exec(limits)?.slice(1)).toEqual([files, files]);
  });

  it('is killed if it exceeds the memory of its function, or it is reported once that nothing limits it', async () => {
    const reports: string[] = [];
    const start = limitHosts(startHost, (line) => line.includes('memory') && reports.push(line));
    const both = [start(faultyHost), start(faultyHost)];
    hosts.push(...both);
    await eventually(() => reports.length > 0 || both.every(hasMemoryGroup) || undefined);

    const outcomes = await Promise.all(both.map((host) => invoke(host, 'hoards')));

    // Only root can create cgroups.
    const isLimited = reports.length === 0;
    expect(reports).toEqual(
      isLimited
        ? []
        : [expect.stringMatching(/^Functions run without limits of memory, processes and processors: /)],
    );
    expect(outcomes.map((outcome) => outcome.ok || outcome.failure.errorMessage)).toEqual(
      Array(2).fill(isLimited ? 'RequestId: id Error: Runtime exited with error: signal: killed' : true),
    );
  });
});

describe("a function's memory", () => {
  it('is that of all its processes together', async () => {
    const reports: string[] = [];
    const host = limitHosts(startHost, (line) => line.includes('memory') && reports.push(line))(faultyHost);
    hosts.push(host);
    await eventually(() => reports.length > 0 || hasMemoryGroup(host) || undefined);

    const outcome = await invoke(host, 'hoardsTwice');

    const isLimited = reports.length === 0;
    const killed = outcome.ok ? outcome.payload : outcome.failure.errorMessage;
    // The kernel kills either process.
    expect(killed).toMatch(isLimited ? /SIGKILL|signal: killed/ : /^70000000$/);
  });
});

describe("a function's folder for temporary files", () => {
  const megabytes = 16;

  const start = async (limitsScratch?: boolean) => {
    const reports: string[] = [];
    const { directory: folder, remove } = await temporaryFolder();
    removals.push(remove);
    const report = (line: string): void => {
      if (line.includes('/tmp')) reports.push(line);
    };
    const host = limitHosts(
      startHost,
      report,
      limitsScratch,
    )({ ...faultyHost, scratch: { folder, megabytes } });
    hosts.push(host);
    const write = async (size: number) => {
      const outcome = await host.invoke(
        JSON.stringify({ fault: 'scratches', folder, megabytes: size }),
        crypto.randomUUID(),
      );
      return outcome.ok ? JSON.parse(outcome.payload) : outcome.failure.errorMessage;
    };
    return { folder, host, reports, write };
  };

  it('is full at its size, where file systems can be mounted', async () => {
    const { reports, write } = await start();

    const results = [await write(megabytes - 2), await write(megabytes + 1), await write(1)];

    const isLimited = reports.length === 0;
    expect(results).toEqual([['scratch'], isLimited ? 'ENOSPC' : ['scratch'], ['scratch']]);
  });

  it('ends with the process, and is seen by nobody else', async () => {
    const { folder, host, reports, write } = await start();
    await write(1);
    const seen = readdirSync(folder);

    host.kill();
    await host.exited;

    const isLimited = reports.length === 0;
    expect(seen).toEqual(isLimited ? [] : ['scratch']);
    await eventually(() => !loopFiles().some((path) => path.startsWith(folder)) || undefined);
  });

  it('is measured after each call where it has no limit, and reported once', async () => {
    const { reports, write } = await start(false);

    for (const size of [megabytes, megabytes + 1, megabytes + 1]) await write(size);

    expect(reports).toEqual([
      'Functions run without a limit of /tmp: no file system can be mounted here.',
      'f has 17 MB of files in /tmp; on Lambda there is room for 16 MB.',
    ]);
  });
});

/** The images of the loop devices in use. */
function loopFiles(): readonly string[] {
  return readdirSync('/sys/block').flatMap((device) => {
    try {
      return readFileSync(`/sys/block/${device}/loop/backing_file`, 'utf8');
    } catch {
      return [];
    }
  });
}
