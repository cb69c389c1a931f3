import { join } from 'node:path';

// Programs compile each module once. The workers of the tests do not, because each would write all of its modules at its end.
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/compile');

/** The environment of a program that a test starts: its own variables, and from this process only what starts Node and the settings of the tests. */
export const programEnvironment = (own: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: compileCache,
  DOCFORGE_CONFIG: process.env.DOCFORGE_CONFIG,
  ...own,
});
