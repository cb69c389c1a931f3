import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Content, contentOf } from '../files/content.ts';

/** Next to this file; in the bundle of the function, next to the bundle. */
const folder = join(import.meta.dirname, 'samples');

const contents = new Map<string, Content>();

/** Reads a sample file, once per container. `site/first-page/make-samples.ts` makes them. */
export const readSample = async (filename: string): Promise<Content> => {
  const content = contents.get(filename) ?? contentOf(await readFile(join(folder, filename)));
  contents.set(filename, content);
  return content;
};
