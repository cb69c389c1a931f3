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

/** Returns a folder private to this process, so that nobody else can write data that Tesseract then reads. */
async function privateFolder(): Promise<string> {
  // Recreate it if it was in a job's temporary folder, which is deleted after the job.
  if (folder !== undefined && existsSync(folder)) return folder;
  const created = await mkdtemp(join(tmpdir(), 'tessdata-'));
  if (folder === undefined)
    process.once('exit', () => folder && rmSync(folder, { recursive: true, force: true }));
  folder = created;
  return created;
}

/**
 * Returns the folder with the data of these languages and unpacks what is missing. liteparse downloads missing data, so
 * text recognition must only start with languages that this function has prepared.
 */
export async function tessdataFolder(languages: readonly OcrLanguage[]): Promise<string> {
  const path = await privateFolder();
  await Promise.all(
    languages.map(async (language) => {
      const file = join(path, `${language}.traineddata`);
      if (existsSync(file)) return;
      const packed = await readFile(packageFile(ocrLanguages[language].package, ocrDataFile(language)));
      // Rename only once it is complete.
      const unfinished = `${file}.${process.hrtime.bigint()}`;
      await writeFile(unfinished, await unzip(packed));
      await rename(unfinished, file);
    }),
  );
  return path;
}
