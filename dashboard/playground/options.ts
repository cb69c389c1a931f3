/** The form field of an option. */
export type OptionField = {
  readonly name: string;
  readonly label: string;
  readonly description: string;
} & (
  | { readonly kind: 'text'; readonly isSecret: boolean }
  | {
      readonly kind: 'number';
      readonly minimum: number | undefined;
      readonly maximum: number | undefined;
      readonly isWhole: boolean;
      readonly initial: number | undefined;
    }
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly initial: string | undefined }
  | { readonly kind: 'flag'; readonly initial: boolean }
);

/** The values of the fields by option name. */
export type OptionValues = Readonly<Record<string, string | boolean>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the number branch of an option with several types, with the description of the option. */
const numberBranch = (schema: Record<string, unknown>): Record<string, unknown> => {
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : [];
  const number = branches.find(({ type }) => type === 'number' || type === 'integer');
  return number === undefined ? schema : { ...schema, ...number };
};

const fieldOf = (name: string, given: unknown): OptionField | undefined => {
  if (!isRecord(given)) return undefined;
  const schema = numberBranch(given);
  const common = { name, label: labelOf(name), description: textOf(schema.description) ?? '' };
  if (Array.isArray(schema.enum)) {
    const choices = schema.enum.filter((choice) => typeof choice === 'string');
    return choices.length === schema.enum.length
      ? { ...common, kind: 'choice', choices, initial: textOf(schema.default) }
      : undefined;
  }
  if (schema.type === 'boolean') return { ...common, kind: 'flag', initial: schema.default === true };
  if (schema.type === 'number' || schema.type === 'integer')
    return {
      ...common,
      kind: 'number',
      minimum: numberOf(schema.minimum),
      maximum: numberOf(schema.maximum),
      isWhole: schema.type === 'integer',
      initial: numberOf(schema.default),
    };
  if (schema.type === 'string') return { ...common, kind: 'text', isSecret: /(?:^|_)password$/.test(name) };
  return undefined;
};

/** Returns the fields for a JSON Schema of options. Complex options have none. */
export const optionFields = (schema: Readonly<Record<string, unknown>>): readonly OptionField[] =>
  isRecord(schema.properties)
    ? Object.entries(schema.properties).flatMap(([name, property]) => fieldOf(name, property) ?? [])
    : [];

const settingOf = (
  field: OptionField,
  value: string | boolean | undefined,
): string | number | boolean | undefined => {
  if (value === undefined || value === '') return undefined;
  if (field.kind === 'flag') return value === field.initial ? undefined : value === true;
  if (typeof value !== 'string') return undefined;
  if (field.kind === 'number') {
    const number = Number(value);
    return Number.isFinite(number) && number !== field.initial ? number : undefined;
  }
  return field.kind === 'choice' && value === field.initial ? undefined : value;
};

/** Returns the options of a request: those that differ from their default. */
export const optionsOf = (
  fields: readonly OptionField[],
  values: OptionValues,
): Record<string, string | number | boolean> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = settingOf(field, values[field.name]);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );

/** Replaces secrets in options for code that users copy. */
export const withoutSecrets = <Value>(
  fields: readonly OptionField[],
  options: Readonly<Record<string, Value>>,
): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const field = fields.find((one) => one.name === name);
      return [name, field?.kind === 'text' && field.isSecret ? '<password>' : value];
    }),
  );
