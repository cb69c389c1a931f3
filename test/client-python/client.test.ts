import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ErrorCode } from '../../client/errors.ts';
import type { UsageLimitCode } from '../../lib/api/error-codes.ts';
import { errorCodes } from '../../lib/api/error-codes.ts';
import { version } from '../../packaging/version.ts';
import { acceptedWebhooks, refusedWebhooks } from '../client/webhook-vectors.ts';
import { pythonClient, runPython } from '../support/run-python.ts';

const here = import.meta.dirname;

it('passes its tests in Python', async () => {
  const vectors = JSON.stringify({ accepted: acceptedWebhooks, refused: refusedWebhooks });

  const { stderr } = await runPython(['-m', 'unittest', 'discover', '--start-directory', here], {
    env: { DOCFORGE_WEBHOOK_VECTORS: vectors },
  });

  expect(stderr).toMatch(/^Ran \d\d tests in .*\n\nOK\n$/m);
});

it('has the codes of limits and of the client that the TypeScript client has', async () => {
  // The compiler checks that these lists are complete.
  const limits: Record<UsageLimitCode | 'rate_limited', true> = {
    rate_limited: true,
    monthly_limit_reached: true,
    active_jobs_limit_reached: true,
    engine_time_limit_reached: true,
    waiting_calls_limit_reached: true,
  };
  const own = [
    'invalid_response',
    'invalid_webhook',
    'job_cancelled',
    'network_error',
    'unreadable_input',
    'upload_rejected',
  ] as const satisfies readonly ErrorCode[];
  const program = `
import json
from typing import get_args
from docforge import _errors
print(json.dumps([get_args(_errors.LimitErrorCode), get_args(_errors.ClientErrorCode)]))`;

  const { stdout } = await runPython(['-c', program]);

  expect(JSON.parse(stdout)).toEqual([Object.keys(limits), own]);
  expect(own.filter((code) => code in errorCodes)).toEqual([]);
});

it('is Python 3.9 without dependencies, in lines of at most 110 characters', async () => {
  const modules = (await readdir(join(pythonClient, 'docforge'))).filter((name) => name.endsWith('.py'));
  const program = `
import ast, json, sys
imports = set()
for path in sys.argv[1:]:
    with open(path, encoding='utf-8') as file:
        source = file.read()
    for node in ast.walk(ast.parse(source, feature_version=(3, 9))):
        if isinstance(node, ast.Import):
            imports.update(alias.name.split('.')[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            imports.add(node.module.split('.')[0])
    imports.update(f'{path}: a long line' for line in source.split('\\n') if len(line) > 110)
print(json.dumps(sorted(imports - sys.stdlib_module_names)))`;

  const { stdout } = await runPython([
    '-c',
    program,
    ...modules.map((name) => join(pythonClient, 'docforge', name)),
  ]);

  expect(modules.length).toBeGreaterThan(15);
  expect(JSON.parse(stdout)).toEqual([]);
});

it('has the version of the other packages', async () => {
  const project = await readFile(join(pythonClient, 'pyproject.toml'), 'utf8');

  expect(/^version = "(.+)"$/m.exec(project)?.[1]).toBe(version);
});
