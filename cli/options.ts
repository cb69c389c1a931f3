import { InvalidArgumentError } from 'commander';

/** Adds one `name=text` or `name:=json` to the options of a conversion. */
export const collectOption = (
  given: string,
  previous: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => {
  const [, name, isJson, value = ''] = /^([a-z_]+)(:?)=(.*)$/s.exec(given) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Use name=text or name:=json.');
  if (isJson !== ':') return { ...previous, [name]: value };
  try {
    return { ...previous, [name]: JSON.parse(value) };
  } catch {
    throw new InvalidArgumentError('The value after := is not JSON. For plain text, use name=text.');
  }
};

/** Reads a whole number from 1. */
export const positiveNumber = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('Use a whole number of at least 1.');
  return value;
};
