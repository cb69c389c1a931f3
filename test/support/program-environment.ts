/** The environment of a program that a test starts: its own variables, and from this process only what starts Node and the settings of the tests. */
export const programEnvironment = (own: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DOCFORGE_CONFIG: process.env.DOCFORGE_CONFIG,
  ...own,
});
