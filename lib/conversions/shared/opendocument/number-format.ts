import { nameTable } from '../../base/name-table.ts';

const formats: Readonly<Record<string, string>> = nameTable({
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
});

/** Returns the number format of a `style:num-format`. OpenDocument 1.3, part 3, 19.502. */
export const odfNumberFormat = (format: string): string => formats[format] ?? 'decimal';
