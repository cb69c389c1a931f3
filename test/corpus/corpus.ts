import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder with the documents: `CORPUS`, or the one beside the project's. */
export const corpus = resolve(process.env.CORPUS ?? '../shared/corpus');

/** Whether there are documents. */
export const hasCorpus = existsSync(corpus);

/** Paths of the documents in some folders, relative to the corpus. */
export const documentsOf = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    existsSync(join(corpus, folder))
      ? readdirSync(join(corpus, folder)).map((name) => join(folder, name))
      : [],
  );
