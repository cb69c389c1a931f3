import { expect, it } from 'vitest';
import { composeLines, makeLine } from '../../../../lib/conversions/shared/page-layout/text-line.ts';
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
  ['brackets stored as they are seen', seen('נשלח', '(+', 'ABC-12', 'דגם+', ')'), '(דגם ABC-12) נשלח'],
  ['brackets stored in both ways', seen('נמכר', ')+', 'ABC-12+', ')', 'דגם'), 'דגם (ABC-12) נמכר'],
  ['a label', seen('ראשון', '1('), '1) ראשון'],
  ['quotation marks within a word', seen('במחיר', 'ח +', '" +', 'ש ', '1,250'), '1,250 ש"ח במחיר'],
  ['a prefix before a name', seen('Tel', 'Aviv+', '-+', 'ל', 'נשלח'), 'נשלח ל-Tel Aviv'],
  [
    'a date in Arabic digits',
    seen('والسعر', '٢٠٢٤+', '/+', '٠٣+', '/+', '١٥', 'التاريخ'),
    'التاريخ ٢٠٢٤/٠٣/١٥ والسعر',
  ],
  ['a telephone number after Arabic words', seen('ونسبة', '1234567-03', 'الهاتف'), 'الهاتف 03-1234567 ونسبة'],
  ['a telephone number after Hebrew words', seen('או', '03-1234567', 'טלפון'), 'טלפון 03-1234567 או'],
  ['signed numbers', seen('.7+ ', 'וגם', '5-', 'המספר'), 'המספר -5 וגם +7.'],
  ['a percent sign apart from its number', seen('.%+', '12.5', 'بنسبة'), 'بنسبة 12.5%.'],
  ['a percentage at the end of an Arabic sentence', seen('.%12.5', 'بنسبة'), 'بنسبة 12.5%.'],
  ['a page number to the left of a title', seen('12', '....', 'LaTeX', 'مقدمة'), 'مقدمة LaTeX .... 12'],
  [
    'a left-to-right line with right-to-left words',
    seen('The word', 'جديد', 'كتاب', 'is long.'),
    'The word كتاب جديد is long.',
  ],
  [
    'a remark after a right-to-left word',
    seen('The word', 'שלום', ')+', 'peace)', 'is short.'),
    'The word שלום (peace) is short.',
  ],
  [
    'a remark of Latin letters',
    seen('נשלח', 'Code:', 'ZX-9', '(+', 'express+', '(', 'אתמול'),
    'אתמול Code: ZX-9 (express) נשלח',
  ],
  ['a sentence of Latin letters', seen('.+', 'Sent', 'by', 'rail'), 'Sent by rail.'],
  [
    'Latin letters that end with a bracket',
    seen('(+', 'Code:', 'ZX-9', '(+', 'express'),
    'Code: ZX-9 (express)',
  ],
  [
    'Latin letters stored from the right',
    seen('QL-700', '(+', 'white +', '(').toReversed(),
    'QL-700 (white)',
  ],
  ['Latin letters that start within brackets', seen('(as', 'it', 'was', 'said'), '(as it was said'],
])('reads %s', (_, runs, text) => {
  const line = makeLine(runs, true);

  expect(line.text.replaceAll(/ {2,}/g, ' ').trim()).toBe(text);
});

it('reads lam and alef as one glyph, and what is written twice once', () => {
  const at = (text: string, x: number, width: number): TextRun => ({
    text,
    x,
    y: 0,
    width,
    height: 10,
    size: 10,
  });
  const end = at('שלום', 60, 20);
  // Wide lam and alef with a mark are two runs in one place, narrower than they are drawn.
  expect(makeLine([at('ل ', 40, 3), at('اً', 40, 3), at('شما', 46.5, 12), end], true).text).toBe(
    'שלום שמא'.replace('שמא', 'شمالاً'),
  );
  expect(makeLine([at('جنوباً', 30, 20), at('اً', 29.5, 0), end], true).text).toBe('שלום جنوباً');
});

it('reads left-to-right text below a right-to-left line in its direction', () => {
  const below = seen('.+', 'Sent', 'by', 'rail').map((run) => ({ ...run, y: 12 }));

  expect(composeLines([...below, ...seen('בעברית', 'שורה')], false).map(({ text }) => text)).toEqual([
    'שורה בעברית',
    'Sent by rail.',
  ]);
  expect(composeLines(below, false).map(({ text }) => text)).toEqual(['.Sent by rail']);
});
