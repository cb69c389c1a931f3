import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { isEngineInstalled } from '../../../lib/conversions/routing/attempts.ts';
import { engines } from '../../../lib/conversions/routing/registry.ts';
import { isLong } from '../../support/long-run.ts';

/** Text recognition and LibreOffice take many seconds for the documents of a round. */
const slow = /to-hocr$|^liteparse-image-reader$|^libreoffice/;

const script = join(import.meta.dirname, 'run-at-once.ts');

it('converts several documents at once with each engine, each into its own result', {
  timeout: 900_000,
}, async () => {
  const flags = isLong ? [] : ['--count', '4', '--skip', slow.source];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...flags], { maxBuffer: 1e8 });
  const results: Record<string, string> = JSON.parse(stdout);

  const tested = engines.filter((engine) => isEngineInstalled(engine) && (isLong || !slow.test(engine.name)));
  expect(tested.length).toBeGreaterThan(60);
  expect(results).toMatchObject(Object.fromEntries(tested.map(({ name }) => [name, 'right'])));
});
