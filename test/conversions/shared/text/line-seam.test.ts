import { describe, expect, it } from 'vitest';
import { knownWords } from '../../../../lib/conversions/shared/text/known-words.ts';
import { joinLineTexts, lineSeam } from '../../../../lib/conversions/shared/text/line-seam.ts';

describe('the lines of a cell', () => {
  it.each([
    [['one', 'two'], 'one two'],
    [['tuition, stu-', 'dents'], 'tuition, students'],
    [['Non-', 'Negligent'], 'Non-Negligent'],
    [['2018–', '23'], '2018–23'],
    [['and/', 'or'], 'and/or'],
    [['the rest—', 'or all'], 'the rest—or all'],
    [['the rest —', 'or all'], 'the rest — or all'],
    [['a –', 'b'], 'a – b'],
    [['价格', '单位'], '价格单位'],
    [['the long-', 'term plan'], 'the long-term plan'],
    [['twenty-', 'five'], 'twenty-five'],
    [['the long-', 'est day'], 'the longest day'],
    [['state-of-the-', 'art'], 'state-of-the-art'],
    [['from day-to-', 'day work'], 'from day-to-day work'],
    [['a well-docu-', 'mented case'], 'a well-documented case'],
    [['a USB-', 'stick'], 'a USB-stick'],
    [['model AB-', '1200'], 'model AB-1200'],
    [['phone 555-', '0199'], 'phone 555-0199'],
    [['write to press-', 'office@example.org'], 'write to press-office@example.org'],
    [
      ['see https://example.org/very/long-', 'path/file.html'],
      'see https://example.org/very/long-path/file.html',
    ],
    [['when they re-', 'entered'], 'when they re-entered'],
    [['the ex-', 'president'], 'the ex-president'],
    [['an ex-', 'ample'], 'an example'],
    [['an anti-', 'inflammatory cream'], 'an anti-inflammatory cream'],
    [['short-', 'and long-term'], 'short- and long-term'],
    [['a thous-', 'and times'], 'a thousand times'],
    [['only'], 'only'],
    [[], ''],
  ])('%j are joined to %j', (lines, text) => {
    expect(joinLineTexts(lines)).toBe(text);
  });
});

describe('a word that a hyphen breaks at the end of a line', () => {
  it.each<[string, string[], string, string, string]>([
    ['keeps it between words of the document', ['An age for all groups'], 'the age-', 'groups', 'none'],
    [
      'loses it if the document has it whole',
      ['background', 'back ground'],
      'the back-',
      'ground',
      'unhyphen',
    ],
    [
      'loses it if a part is the rest of another word',
      ['con-', 'ground back'],
      'the back-',
      'ground',
      'unhyphen',
    ],
    [
      'keeps it if the document marks those of broken words',
      ['news of the Do\u2010', 'nau'],
      'they went re-',
      'viewing',
      'none',
    ],
    ['loses it if it is marked', ['a re-view', 'Do\u2010'], 'the E-Mail-Abtei\u2010', 'lung', 'unhyphen'],
    [
      'keeps it if the document has U+2010 within a line, too',
      ['a long\u2010term plan', 'a Do\u2010'],
      'the long\u2010',
      'term plan',
      'none',
    ],
    ['keeps it if the document has it within a line', ['a back-ground'], 'the back-', 'ground', 'none'],
  ])('%s', (_title, lines, before, after, seam) => {
    const known = knownWords(() => lines);

    expect(lineSeam(before, after, known)).toBe(seam);
  });
});
