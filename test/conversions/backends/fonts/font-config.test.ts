import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeFontConfig } from '../../../../lib/conversions/backends/fonts/font-config.ts';
import { PREPARED, PREPARED_FOLDER } from '../../../../lib/conversions/base/child-environment.ts';
import { engineView } from '../../../../lib/conversions/process/sandbox/engine-view.ts';

it('names the cache of an earlier process after its own, and the sandbox only lets it be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'font-config-'));
  process.env[PREPARED_FOLDER] = join(folder, 'earlier');
  onTestFinished(async () => {
    delete process.env[PREPARED_FOLDER];
    await rm(folder, { recursive: true });
  });

  const text = await readFile(writeFontConfig(folder), 'utf8');
  const caches = Array.from(text.matchAll(/<cachedir>(.*?)<\/cachedir>/g), ([, path]) => path);
  const { read, write } = engineView(folder, import.meta.filename);

  expect(caches).toEqual([
    expect.stringMatching(new RegExp(`/${PREPARED}/fontconfig$`)),
    join(folder, 'earlier', 'fontconfig'),
  ]);
  expect(read).toContain(join(folder, 'earlier'));
  expect(write).toEqual([folder]);
});
