import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Creates a folder that is deleted after the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'emulator-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

/** Starts an emulator in its own process, which a test can kill. */
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
    /** Its standard error so far. */
    printed: () => printed,
    /** Kills the process and resolves once it has exited. Idempotent. */
    kill() {
      child.kill('SIGKILL');
      return exited;
    },
  };
}
