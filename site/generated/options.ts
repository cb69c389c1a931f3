import { type OptionSchema, valuesOf } from '../../cli/option-rows.ts';
import type { JsonSchema } from '../../lib/conversions/routing/options-json.ts';

/** An option of a conversion, as `GET /formats` describes it. */
export interface OptionInfo {
  readonly name: string;
  readonly schema: OptionSchema;
  /** Equal for options of the same name and schema. */
  readonly key: string;
}

/** The options of a schema of `GET /formats`, in its order. */
export const optionsOf = (options: JsonSchema): OptionInfo[] => {
  const { properties = {} }: OptionSchema = options;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    key: `${name} ${JSON.stringify(schema)}`,
  }));
};

/** Values for options that accept any text or number; for the others one follows from the schema. */
const examples: Readonly<Record<string, unknown>> = {
  background: '#ffffff',
  delimiter: ';',
  dpi: 300,
  font_size: 12,
  footer: '{page} of {pages}',
  header: '{title}',
  height: 600,
  image_dpi: 150,
  image_quality: 80,
  margin: 15,
  max_tokens: 256,
  ocr_languages: 'deu,eng',
  overlap: 32,
  page_size: 'Letter',
  owner_password: 'owner-secret',
  pages: '1-3',
  password: 'secret',
  permissions: ['print', 'copy'],
  pixel_ratio: 2,
  quality: 80,
  rotate_pages: '2-3',
  scale: 0.8,
  sheet: 1,
  split_every: 10,
  split_ranges: ['1-3', '4--1'],
  user_password: 'secret',
  viewport_width: 1024,
  watermark: 'Draft',
  watermark_angle: 0,
  watermark_color: '#cc0000',
  watermark_opacity: 0.3,
  width: 800,
};

/** A value that an option accepts and that is not its default. */
export function exampleOf({ name, schema }: OptionInfo): unknown {
  if (Object.hasOwn(examples, name)) return examples[name];
  if (schema.type === 'boolean') return schema.default !== true;
  const values = schema.enum ?? schema.anyOf?.map((part) => part.const) ?? [schema.const];
  return values.find((value) => value !== schema.default);
}

/** The values of an option in words, with its default. */
export const describeValues = ({ schema }: OptionInfo): string =>
  schema.default === undefined
    ? valuesOf(schema)
    : `${valuesOf(schema)}; default \`${String(schema.default)}\``;

const isEvident = ({ schema }: OptionInfo): boolean =>
  schema.type === 'boolean' || schema.enum !== undefined || schema.const !== undefined;

/** What an option does, with an example of those whose values are not listed. */
export const describeOption = (option: OptionInfo): string => {
  const description = (option.schema.description ?? '').replaceAll('<', '&lt;');
  return isEvident(option)
    ? description
    : `${description} Example: \`${JSON.stringify(exampleOf(option))}\`.`;
};
