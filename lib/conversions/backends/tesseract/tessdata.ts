import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { packageFile } from '../../base/package-assets.ts';
import { type OcrLanguage, ocrDataFile, ocrLanguages } from './languages.ts';

const unzip = promisify(gunzip);

let folder: string | undefined;

/** A folder of this process alone: nobody else may put data into it that Tesseract then reads. */
async function privateFolder(): Promise<string> {
  // A job's own temporary folder goes when the job ends.
  if (folder !== undefined && existsSync(folder)) return folder;
  const made = await mkdtemp(join(tmpdir(), 'tessdata-'));
  if (folder === undefined)
    process.once('exit', () => folder && rmSync(folder, { recursive: true, force: true }));
  folder = made;
  return made;
}

/**
 * The folder with the data of these languages, unpacked where it is not yet. liteparse fetches what it does not find from
 * the network, so text recognition is only ever begun with what this has made sure of.
 */
export async function tessdataFolder(languages: readonly OcrLanguage[]): Promise<string> {
  const path = await privateFolder();
  await Promise.all(
    languages.map(async (language) => {
      const file = join(path, `${language}.traineddata`);
      if (existsSync(file)) return;
      const packed = await readFile(packageFile(ocrLanguages[language].package, ocrDataFile(language)));
      // Under its name only when it is whole.
      const unfinished = `${file}.${process.hrtime.bigint()}`;
      await writeFile(unfinished, await unzip(packed));
      await rename(unfinished, file);
    }),
  );
  return path;
}
