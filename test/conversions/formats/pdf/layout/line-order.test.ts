import { expect, it } from 'vitest';
import { makeLine } from '../../../../../lib/conversions/formats/pdf/layout/text-line.ts';
import type { TextRun } from '../../../../../lib/conversions/formats/pdf/layout/text-run.ts';

/** Runs of a line as they are seen, from the left, a space of 3 points between them; `+` sets one close to the next. */
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
  ['words from the right', seen('ثالث', 'ثان', 'أول'), 'أول ثان ثالث'],
  [
    'an address whose signs are named apart from its words',
    seen('بعد', 'https+', '://+', 'example+', '.+', 'org+', '/+', 'page', 'قبل'),
    'قبل https://example.org/page بعد',
  ],
  ['a name of two words', seen('تعمل', 'LibreOffice', 'Writer', 'برنامج'), 'برنامج LibreOffice Writer تعمل'],
  ['a percentage in Arabic, whose sign is seen left of it', seen('من', '%12.5', 'بزيادة'), 'بزيادة 12.5% من'],
  ['a hyphen between a prefix and a number', seen('מיליון', '9.8-+', 'כ'), 'כ-9.8 מיליון'],
  [
    'names that are listed from the right',
    seen('بعدها', 'Beta', '،+', 'Alpha', 'الحروف'),
    'الحروف Alpha، Beta بعدها',
  ],
  ['a page number left of a title', seen('12', '....', 'LaTeX', 'مقدمة'), 'مقدمة LaTeX .... 12'],
  [
    'a line from the left with words from the right',
    seen('The word', 'جديد', 'كتاب', 'is long.'),
    'The word كتاب جديد is long.',
  ],
])('reads %s', (_, runs, text) => {
  const line = makeLine(runs, true);

  expect(line.text.replaceAll(/ {2,}/g, ' ').trim()).toBe(text);
});
