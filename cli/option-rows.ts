/** The part of JSON Schema that describes options. */
export type OptionSchema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly OptionSchema[];
  readonly items?: OptionSchema;
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly description?: string;
};

const rangeOf = ({ minimum, exclusiveMinimum, maximum }: OptionSchema): string => {
  const least = minimum ?? exclusiveMinimum;
  if (least === undefined && maximum === undefined) return '';
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) return ` from ${least}`;
  return least === undefined ? ` up to ${maximum}` : ` from ${least} to ${maximum}`;
};

const typeNames: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  integer: 'whole number',
  string: 'text',
};

/** The values that a schema accepts, in words. */
export const valuesOf = (schema: OptionSchema): string => {
  const { type, anyOf, items, properties } = schema;
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum !== undefined) return schema.enum.join(', ');
  if (anyOf !== undefined) return anyOf.map(valuesOf).join('; or ');
  if (properties !== undefined) return `object with ${Object.keys(properties).join(', ')}`;
  if (items !== undefined) return `list of: ${valuesOf(items)}`;
  const name = typeof type === 'string' ? type : 'any value';
  return `${typeNames[name] ?? name}${rangeOf(schema)}`;
};

/** The values that a schema lists, as text. */
export const literalsOf = ({ type, enum: values = [], anyOf = [] }: OptionSchema): readonly string[] => [
  ...values.map(String),
  ...(type === 'boolean' ? ['true', 'false'] : []),
  ...anyOf.flatMap(literalsOf),
];

/** The options of a pair, as JSON Schema. */
export type OptionSchemas = { readonly properties?: Readonly<Record<string, OptionSchema>> };

/** Rows of an option table: the name, then its values, default and description. */
export const optionRows = (options: OptionSchemas): string[][] =>
  Object.entries(options.properties ?? {}).flatMap(([name, schema]) => [
    [
      name,
      `${valuesOf(schema)}${schema.default === undefined ? '' : ` (default: ${JSON.stringify(schema.default).replaceAll('"', '')})`}`,
    ],
    ['', schema.description ?? ''],
  ]);
