import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = process.env.CORPUS ?? '';
if (folder === '' || !existsSync(folder)) {
  throw new Error(
    `CORPUS is ${folder === '' ? 'not set' : `${folder}, which does not exist`}. Set it to the folder of documents: CORPUS=/path/to/documents npm run test:corpus`,
  );
}

/** The folder of documents, which the variable `CORPUS` names. */
export const corpus = resolve(folder);

/** Paths of the documents in some folders, relative to the corpus. */
export const documentsOf = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    existsSync(join(corpus, folder))
      ? readdirSync(join(corpus, folder)).map((name) => join(folder, name))
      : [],
  );
