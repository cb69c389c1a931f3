import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLibreOffice } from '../../../../../lib/conversions/backends/libreoffice/native/installation.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'installation-test-'));
});
afterAll(() => rm(root, { recursive: true }));

async function install(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

const bootstraprc = '[Bootstrap]\nInstallMode=<installmode>\nProductKey=LibreOffice 25.8\n';

describe('findLibreOffice', () => {
  it('returns the first complete folder with its version and whether it can render formulas', async () => {
    const empty = await install('empty', {});
    const withoutSettings = await install('half', { 'libmergedlo.so': '' });
    const whole = await install('whole', { 'libsofficeapp.so': '', 'libsmlo.so': '', bootstraprc });

    const found = findLibreOffice([join(root, 'nowhere'), empty, withoutSettings, whole]);

    expect(found).toEqual({
      program: whole,
      library: join(whole, 'libsofficeapp.so'),
      version: '25.8',
      hasMath: true,
    });
  });

  it('returns undefined if no folder is complete', () => {
    expect(findLibreOffice([join(root, 'nowhere')])).toBeUndefined();
  });
});
