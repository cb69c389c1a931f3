import type { FunctionDefinition } from './template/functions.ts';
import { isRecord, TemplateError } from './template/json.ts';

/**
 * Reads DOCFORGE_LOCAL_ENV: a JSON object of texts, by the name of the variable that each replaces.
 *
 * @throws {TemplateError} anything else
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
      if (typeof member !== 'string') throw new TemplateError(`DOCFORGE_LOCAL_ENV: ${name} is no text`);
      return [name, member];
    }),
  );
}

/**
 * The functions with their declared variables replaced; a function gets no variable that its template does not name.
 *
 * @throws {TemplateError} a name that no function declares
 */
export function applyOverrides(
  definitions: readonly FunctionDefinition[],
  overrides: Readonly<Record<string, string>>,
): readonly FunctionDefinition[] {
  for (const name of Object.keys(overrides)) {
    if (definitions.some(({ environment }) => environment[name] !== undefined)) continue;
    throw new TemplateError(`Cannot override ${name}: no function declares it`);
  }
  return definitions.map((definition) => ({
    ...definition,
    environment: Object.fromEntries(
      Object.entries(definition.environment).map(([name, value]) => [name, overrides[name] ?? value]),
    ),
  }));
}
