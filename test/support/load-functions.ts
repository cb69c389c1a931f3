import type { ApiFunction } from '../../lib/http/api-handler.ts';

/** Imports the functions of endpoints, by the names of their files. The test's service must be running. */
export const loadFunctions = async (
  names: readonly string[],
): Promise<Readonly<Record<string, ApiFunction>>> =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, (await import(`../../functions/api/${name}.ts`)).handler] as const),
    ),
  );
