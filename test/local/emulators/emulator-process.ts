import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A new folder that goes with the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'emulator-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

/** An emulator inside a process that can be killed as the machine's owner would: without warning. */
export async function startEmulatorProcess(service: 'dynamodb' | 's3' | 'sqs', directory: string) {
  const script = fileURLToPath(new URL('run-emulator.ts', import.meta.url));
  const child = spawn(process.execPath, [script, service, directory], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  const [line] = await once(child.stdout, 'data');
  return {
    endpoint: String(line).trim(),
    /** What it wrote to standard error so far. */
    printed: () => printed,
    /** Resolves once it is gone, however often it is called. */
    kill() {
      child.kill('SIGKILL');
      return exited;
    },
  };
}
