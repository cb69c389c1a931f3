import { nameTable } from '../base/name-table.ts';
import { type FormatToken, type MarkedFormat, markOf } from './marked-format.ts';
import { serialDate } from './serial-date.ts';

// The Unicode calendar of Japanese eras, whose years count from 1.
const calendarOf = (locale: string, era: 'long' | 'narrow'): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(`${locale}-u-ca-japanese`, { era, year: 'numeric', timeZone: 'UTC' });

const named = calendarOf('ja', 'long');
const lettered = calendarOf('en', 'narrow');

const partOf = (calendar: Intl.DateTimeFormat, date: Date, part: 'era' | 'year'): string =>
  calendar.formatToParts(date).find(({ type }) => type === part)?.value ?? '';

/** What the tokens of an era and of its year display (ECMA-376 part 1, 18.8.31). */
const shownBy: Readonly<Record<string, (date: Date) => string>> = nameTable({
  g: (date) => partOf(lettered, date, 'era'),
  gg: (date) => partOf(named, date, 'era').slice(0, 1),
  ggg: (date) => partOf(named, date, 'era'),
  e: (date) => partOf(lettered, date, 'year'),
  ee: (date) => partOf(lettered, date, 'year').padStart(2, '0'),
});
const names = Object.keys(shownBy);

/** Puts marks in place of the Japanese eras and their years in a format code, `ggge"年"`; undefined if it has none. */
export function markEras(tokens: readonly FormatToken[]): MarkedFormat | undefined {
  const nameOf = ({ type, raw }: FormatToken): number =>
    type === 'DATETIME' ? names.indexOf(raw.toLowerCase()) : -1;
  if (!tokens.some(({ type, raw }) => type === 'DATETIME' && raw.toLowerCase().startsWith('g')))
    return undefined;
  return {
    code: tokens.map((token) => (nameOf(token) < 0 ? token.raw : `"${markOf(nameOf(token))}"`)).join(''),
    fill: (shown, value) => {
      const date = serialDate(value, false);
      return names.reduce(
        (text, name, index) =>
          text.includes(markOf(index))
            ? text.replaceAll(markOf(index), date === undefined ? '' : (shownBy[name]?.(date) ?? ''))
            : text,
        shown,
      );
    },
  };
}
