import type { NumberFormat } from './workbook.ts';

/** The number formats of a workbook, each once. */
export interface FormatList {
  /** The first one is General. */
  readonly numberFormats: readonly NumberFormat[];
  /** Returns the index of a format, which it adds if it is new; of none 0. The kind defaults to a number. */
  readonly indexOf: (
    format: (Pick<NumberFormat, 'code'> & Partial<Pick<NumberFormat, 'kind'>>) | undefined,
  ) => number;
}

// Excel allows about 250; each has to be parsed.
const MAX_FORMATS = 1000;

/** Creates a list with the General format only. `kindOf` returns the kind of a format whose kind is not known. */
export function createFormatList(kindOf?: (code: string) => NumberFormat['kind']): FormatList {
  const numberFormats: NumberFormat[] = [{ code: 'General', kind: 'number' }];
  const indexes = new Map<string, number>(['General', '@', ''].map((code) => [code, 0]));
  return {
    numberFormats,
    indexOf: (format) => {
      if (format === undefined) return 0;
      const known = indexes.get(format.code);
      if (known !== undefined) return known;
      if (numberFormats.length >= MAX_FORMATS) return 0;
      indexes.set(format.code, numberFormats.length);
      const kind = format.kind ?? kindOf?.(format.code) ?? 'number';
      return numberFormats.push({ code: format.code, kind }) - 1;
    },
  };
}
