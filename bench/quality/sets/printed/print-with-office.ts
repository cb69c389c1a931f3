import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { findProgram, runProgram } from '../../../engines/peers.ts';

const SECONDS = 900;

/**
 * Prints files with LibreOffice, in one process. Returns those that it could print.
 *
 * @param target the format, with options of its filter
 */
export async function* printWithOffice(
  files: readonly { readonly name: string; readonly path: string }[],
  target = 'pdf',
): AsyncGenerator<{ readonly name: string; readonly pdf: Uint8Array }, void, void> {
  const office = findProgram('soffice');
  if (office === undefined) return;
  const folder = await mkdtemp(join(tmpdir(), 'printed-'));
  try {
    await mkdir(join(folder, 'in'));
    for (const [at, { path }] of files.entries())
      await copyFile(path, join(folder, 'in', `${at}${extname(path)}`));
    const sources = files.map(({ path }, at) => join(folder, 'in', `${at}${extname(path)}`));
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const settings = ['--headless', '--convert-to', target, '--outdir', join(folder, 'out')];
    await runProgram(office, [profile, ...settings, ...sources], { seconds: SECONDS });
    for (const [at, { name }] of files.entries()) {
      const pdf = await readFile(join(folder, 'out', `${at}.pdf`)).catch(() => undefined);
      if (pdf !== undefined) yield { name, pdf };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
