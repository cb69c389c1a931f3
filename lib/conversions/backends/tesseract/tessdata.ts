import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { installCommand, isPackageInstalled, packageFile } from '../../base/package-assets.ts';
import { makeProcessFolder } from '../../base/process-folder.ts';
import { ConversionError } from '../../errors.ts';
import { type OcrLanguage, ocrDataFile, ocrLanguages } from './languages.ts';

const unzip = promisify(gunzip);

let folder: string | undefined;

/** Returns a folder private to this process, so that nobody else can write data that Tesseract then reads. */
function privateFolder(): string {
  // Recreate it if it was in a job's temporary folder, which is deleted after the job.
  if (folder === undefined || !existsSync(folder)) folder = makeProcessFolder(tmpdir(), 'tessdata-');
  return folder;
}

/**
 * Returns the folder with the data of these languages and unpacks what is missing. liteparse downloads missing data, so
 * text recognition must only start with languages that this function has prepared.
 *
 * @throws ConversionError `unsupported_content` with the command that installs the data of a language, if it is not installed
 */
export async function tessdataFolder(languages: readonly OcrLanguage[]): Promise<string> {
  const missing = languages
    .map((language) => ocrLanguages[language].package)
    .filter((name) => !isPackageInstalled(name));
  if (missing.length > 0)
    throw new ConversionError(
      'unsupported_content',
      `A language of the "ocr_languages" option is not installed. Run ${installCommand(missing)}`,
    );
  const path = privateFolder();
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
