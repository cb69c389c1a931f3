import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngineProcess } from '../../../../lib/conversions/process/engine-process.ts';
import { hardenWorker } from '../../../../lib/conversions/process/sandbox/harden-worker.ts';
import { makePng } from '../../sample-files.ts';

// A worker with a secret in its environment. It runs attacks in a hostile engine process, one after the other, and
// prints the results as a line of JSON.

const sandbox = hardenWorker();
const folder = await mkdtemp(join(tmpdir(), 'hardened-worker-'));
const inputPath = join(folder, 'input');
const secret = join(folder, 'secret.png');
await writeFile(inputPath, secret);
await writeFile(secret, makePng(40));
const engines = createEngineProcess({
  entry: new URL('./hostile-child.ts', import.meta.url),
  memoryLimitBytes: 1_000_000_000,
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** An unsandboxed process of the same user. */
const readsParent = `
  try { console.log(require('node:fs').readFileSync('/proc/' + process.ppid + '/environ', 'utf8')); }
  catch (error) { process.stdout.write(error.code); }`;

let strays: number[] = [];
async function run(action: string, tenant = 'first'): Promise<unknown> {
  if (action === 'plain') {
    return { got: execFileSync(process.execPath, ['-e', readsParent], { encoding: 'utf8' }) };
  }
  if (action === 'survivors') {
    await run('environment', 'second');
    return { got: strays.filter(isAlive) };
  }
  const outputPath = join(folder, 'output');
  const task = {
    tenant,
    operation: 'convert',
    from: 'pdf',
    to: 'text',
    options: {},
    filename: action,
    maxResultBytes: 1_000_000,
    inputPath,
    outputPath,
  } as const;
  try {
    await engines.run(task, { deadlineSeconds: 30 });
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: Error };
    return { refused: code, cause: cause?.message.split('\n')[0] };
  }
  const reply = JSON.parse((await readFile(outputPath, 'utf8')) || 'null');
  if (action === 'strays') strays = reply.got;
  return reply;
}

const answers: Record<string, unknown> = { sandbox };
for (const action of process.argv.slice(2)) answers[action] = await run(action);
await engines.close();
await rm(folder, { recursive: true });
process.stdout.write(JSON.stringify(answers));
process.exit(0);
