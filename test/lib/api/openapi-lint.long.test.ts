import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { documentAt } from '../../support/contract.ts';
import { toolFile } from '../../support/tools.ts';

const directory = await mkdtemp(join(tmpdir(), 'docforge-openapi-'));
const linter = toolFile('@redocly/cli', 'bin', 'cli.js');

afterAll(() => rm(directory, { recursive: true, force: true }));

it("has no warning by Redocly's recommended rules", async () => {
  const path = join(directory, 'openapi.json');
  await writeFile(path, JSON.stringify(documentAt('https://api.docforge.test/v1')));

  const linted = promisify(execFile)(
    process.execPath,
    // GET /docs only redirects.
    [
      ...[linter, 'lint', path, '--extends', 'recommended', '--format', 'json'],
      ...['--skip-rule', 'operation-2xx-response'],
    ],
    {
      cwd: directory,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  ).catch((error: { stdout: string }) => error);

  const { problems } = JSON.parse((await linted).stdout);
  expect(problems.map(({ ruleId, message }: Record<string, string>) => `${ruleId}: ${message}`)).toEqual([]);
});
