import { isRecord, TemplateError } from './template/json.ts';

/**
 * Parses DOCFORGE_LOCAL_ENV: a JSON object of strings, by the name of the variable that each replaces.
 *
 * @throws {TemplateError} if it has another form
 */
export function parseOverrides(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined || text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new TemplateError('DOCFORGE_LOCAL_ENV is not JSON', { cause });
  }
  if (!isRecord(value)) throw new TemplateError('DOCFORGE_LOCAL_ENV is not a JSON object');
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, string] => {
      if (typeof member !== 'string') throw new TemplateError(`DOCFORGE_LOCAL_ENV: ${name} is not a string`);
      return [name, member];
    }),
  );
}

/** A function or container with the variables that the template declares for it. */
export type Declaring = { readonly environment: Readonly<Record<string, string>> };

/**
 * Creates a function that replaces variables of an environment. Each gets only variables that the template declares for it.
 *
 * @throws {TemplateError} if none of the definitions declares a variable
 */
export function createOverride(
  definitions: readonly Declaring[],
  overrides: Readonly<Record<string, string>>,
): (environment: Declaring['environment']) => Declaring['environment'] {
  for (const name of Object.keys(overrides)) {
    if (definitions.some(({ environment }) => environment[name] !== undefined)) continue;
    throw new TemplateError(`Cannot override ${name}: no function declares it`);
  }
  return (environment) =>
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, overrides[name] ?? value]));
}
