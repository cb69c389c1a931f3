import { spawn } from 'node:child_process';

/**
 * The checks, the end-to-end tests and all others, beside each other: each leaves processors idle that the others use.
 * The first prints as it runs, the others once they have ended.
 */
const commands = [
  ['vitest', 'run', '--project', '!e2e'],
  ['vitest', 'run', '--project', 'e2e'],
  ['npm', 'run', '--silent', 'check'],
] as const;

/** Resolves with whether the command succeeded. */
function run([program, ...args]: (typeof commands)[number], index: number): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const child = spawn(program, args, { stdio: index === 0 ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  child.on('error', reject);
  child.on('close', (code) => {
    process.stdout.write(Buffer.concat(output));
    resolve(code === 0);
  });
  return promise;
}

const succeeded = await Promise.all(commands.map(run));
if (succeeded.includes(false)) process.exitCode = 1;
