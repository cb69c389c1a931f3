import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { treeOf } from '../../lib/conversions/process/sandbox/process-tree.ts';
import type { StackDescription } from '../../local/description.ts';
import { faultOf, nightFaults } from './faults.ts';
import { startTraffic } from './traffic.ts';

// The 3 a.m. test: injects a fault into the running local stack, without saying which, and reports the alarms that it triggers. Find the cause
// with the page of metrics and alarms, docs/runbook.md and the logs; then run it again with the seed and --answer NAME. Faults end with it.

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    answer: { type: 'string' },
    data: { type: 'string', default: process.env.DOCFORGE_DATA_DIR ?? '.docforge' },
    minutes: { type: 'string', default: '20' },
    /** Seconds of traffic before the fault. */
    quiet: { type: 'string', default: '60' },
  },
});
if (values.seed === undefined) {
  console.error(
    `Usage: npm run test:night -- --seed N [--answer NAME]\nFaults: ${nightFaults.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

const fault = faultOf(Number(values.seed));
if (values.answer !== undefined) {
  const isRight = values.answer === fault.name;
  console.log(`${isRight ? 'Right' : 'Wrong'}: ${fault.cause} (${fault.name})`);
  process.exit(isRight ? 0 : 1);
}

const path = join(resolve(values.data), 'stack.json');
const describe = (): StackDescription => JSON.parse(readFileSync(path, 'utf8'));
type Alarm = { readonly name: string; readonly state: string; readonly value?: number };
const triggered = async (): Promise<readonly Alarm[]> => {
  const response = await fetch(`${describe().endpoints.watching}/alarms`);
  return ((await response.json()) as Alarm[]).filter(({ state }) => state === 'alarm');
};

const over = new AbortController();
process.once('SIGINT', () => over.abort());
const receiver = await startTraffic(describe(), over.signal);
await pause(Number(values.quiet) * 1000, undefined, { signal: over.signal }).catch(() => undefined);
// Those of an earlier night clear within a quarter of an hour.
while (!over.signal.aborted && (await triggered()).length > 0)
  await pause(5000, undefined, { signal: over.signal }).catch(() => undefined);
await fault.inject({ describe, receiver, signal: over.signal });
const injectedAt = Date.now();
const minutes = (): string => `${((Date.now() - injectedAt) / 60_000).toFixed(1)} min`;
console.log(
  `Something is wrong since ${new Date(injectedAt).toISOString()}. Look at ${describe().endpoints.watching}`,
);

const seen = new Set<string>();
let isFound = false;
const until = injectedAt + Number(values.minutes) * 60_000;
while (!over.signal.aborted && Date.now() < until && !isFound) {
  for (const { name } of await triggered()) {
    if (seen.has(name)) continue;
    seen.add(name);
    console.log(`${minutes()}: ${name}`);
    isFound ||= fault.alarms.includes(name);
  }
  await pause(5000, undefined, { signal: over.signal }).catch(() => undefined);
}
// What else it triggers in the next minute helps to tell causes apart.
if (isFound) await pause(60_000, undefined, { signal: over.signal }).catch(() => undefined);
const others = (await triggered()).map(({ name }) => name).filter((name) => !seen.has(name));
if (others.length > 0) console.log(`${minutes()}: also ${others.join(', ')}`);
const stack = describe();
await fetch(`${stack.endpoints.lambda}/faults`, { method: 'PUT', body: '{}' });
const worker = Object.entries(stack.functions).find(([id]) => id.startsWith('ConvertDocumentFunction'))?.[1];
if (worker !== undefined) {
  await fetch(`${stack.endpoints.lambda}/2017-10-31/functions/${worker.name}/concurrency`, {
    method: 'DELETE',
  });
  // Their engines may be stopped, and would stay.
  for (const pid of worker.pids.flatMap((each) => treeOf(each))) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
over.abort();
console.log(
  isFound
    ? 'An alarm leads to the cause. Which is it?'
    : `No alarm led to the cause within ${values.minutes} minutes`,
);
process.exit(isFound ? 0 : 1);
