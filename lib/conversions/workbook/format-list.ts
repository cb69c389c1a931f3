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

/** Creates a list with the General format only. */
export function createFormatList(): FormatList {
  const numberFormats: NumberFormat[] = [{ code: 'General', kind: 'number' }];
  const indexes = new Map<string, number>();
  return {
    numberFormats,
    indexOf: (format) => {
      if (format === undefined) return 0;
      const known = indexes.get(format.code);
      if (known !== undefined) return known;
      indexes.set(format.code, numberFormats.length);
      return numberFormats.push({ code: format.code, kind: format.kind ?? 'number' }) - 1;
    },
  };
}
