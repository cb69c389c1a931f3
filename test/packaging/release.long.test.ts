import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeRelease } from '../../packaging/release.ts';
import { toolFile } from '../support/tools.ts';

it('builds packages that install in an empty folder and run', { timeout: 900_000 }, () => {
  const output = mkdtempSync(join(tmpdir(), 'docforge-release-output-'));
  const nodes = [process.execPath, toolFile('oldest', 'bin', 'node')];

  const releases = makeRelease(output, nodes, ['python3'], () => undefined);
  rmSync(output, { recursive: true });

  expect(releases.map(({ name }) => name)).toEqual([
    'docforge-client',
    'docforge-conversions',
    'docforge',
    'docforge (Python)',
  ]);
  for (const { bytes, files } of releases) expect([bytes > 10_000, files > 5]).toEqual([true, true]);
});
