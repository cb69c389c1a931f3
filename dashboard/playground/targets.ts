import type { Formats } from '../api/types.ts';
import { extractLabel, formatExtension, formatLabel } from '../text/format-names.ts';

/** A conversion or extraction of a file. */
export type Target = {
  /** Unique among the targets of a format: convert:pdf. */
  readonly id: string;
  readonly operation: 'convert' | 'extract';
  /** The target format or the kind of extraction. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** JSON Schema of its options. */
  readonly options: Readonly<Record<string, unknown>>;
};

const extractHints: Readonly<Record<string, string>> = {
  document: 'Every block, with its page and box',
  structured: 'Headings with their text, as JSON',
  chunks: 'For retrieval, with citations',
  tables: 'As JSON or CSV',
  metadata: 'Title, author, pages, fonts, as JSON',
  images: 'As files in a ZIP',
  hocr: 'Recognized words, as HTML',
};

/** Returns the schema of a row's options, which may refer to one of the shared schemas. */
const schemaOf = (
  { option_schemas: shared }: Formats,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const name = typeof options.$ref === 'string' ? options.$ref.split('/').pop() : undefined;
  return name === undefined ? options : (shared?.[name] ?? {});
};

/**
 * Returns the targets of a format: conversions, with the format itself last, then extractions. An extraction that has the
 * name of a conversion returns the same content and is left out.
 */
export const targetsOf = (formats: Formats, from: string): readonly Target[] => {
  const conversions = formats.conversions.filter((pair) => pair.from === from);
  const converted = new Set(conversions.map(({ to }) => to));
  return [
    ...conversions
      .toSorted((one, other) => Number(one.to === from) - Number(other.to === from))
      .map(({ to, options }) => ({
        id: `convert:${to}`,
        operation: 'convert' as const,
        name: to,
        label: formatLabel(to),
        hint: `.${formatExtension(to)}`,
        options: schemaOf(formats, options),
      })),
    ...formats.extractions
      .filter((pair) => pair.from === from && !converted.has(pair.format))
      .map(({ format, options }) => ({
        id: `extract:${format}`,
        operation: 'extract' as const,
        name: format,
        label: extractLabel(format),
        hint: extractHints[format] ?? '',
        options: schemaOf(formats, options),
      })),
  ];
};

/** Returns the target that most people want: Markdown, or else PDF. */
export const defaultTarget = (targets: readonly Target[], from: string): Target | undefined =>
  ['markdown', 'pdf']
    .flatMap((name) => (name === from ? [] : targets.filter((target) => target.id === `convert:${name}`)))
    .concat(targets)[0];

/** Returns the targets whose label, name or hint contains all words of a query. */
export const findTargets = (targets: readonly Target[], query: string): readonly Target[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return targets.filter(({ label, name, hint }) => {
    const text = `${label} ${name} ${hint}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};

/** Returns the target that a query most probably means: the first whose label or name starts with it, or else the first. */
export const bestTarget = (found: readonly Target[], query: string): Target | undefined => {
  const start = query.trim().toLowerCase();
  return (
    found.find(({ label, name }) => label.toLowerCase().startsWith(start) || name.startsWith(start)) ??
    found[0]
  );
};

/** Returns all source formats, in the order of the service. */
export const sourcesOf = (formats: Formats): readonly string[] => [
  ...new Set([...formats.conversions, ...formats.extractions].map(({ from }) => from)),
];
