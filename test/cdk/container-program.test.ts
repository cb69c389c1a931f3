import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { containerProgram } from '../../cdk/container-program.ts';

let outdir: string;

beforeEach(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'docforge-program-'));
});
afterEach(() => rm(outdir, { recursive: true }));

it('publishes the program as it is now, although the folder has an earlier one', async () => {
  const path = join(outdir, 'services', 'receive-uploads.mjs');
  await mkdir(join(outdir, 'services'));
  await writeFile(path, 'an earlier program');

  const stack = new Stack(new App({ outdir }), 'Test');
  const { environment } = containerProgram(stack, 'receive-uploads');

  const program = await readFile(path);
  expect(program.length).toBeGreaterThan(100_000);
  expect(environment.ASSET_SHA256).toBe(createHash('sha256').update(program).digest('hex'));
});
