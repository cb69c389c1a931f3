import { describe, expect, it } from 'vitest';
import { joinLineTexts } from '../../../../lib/conversions/shared/text/line-seam.ts';

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
    [['only'], 'only'],
    [[], ''],
  ])('%j are joined to %j', (lines, text) => {
    expect(joinLineTexts(lines)).toBe(text);
  });
});
