import { fileURLToPath } from 'node:url';
import { buildLibrary } from '../../lib/build-library.ts';

/** The engine process of the built library, which starts in a third of the processor time of its sources. */
export const bundledEngine = new URL('../../build/engine/engine-main.js', import.meta.url);

/** The command of the built library. */
export const bundledCommand = new URL('../../build/engine/cli.js', import.meta.url);

/** Builds the library before the tests. */
export const setup = (): Promise<void> => buildLibrary(fileURLToPath(new URL('.', bundledEngine)));
