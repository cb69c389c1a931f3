import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  childrenOf,
  killTrees,
  signalAll,
  stopTrees,
  treeOf,
} from '../../../../lib/conversions/process/sandbox/process-tree.ts';

const sleeper = "require('node:child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })";
// A process that starts one in a session of its own from its main thread, and one from another thread.
const starter = `
const { Worker } = require('node:worker_threads');
const main = ${sleeper};
new Worker(${JSON.stringify(`require('node:worker_threads').parentPort.postMessage(${sleeper}.pid); setInterval(() => {}, 1000)`)}, { eval: true })
  .on('message', (pid) => process.stdout.write(main.pid + ' ' + pid));`;

let started: ChildProcess | undefined;
let found: readonly number[] = [];

afterEach(() => {
  signalAll([...found, ...(started === undefined ? [] : [started.pid!])], 'SIGKILL');
  started = undefined;
  found = [];
});

async function start(): Promise<number> {
  started = spawn(process.execPath, ['-e', starter], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [data] = await once(started.stdout!, 'data');
  found = String(data).split(' ').map(Number);
  return started.pid!;
}

describe.runIf(process.platform === 'linux')('the tree of a process', () => {
  it('contains what each of its threads started, in any session', async () => {
    const pid = await start();

    expect(new Set(childrenOf(pid))).toEqual(new Set(found));
    expect(treeOf(pid)[0]).toBe(pid);
    expect(treeOf(process.pid)).toEqual(expect.arrayContaining([pid, ...found]));
  });

  it('is stopped, and killed, as a whole', async () => {
    const pid = await start();

    expect(new Set(stopTrees([pid]))).toEqual(new Set([pid, ...found]));
    const exited = once(started!, 'exit');
    killTrees([pid]);

    expect(await exited).toEqual([null, 'SIGKILL']);
    await expect.poll(() => found.filter(isRunning)).toEqual([]);
  });
});

it('never contains a group of processes', () => {
  expect(stopTrees([0, -1, 1])).toEqual([]);
});

/** Whether a process runs: whoever inherits it may not have reaped it. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !readFileSync(file, 'latin1').includes(') Z ');
}
