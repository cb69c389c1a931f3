import { nameTable } from '../../base/name-table.ts';
import { formatNumber } from '../../base/number-formats.ts';

const formats: Readonly<Record<string, string>> = nameTable({
  arabic: 'decimal',
  alphaLc: 'lowerLetter',
  alphaUc: 'upperLetter',
  romanLc: 'lowerRoman',
  romanUc: 'upperRoman',
});

/** Formats a number of a list by its scheme, such as `alphaLcParenBoth`; ECMA-376 part 1, 20.1.10.61. */
export function autoNumberText(number: number, scheme: string): string {
  const [, kind = '', ending = ''] = /^([a-zA-Z]+?)(Period|ParenBoth|ParenR|Plain|Minus)$/.exec(scheme) ?? [];
  const text = formatNumber(number, formats[kind] ?? 'decimal');
  if (ending === 'ParenBoth') return `(${text})`;
  if (ending === 'ParenR') return `${text})`;
  return ending === 'Plain' ? text : `${text}.`;
}
