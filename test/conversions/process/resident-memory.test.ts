import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { residentBytes, watchResidentMemory } from '../../../lib/conversions/process/resident-memory.ts';

const HELD = 150_000_000;

// A process that uses little memory and starts, from its main thread, one that uses much.
const hoarder = `const held = Buffer.alloc(${HELD}, 1); process.stdout.write('ready'); setInterval(() => held, 1000);`;
const starter = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(hoarder)}], { stdio: 'inherit' });`;

let started: ChildProcess | undefined;
afterEach(() => {
  if (started?.pid !== undefined) process.kill(-started.pid, 'SIGKILL');
  started = undefined;
});

const knowsChildren = existsSync(`/proc/${process.pid}/task/${process.pid}/children`);

async function startBoth(): Promise<number> {
  started = spawn(process.execPath, ['-e', starter], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(started.stdout!, 'data');
  return started.pid!;
}

it.runIf(knowsChildren)('counts child processes and reports when they exceed the limit', async () => {
  const pid = await startBoth();

  const exceeded = Promise.withResolvers<void>();
  const stop = watchResidentMemory(pid, HELD, exceeded.resolve);
  await exceeded.promise;
  stop();

  expect(residentBytes(pid)).toBeGreaterThan(HELD);
});

it('returns undefined for a process that has exited', async () => {
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'close');

  expect(residentBytes(ended.pid!)).toBeUndefined();
});
