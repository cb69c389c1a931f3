import type { Formats } from '../api/types.ts';
import { extractLabel, formatLabel } from '../text/format-names.ts';

/** A conversion or extraction of a file. */
export type Target = {
  /** The value in a select: convert:pdf. */
  readonly id: string;
  readonly operation: 'convert' | 'extract';
  /** The target format or the kind of extraction. */
  readonly name: string;
  readonly label: string;
  /** JSON Schema of its options. */
  readonly options: Readonly<Record<string, unknown>>;
};

/** Returns the targets of a format: conversions, with the format itself last, then extractions. */
export const targetsOf = (formats: Formats, from: string): readonly Target[] => [
  ...formats.conversions
    .filter((pair) => pair.from === from)
    .toSorted((one, other) => Number(one.to === from) - Number(other.to === from))
    .map(({ to, options }) => ({
      id: `convert:${to}`,
      operation: 'convert' as const,
      name: to,
      label: formatLabel(to),
      options,
    })),
  ...formats.extractions
    .filter((pair) => pair.from === from)
    .map(({ format, options }) => ({
      id: `extract:${format}`,
      operation: 'extract' as const,
      name: format,
      label: extractLabel(format),
      options,
    })),
];

/** Returns all source formats, in the order of the service. */
export const sourcesOf = (formats: Formats): readonly string[] => [
  ...new Set([...formats.conversions, ...formats.extractions].map(({ from }) => from)),
];
