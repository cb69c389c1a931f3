import { nameTable } from '../../base/name-table.ts';

const formats: Readonly<Record<string, string>> = nameTable({
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '0': 'decimal',
  '１': 'decimalFullWidth',
  '①': 'decimalEnclosedCircle',
  一: 'chineseCounting',
  壹: 'chineseLegalSimplified',
  壱: 'japaneseLegal',
  甲: 'ideographTraditional',
  子: 'ideographZodiac',
  일: 'koreanCounting',
  가: 'ganada',
  ㄱ: 'chosung',
  ア: 'aiueo',
  イ: 'iroha',
  ก: 'thaiLetters',
  א: 'hebrew1',
  أ: 'arabicAlpha',
  а: 'russianLower',
  А: 'russianUpper',
});

// The first numbers of a list, as LibreOffice states a format that the standard has no name for: `一, 二, 三, ...`.
const SAMPLE = /^([^\s,]{1,9}), /;

/** Returns the number format of a `style:num-format`. OpenDocument 1.3, part 3, 19.502. */
export function odfNumberFormat(format: string): string {
  const first = SAMPLE.exec(format)?.[1] ?? format;
  return formats[first] ?? (/^0+1$/.test(first) ? first : 'decimal');
}
