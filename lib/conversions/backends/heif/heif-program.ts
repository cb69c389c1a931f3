import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { corruptImage } from '../sharp/image-errors.ts';

// 100 million pixels take some seconds.
const MAX_MILLISECONDS = 120_000;

const run = promisify(execFile);

/** Decodes the first image of a HEIC file, upright, as PNG. Throws ConversionError `corrupt_document`. */
export async function decodeHeif(bytes: Uint8Array, program: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'heif-'));
  try {
    const input = join(folder, 'input.heic');
    await writeFile(input, bytes);
    await run(program, [input, join(folder, 'output.png')], {
      env: { PATH: '/usr/bin:/bin', TMPDIR: folder },
      timeout: MAX_MILLISECONDS,
      killSignal: 'SIGKILL',
    }).catch((error: unknown) => {
      throw corruptImage(error);
    });
    // Of several images, each has its number in its name.
    const [first] = (await readdir(folder)).filter((name) => name.endsWith('.png')).toSorted();
    if (first === undefined) throw corruptImage();
    return await readFile(join(folder, first));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
