import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../lib/conversions/index.ts';

/** The formula that is read again after it was written to a file. */
async function through(tex: string, format: 'docx' | 'odt'): Promise<string> {
  const written = await convert(Buffer.from(`$${tex}$ a\n`), { from: 'markdown', to: format });
  const { bytes } = await extract(written.bytes, { from: format, format: 'markdown' });
  return /\$(.*)\$/.exec(Buffer.from(bytes).toString())?.[1] ?? '';
}

describe('formulas in Word and OpenDocument files', () => {
  it.each([
    ['x^2', 'x^{2}', 'x^{2}'],
    ['a_i^2', 'a_{i}^{2}', 'a_{i}^{2}'],
    ['\\frac{a}{b}', '\\frac{a}{b}', '\\frac{a}{b}'],
    ['\\sqrt{y}+\\sqrt[3]{z}', '\\sqrt{y}+\\sqrt[3]{z}', '\\sqrt{y}+\\sqrt[3]{z}'],
    ['\\sum_{i=1}^n i', '\\sum_{i=1}^{n} i', '\\sum_{i=1}^{n}i'],
    ['\\int_0^1 f', '\\int_{0}^{1} f', '\\int_{0}^{1}f'],
    ['\\hat{x}\\overline{ab}', '\\hat{x}\\overline{ab}', '\\hat{x}\\overline{ab}'],
    ['\\sin\\theta', '\\sin \\theta', '\\sin \\theta'],
    ['\\alpha\\le\\infty', '\\alpha\\le\\infty', '\\alpha\\leq\\infty'],
    ['\\text{if } x', '\\text{if }x', '\\text{if }x'],
  ])('keep %s', async (tex, word, open) => {
    const spaceless = (text: string): string =>
      text.replaceAll(/\s+/g, ' ').replaceAll('\\leq', '\\le').trim();

    expect(spaceless(await through(tex, 'docx'))).toBe(spaceless(word));
    expect(spaceless(await through(tex, 'odt'))).toBe(spaceless(open));
  });

  it('keep the inverse of a function, closed surface integrals and braces', async () => {
    expect(await through('\\sin^{-1}x', 'docx')).toBe('\\sin^{-1} x');
    expect(await through('\\oiint f', 'docx')).toContain('\\oiint');
    expect(await through('\\underbrace{a+b}_{n}', 'docx')).toContain('\\underbrace{a+b}');
  });

  it.each(['\\frac{', '\\unknown{x}', 'x'.repeat(5000)])('show the TeX that is none: %s', async (tex) => {
    const written = await convert(Buffer.from(`$${tex}$ a\n`), { from: 'markdown', to: 'docx' });
    const { bytes } = await extract(written.bytes, { from: 'docx', format: 'text' });

    expect(Buffer.from(bytes).toString()).toContain(tex);
  });

  it('are bounded in their depth', async () => {
    const deep = `${'\\sqrt{'.repeat(300)}x${'}'.repeat(300)}`;

    await expect(
      convert(Buffer.from(`$${deep}$\n`), { from: 'markdown', to: 'docx' }),
    ).resolves.toBeDefined();
    await expect(convert(Buffer.from(`$${deep}$\n`), { from: 'markdown', to: 'odt' })).resolves.toBeDefined();
  });
});

it('reads formulas of web pages that have MathML only', async () => {
  const page =
    '<p>so <math><msup><mi>e</mi><mrow><mo>-</mo><mi>x</mi></mrow></msup></math> and <math alttext="y"><apply/></math></p>';
  const { bytes } = await extract(Buffer.from(page), { from: 'html', format: 'markdown' });

  expect(Buffer.from(bytes).toString()).toBe('so $e^{-x}$ and y\n');
});

it('keeps the alphabets, spaces and column spans of MathML', async () => {
  const cell = (inside: string): string => `<mtd>${inside}</mtd>`;
  const page = `<p>so <math><mi>ℒ</mi><mi>𝔟</mi><mi>𝕂</mi><mi>𝑥</mi><mspace width="0.17em"/><mi>y</mi><mspace width="1em"/><mi>z</mi><mtable><mtr><mtd columnspan="2"><mi>a</mi></mtd></mtr><mtr>${cell('<mn>1</mn>')}${cell('<mo>⟶</mo>')}</mtr></mtable></math></p>`;
  const { bytes } = await extract(Buffer.from(page), { from: 'html', format: 'document' });

  expect(JSON.parse(Buffer.from(bytes).toString()).blocks[0].content[1].tex).toBe(
    '\\mathcal{L}\\mathfrak{b}\\mathbb{K}x\\,y\\quad z\\begin{matrix}a & \\\\ 1 & \\longrightarrow\\end{matrix}',
  );
});

async function texOf(mathml: string): Promise<string> {
  const { bytes } = await extract(Buffer.from(`<p>so <math>${mathml}</math></p>`), {
    from: 'html',
    format: 'document',
  });
  return JSON.parse(Buffer.from(bytes).toString()).blocks[0].content[1].tex;
}

describe('formulas in MathML', () => {
  const bare = (over: string, under: string): string =>
    `<mfrac linethickness="0"><mi>${over}</mi><mn>${under}</mn></mfrac>`;
  const rows = '<mtable><mtr><mtd><mn>0</mn></mtd><mtd><mi>x</mi></mtd></mtr></mtable>';

  it.each([
    ['names that are operators', '<mo>lim</mo><mo>cov</mo><mi>x</mi>', '\\lim\\operatorname{cov}x'],
    ['a letter of any script behind a command', '<mi>s</mi><mo>∈</mo><mi>م</mi>', 's\\in م'],
    [
      'variants',
      '<mi mathvariant="bold">x</mi><mi mathvariant="bold">α</mi><mi mathvariant="normal">d</mi><mi mathvariant="double-struck">R</mi><mi>𝐯</mi><mi>𝛂</mi>',
      '\\mathbf{x}\\boldsymbol{\\alpha}\\mathrm{d}\\mathbb{R}\\mathbf{v}\\boldsymbol{\\alpha}',
    ],
    ['a binomial coefficient', `<mo>(</mo><mrow>${bare('n', '2')}</mrow><mo>)</mo>`, '\\binom{n}{2}'],
    [
      'brackets around more than a fraction without a bar',
      `<mo>(</mo><mrow>${bare('n', '2')}<mo>+</mo><mn>1</mn></mrow><mo>)</mo>`,
      '\\left(\\genfrac{}{}{0pt}{}{n}{2}+1\\right)',
    ],
    ['cases', `<mo>{</mo>${rows}<mo></mo>`, '\\begin{cases}0 & x\\end{cases}'],
    ['a matrix in braces', `<mo>{</mo>${rows}<mo>}</mo>`, '\\begin{Bmatrix}0 & x\\end{Bmatrix}'],
    [
      'brackets that belong together',
      '<mo>(</mo><mi>a</mi><mo>)</mo><mo>+</mo><mo>(</mo><mfrac><mi>b</mi><mn>2</mn></mfrac><mo>)</mo>',
      '(a)+(\\frac{b}{2})',
    ],
    [
      'scripts on both sides',
      '<mmultiscripts><mi>C</mi><mn>1</mn><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>',
      '{}_{6}^{14}C_{1}',
    ],
    ['spaces of text', '<mtext>\u00a0if\u00a0</mtext><mtext> or </mtext>', '\\text{ if }\\text{or}'],
  ])('keep %s', async (_, mathml, tex) => {
    expect(await texOf(mathml)).toBe(tex);
  });
});
