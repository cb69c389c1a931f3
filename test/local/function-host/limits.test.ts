import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type Host, startHost } from '../../../local/function-host/host.ts';
import { limitHosts } from '../../../local/function-host/limits.ts';
import { eventually, faultyHost } from '../fixture-stack.ts';

const hosts: Host[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) {
    host.kill();
    await host.exited;
  }
});

const invoke = (host: Host, fault: string) => host.invoke(JSON.stringify({ fault }), 'id');

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
    const start = limitHosts(startHost, (line) => reports.push(line));
    const both = [start(faultyHost), start(faultyHost)];
    hosts.push(...both);
    const cgroupOf = (host: Host): string => readFileSync(`/proc/${host.pid()}/cgroup`, 'utf8');
    await eventually(
      () => reports.length > 0 || both.every((host) => cgroupOf(host).includes('docforge-')) || undefined,
    );

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
