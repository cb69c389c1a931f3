import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { programEnvironment } from '../support/program-environment.ts';

const run = promisify(execFile);

let dataFolder: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'docforge-rehearsal-'));
  await writeFile(join(dataFolder, 'stack.json'), JSON.stringify(inject('stack')));
});

afterAll(() => rm(dataFolder, { recursive: true }));

it('checks the local stack, and measures what the check cost', { timeout: 300_000 }, async () => {
  const { stdout } = await run(process.execPath, ['admin/rehearsal/cli.ts', '--local'], {
    env: programEnvironment({ DOCFORGE_DATA_DIR: dataFolder }),
  });

  expect(stdout).toMatch(/\d+ checks, 0 failed/);
  const [, invocations, seconds] =
    /(\d+) invocations of Lambda took (\d+) s: at most 0\.\d{4} US dollars/.exec(stdout) ?? [];
  expect(Number(invocations)).toBeGreaterThan(50);
  expect(Number(seconds)).toBeGreaterThan(0);
});

it('states its usage without a stage, and what to start without a stack', async () => {
  const fail = (...args: readonly string[]) =>
    run(process.execPath, ['admin/rehearsal/cli.ts', ...args], {
      env: programEnvironment({ DOCFORGE_DATA_DIR: join(dataFolder, 'none') }),
    }).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    );

  expect(await fail()).toContain('npm run rehearse -- --local');
  expect(await fail('--local')).toContain('No local stack is running on');
});
