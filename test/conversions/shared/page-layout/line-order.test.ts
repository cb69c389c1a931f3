import { expect, it } from 'vitest';
import { makeLine } from '../../../../lib/conversions/shared/page-layout/text-line.ts';
import type { TextRun } from '../../../../lib/conversions/shared/page-layout/text-run.ts';

/** Runs of a line in visual order from the left, 3 points apart; `+` joins one to the next. */
function seen(...texts: string[]): TextRun[] {
  let x = 0;
  return texts.map((given) => {
    const text = given.replace(/\+$/, '');
    const width = text.length * 5;
    const run = { text, x, y: 0, width, height: 10, size: 10 };
    x += width + (given.endsWith('+') ? 0 : 3);
    return run;
  });
}

it.each([
  ['words in right-to-left order', seen('ثالث', 'ثان', 'أول'), 'أول ثان ثالث'],
  [
    'a URL whose punctuation is separate from its words',
    seen('بعد', 'https+', '://+', 'example+', '.+', 'org+', '/+', 'page', 'قبل'),
    'قبل https://example.org/page بعد',
  ],
  ['a name of two words', seen('تعمل', 'LibreOffice', 'Writer', 'برنامج'), 'برنامج LibreOffice Writer تعمل'],
  [
    'a percentage in Arabic, whose sign appears to its left',
    seen('من', '%12.5', 'بزيادة'),
    'بزيادة 12.5% من',
  ],
  ['a hyphen between a prefix and a number', seen('מיליון', '9.8-+', 'כ'), 'כ-9.8 מיליון'],
  [
    'names listed from right to left',
    seen('بعدها', 'Beta', '،+', 'Alpha', 'الحروف'),
    'الحروف Alpha، Beta بعدها',
  ],
  ['a page number to the left of a title', seen('12', '....', 'LaTeX', 'مقدمة'), 'مقدمة LaTeX .... 12'],
  [
    'a left-to-right line with right-to-left words',
    seen('The word', 'جديد', 'كتاب', 'is long.'),
    'The word كتاب جديد is long.',
  ],
])('reads %s', (_, runs, text) => {
  const line = makeLine(runs, true);

  expect(line.text.replaceAll(/ {2,}/g, ' ').trim()).toBe(text);
});
