import type * as z from 'zod';
import type { formats as formatsSchema } from '../../api/service-schemas.ts';
import { extensionsOf, type FormatInfo, formats, isFormat } from '../../conversions/formats.ts';
import type { FormatsRow } from '../../conversions/routing/formats-table.ts';

/** The body of `GET /formats`. */
type FormatsView = z.output<typeof formatsSchema>;

/** The formats that occur in some rows, in the order of their table. */
const formatList = (rows: readonly FormatsRow[]): FormatsView['formats'] => {
  const names = new Set<string>(
    rows.flatMap(({ from, operation, to }) => (operation === 'convert' ? [from, to] : [from])),
  );
  return Object.keys(formats)
    .filter(isFormat)
    .filter((name) => names.has(name))
    .map((name) => {
      const { label, mimeType, aliases }: FormatInfo = formats[name];
      const [mediaType = mimeType] = mimeType.split(';');
      return {
        name,
        label,
        extensions: [...extensionsOf(name)],
        media_types: [mediaType],
        aliases: [...aliases],
      };
    });
};

/** The rows with their own options: the body without `option_schemas`. */
export const formatsView = (rows: readonly FormatsRow[]): FormatsView => ({
  formats: formatList(rows),
  conversions: rows.flatMap(({ operation, from, to, engines, takesSeveral, options }) =>
    operation === 'convert'
      ? [{ from, to, engines: [...engines], several_files: takesSeveral, options }]
      : [],
  ),
  extractions: rows.flatMap(({ operation, from, to, engines, options }) =>
    operation === 'extract' ? [{ from, format: to, engines: [...engines], options }] : [],
  ),
});

/** The body in which each schema of options is listed once, under the name of its first row, and rows refer to it. */
export const sharedFormatsView = (rows: readonly FormatsRow[]): FormatsView => {
  const names = new Map<string, string>();
  const schemas: [name: string, schema: FormatsRow['options']][] = [];
  const nameOf = ({ operation, from, to, options }: FormatsRow): string => {
    const text = JSON.stringify(options);
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `${operation}_${from}_to_${to}`;
    names.set(text, name);
    schemas.push([name, options]);
    return name;
  };
  const referring = rows.map((row) => ({ ...row, options: { $ref: `#/option_schemas/${nameOf(row)}` } }));
  return { ...formatsView(referring), option_schemas: Object.fromEntries(schemas) };
};
