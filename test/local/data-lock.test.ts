import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataLockedError, lockData } from '../../local/data-lock.ts';
import { temporaryFolder } from './fixture-stack.ts';

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory, remove } = await temporaryFolder());
});
afterEach(() => remove());

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('lockData', () => {
  it('creates a folder that only its owner can open', async () => {
    const inner = join(directory, 'new', 'data');

    await lockData(inner);

    expect(await modeOf(inner)).toBe('700');
  });

  it('restricts a folder with wider permissions', async () => {
    await chmod(directory, 0o755);

    await lockData(directory);

    expect(await modeOf(directory)).toBe('700');
  });

  it('refuses a folder that a running process has locked, and reports the process', async () => {
    await lockData(directory);

    await expect(lockData(directory)).rejects.toThrow(new DataLockedError(directory, String(process.pid)));
  });

  it('can be locked again after its release', async () => {
    const release = await lockData(directory);
    await release();

    await (await lockData(directory))();
  });

  it('is released when its process is killed', async () => {
    const script = `
      const { lockData } = await import(process.argv[1]);
      await lockData(process.argv[2]);
      process.kill(process.pid, 'SIGKILL');`;
    const module = join(import.meta.dirname, '../../local/data-lock.ts');
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script, module, directory]);
    await once(holder, 'exit');
    expect(await readFile(join(directory, 'lock-holder'), 'utf8')).toBe(String(holder.pid));

    await (await lockData(directory))();
  });

  it('is acquired by one of many processes', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockData(directory)));

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
