import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createFreezer } from '../../../local/function-host/freeze.ts';
import { type Host, startHost } from '../../../local/function-host/host.ts';
import { eventually, faultyHost, stateOf, temporaryFolder } from '../fixture-stack.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function start({ idleSeconds = 300 } = {}): Host {
  const freezer = createFreezer(startHost, idleSeconds);
  const host = freezer.startHost(faultyHost);
  closing.push(async () => {
    host.kill();
    await host.exited;
    freezer.close();
  });
  return host;
}

const untilStopped = (pids: readonly number[]): Promise<true> =>
  eventually(() => pids.every((pid) => stateOf(pid) === 'T') || undefined);

const call = async (host: Host, event: object) => {
  const outcome = await host.invoke(JSON.stringify(event), crypto.randomUUID());
  if (!outcome.ok) throw new Error(outcome.failure.errorMessage);
  return JSON.parse(outcome.payload);
};

/** Starts a child and a grandchild in a session of their own. Returns their ids after that of the function. */
const family = (host: Host): Promise<readonly number[]> => call(host, { fault: 'family' });

const untilEnded = (pids: readonly number[]): Promise<true> =>
  eventually(() => !pids.some((pid) => stateOf(pid) !== undefined && stateOf(pid) !== 'Z') || undefined);

describe('a frozen function', () => {
  it('is stopped after its response with all descendants, and continues with the next invocation', async () => {
    const host = start();

    const first = await family(host);
    await untilStopped(first);
    const second = await family(host);
    await untilStopped(second);

    expect(first).toHaveLength(3);
    expect(second).toEqual(first);
  });

  it('is not stopped before all of its invocations have ended', async () => {
    const host = start();
    const { directory, remove } = await temporaryFolder();
    closing.push(remove);
    const waitFor = join(directory, 'go');

    const long = call(host, { fault: 'waits', waitFor });
    await call(host, { fault: 'text' });
    await setTimeout(50);
    await writeFile(waitFor, '');

    expect(await long).toBe('waited');
    await untilStopped([host.pid()]);
  });

  it('responds to invocations around the moment at which it is stopped', async () => {
    const host = start();

    for (let pause = 0; pause <= 10; pause += 0.25) {
      expect(await call(host, { fault: 'text' })).toBe('ok');
      await setTimeout(pause);
    }
  });

  it('ends with its descendants after its idle time, and is not used again', async () => {
    const host = start({ idleSeconds: 0.05 });

    const pids = await family(host);

    await host.exited;
    expect(host.usable()).toBe(false);
    await untilEnded(pids);
  });

  it.each([
    ['is killed by the stack', (host: Host) => host.kill()],
    ['is killed by another process', (host: Host) => process.kill(host.pid(), 'SIGKILL')],
  ])('leaves no descendant if it %s', async (_title, kill) => {
    const host = start();
    const pids = await family(host);
    await untilStopped(pids);

    kill(host);

    await host.exited;
    await untilEnded(pids);
  });
});
