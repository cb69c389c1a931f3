import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Contains the templates that tests have synthesized in this run: each takes two seconds. */
export const templatesFolder = fileURLToPath(new URL('../../build/templates/', import.meta.url));

/** Empties the folder before the tests. */
export const setup = async (): Promise<void> => {
  await rm(templatesFolder, { recursive: true, force: true });
  await mkdir(templatesFolder, { recursive: true });
};
