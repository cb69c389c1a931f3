import { expect, it } from 'vitest';
import { eqFormula, eqInline } from '../../../lib/conversions/shared/math/eq-field.ts';

it.each([
  ['EQ \\f(x+1,4)', '\\frac{x+1}{4}'],
  ['EQ \\f(1;2,5)', '\\frac{1}{2,5}'],
  ['EQ \\r(3,27)', '\\sqrt[3]{27}'],
  ['EQ \\r(,\\f(a,b))', '\\sqrt{\\frac{a}{b}}'],
  ['EQ \\r(x)', '\\sqrt{x}'],
  ['EQ x\\s\\up8(2)+y\\s\\do4(i)', 'x^{2}+y_{i}'],
  ['EQ \\i\\su(i=1,n,x)', '\\sum_{i=1}^{n} x'],
  ['EQ \\i(0,1,f)', '\\int_{0}^{1} f'],
  ['EQ \\b\\bc\\[(\\a\\al\\co2(1,0,0,1))', '\\begin{bmatrix}1 & 0 \\\\ 0 & 1\\end{bmatrix}'],
  ['EQ \\b(\\f(1,2))', '\\left(\\frac{1}{2}\\right)'],
  ['EQ \\b\\lc\\{(\\a(x,y))', '\\begin{cases}x \\\\ y\\end{cases}'],
  ['EQ \\x(a+b)', '\\boxed{a+b}'],
  ['EQ \\x\\to(ab)', '\\overline{ab}'],
  ['EQ \\o(x,¯)', '\\overline{x}'],
])('reads %s as a formula', (instruction, tex) => {
  expect(eqInline(instruction)).toMatchObject({ kind: 'math', tex: expect.stringContaining(tex) });
});

it.each([
  ['EQ \\o\\ac(○,5)', '5'],
  ['EQ \\l(a,b,c)', 'a,b,c'],
  ['EQ \\o\\ad(\\s\\up 9(きもん),鬼門)', '鬼門(きもん)'],
  ['EQ a\\,b\\(c', 'a,b(c'],
  ['EQ \\* jc2 \\* "Font:Mincho" \\* hps10 x', 'x'],
])('reads %s as text', (instruction, text) => {
  expect(eqInline(instruction)).toEqual({ kind: 'text', text });
});

it.each(['EQ ', 'PAGE', 'EQ \\d\\fo10()', ''])('reads nothing from "%s"', (instruction) => {
  expect(eqFormula(instruction)).toBeUndefined();
});

it('reads damaged and deep instructions in time that grows with their length', () => {
  expect(eqInline(`EQ ${'\\f('.repeat(1000)}x`)).toBeDefined();
  expect(eqInline('EQ \\f(x')).toMatchObject({ tex: '\\frac{x}{}' });
  expect(eqInline(`EQ ${'x'.repeat(5000)}`)).toBeUndefined();
});
