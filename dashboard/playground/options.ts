import { isRecord } from '../../lib/is-record.ts';
import { choiceLabel, groupOf, labelOf, type OptionGroup, rankOf } from './option-texts.ts';

type Choice = { readonly value: string | number; readonly label: string };

/** The form field of an option. */
export type OptionField = {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly group: OptionGroup;
} & (
  | { readonly kind: 'text'; readonly isSecret: boolean; readonly acceptsNumber: boolean }
  | {
      readonly kind: 'number';
      readonly minimum: number | undefined;
      readonly maximum: number | undefined;
      readonly isWhole: boolean;
      readonly initial: number | undefined;
    }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[]; readonly initial: string | undefined }
  | { readonly kind: 'flag'; readonly initial: boolean }
);

/** The values of the fields by option name. */
export type OptionValues = Readonly<Record<string, string | boolean>>;

type Schema = Readonly<Record<string, unknown>>;

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const isNumber = ({ type }: Schema): boolean => type === 'number' || type === 'integer';

const branchesOf = (schema: Schema): readonly Schema[] =>
  Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : [schema];

/** Returns the only values that a schema accepts, undefined if it accepts others too. */
const choicesOf = (schema: Schema): readonly (string | number)[] | undefined => {
  const values = branchesOf(schema).flatMap((branch) =>
    Array.isArray(branch.enum) ? branch.enum : [branch.const],
  );
  const choices = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  return choices.length > 0 && choices.length === values.length ? choices : undefined;
};

const fieldOf = (name: string, schema: unknown): OptionField | undefined => {
  if (!isRecord(schema)) return undefined;
  const label = labelOf(name);
  const text = textOf(schema.description) ?? '';
  // Some descriptions start with the label, which is above them here.
  const description = text.startsWith(`${label}: `) ? text.slice(label.length + 2) : text;
  const common = { name, label, description, group: groupOf(name) };
  const choices = choicesOf(schema);
  if (choices !== undefined)
    return {
      ...common,
      kind: 'choice',
      choices: choices.map((value) => ({ value, label: choiceLabel(name, String(value)) })),
      initial: textOf(schema.default),
    };
  const branches = branchesOf(schema);
  if (branches.some(({ type }) => type === 'boolean'))
    return { ...common, kind: 'flag', initial: schema.default === true };
  const number = branches.find(isNumber);
  if (branches.some(({ type }) => type === 'string'))
    return {
      ...common,
      kind: 'text',
      isSecret: /(?:^|_)password$/.test(name),
      acceptsNumber: number !== undefined,
    };
  return number === undefined
    ? undefined
    : {
        ...common,
        kind: 'number',
        minimum: numberOf(number.minimum),
        maximum: numberOf(number.maximum),
        isWhole: number.type === 'integer',
        initial: numberOf(schema.default),
      };
};

/** Returns the fields for a JSON Schema of options, the most useful first. Complex options have none. */
export const optionFields = (schema: Schema): readonly OptionField[] =>
  isRecord(schema.properties)
    ? Object.entries(schema.properties)
        .flatMap(([name, property]) => fieldOf(name, property) ?? [])
        .toSorted((one, other) => rankOf(one.name) - rankOf(other.name))
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
  if (field.kind === 'choice')
    return value === field.initial
      ? undefined
      : field.choices.find((choice) => String(choice.value) === value)?.value;
  return field.acceptsNumber && /^\d{1,9}$/.test(value) ? Number(value) : value;
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

/** Returns what is wrong with the value of a field, undefined if the service can judge it. */
export const problemOf = (field: OptionField, value: string | boolean | undefined): string | undefined => {
  if (field.kind !== 'number' || typeof value !== 'string' || value === '') return undefined;
  const { minimum = -Infinity, maximum = Infinity, isWhole } = field;
  const number = Number(value);
  if (number >= minimum && number <= maximum && (!isWhole || Number.isInteger(number))) return undefined;
  const kind = isWhole ? 'whole number' : 'number';
  if (Number.isFinite(minimum) && Number.isFinite(maximum))
    return `Use a ${kind} from ${minimum} to ${maximum}.`;
  return Number.isFinite(minimum) ? `Use a ${kind} of at least ${minimum}.` : `Use a ${kind}.`;
};

/** Returns the option that an error message of the service is about, and the message: `options.pages: must be …`. */
export const optionError = (message: string): { name: string; problem: string } | undefined => {
  const [, name, problem] = /^options\.(\w+)\S*:? (.+)$/is.exec(message) ?? [];
  return name === undefined || problem === undefined
    ? undefined
    : { name, problem: problem.charAt(0).toUpperCase() + problem.slice(1) };
};

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
