import { describe, expect, it } from 'vitest';
import { detectTextFormat } from '../../../../lib/conversions/detection/detect-text.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { isLong, runsOf } from '../../../support/long-run.ts';
import { latex } from '../../small-files.ts';

const markdown = async (text: string): Promise<string> =>
  Buffer.from((await convert(Buffer.from(text), { from: 'latex', to: 'markdown' })).bytes)
    .toString()
    .trim();

const article = (body: string, preamble = ''): string =>
  `\\documentclass{article}${preamble}\\begin{document}${body}\\end{document}`;

describe('a LaTeX reader', () => {
  it('reads a whole document', async () => {
    const text = await markdown(latex);

    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# Harbour guide',
      '## Tides & currents',
      '### Steps',
    ]);
    expect(text).toContain('Ada Lovelace, Grace Hopper\n\nMay 2026\n\n**Abstract**\n\nWhen to sail.');
    expect(text).toContain('**twice** a day for the *Argo*, see Section\u00a0[[sec:tides](#');
    expect(text).toContain('late at $x \\in \\mathbb{R}$.[^1]');
    expect(text).toContain('[^1]: By the *old* chart.');
    expect(text).toContain('café über ß — `a_b` and [the tables](https://example.org).');
    expect(text).toContain('1. Cast off\n2. Hoist\n   - slowly');
    expect(text).toContain('- **Ebb**\n\n  Water falls.');
    expect(text).toContain('\\begin{aligned}a&= b \\\\ c&= d\\end{aligned}');
    expect(text).toContain('Depths\n\n| Day | Metres |\n| --- | --: |\n| Mon | 3.20 |\n| none on Sunday |');
    expect(text).toContain('```\nconst a = 1 < 2;\n```');
    expect(text).toContain('Knuth, The art of it.');
    expect(text).not.toMatch(/not always|draw|eq:a|html-/);
  });

  it('reads what the preamble says', async () => {
    const { bytes } = await extract(Buffer.from(latex), { from: 'latex', format: 'metadata' });

    expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({
      title: 'Harbour guide',
      author: 'Ada Lovelace, Grace Hopper',
    });
  });

  it.each([
    ['a part of a document', 'Just \\emph{text} here', 'Just *text* here'],
    ['sections without a title from level 1', article('\\section{A}\\subsection{B}'), '# A\n\n## B'],
    ['commands that it does not know as their text', article('\\unknown{abc} x'), 'abc x'],
    [
      'a command that is defined by other new commands as nothing',
      article('a\\c b', '\\newcommand{\\d}{x}\\newcommand{\\c}{\\d\\d}'),
      'a b',
    ],
    ['a line break within a paragraph', article('High \\\\ water'), 'High\\\nwater'],
    ['blanks after signs', article('50\\% of A \\& B \\_ C'), '50% of A & B _ C'],
    [
      'a table with plain rules',
      article('\\begin{tabular}{l}\\hline A \\\\ \\hline 1 \\\\ \\hline\\end{tabular}'),
      '| A |\n| --- |\n| 1 |',
    ],
    ['no scripts', article('\\href{javascript:alert(1)}{x}\\label{"><b>}'), 'x'],
  ])('reads %s', async (_, text, expected) => {
    expect(await markdown(text)).toBe(expected);
  });

  it('reads a long listing without a blank line', async () => {
    const listing = 'A line of a log.\n'.repeat(runsOf(6000, 24_000));

    expect(await markdown(article(`\\begin{verbatim}\n${listing}\\end{verbatim}`))).toContain(listing);
  });

  it('reads 200,000 empty lines in a formula as a few', async () => {
    const formula = (gap: number): string => article(`Before $x${'\n'.repeat(gap)}$ after`);

    expect(await markdown(formula(200_000))).toBe(await markdown(formula(3)));
  });

  it.each<[string, string]>([
    ['nested too deeply', '\\emph{'.repeat(9000) + '}'.repeat(9000)],
    ...(isLong ? [['a paragraph without end', 'word '.repeat(150_000)] as [string, string]] : []),
    ['more than a million characters', 'A line.\n\n'.repeat(120_000)],
  ])('refuses what is %s', { timeout: 120_000 }, async (_, body) => {
    await expect(markdown(article(body))).rejects.toMatchObject({ code: 'too_complex' });
  });

  it('leaves out lengths and numbers that TeX assigns', async () => {
    const body =
      '\\parindent=0pt \\parskip 3pt plus 1pt minus .5pt\nHigh\\hskip 2em water. \\tolerance=1000 \\verb+\\hsize=5cm+ \\LaTeX 5';

    expect(await markdown(article(body))).toBe('High water. `\\hsize=5cm` LaTeX 5');
  });

  it('refuses commands that expand to too much', async () => {
    const bomb = article('\\a '.repeat(9000), `\\newcommand{\\a}{${'x y '.repeat(900)}}`);

    await expect(markdown(bomb)).rejects.toMatchObject({
      code: 'too_complex',
      message: expect.stringContaining('commands that it defines'),
    });
  });

  it.each(['2147483647', ' 1e9 ', '10', '0'])('reads a command of [%s] parameters', async (count) => {
    const preamble = `\\newcommand{\\vessel}[${count}]{the Argo}`;

    expect(await markdown(article('High water for \\vessel{}.', preamble))).toContain('the Argo.');
  });

  it('warns about the files that it leaves out', async () => {
    const { report } = await convert(Buffer.from(article('x \\includegraphics{a.png}')), {
      from: 'latex',
      to: 'text',
    });

    expect(report.warnings).toEqual([expect.stringMatching(/images and the files/)]);
  });

  it('makes one title, and takes no part of a book for it', async () => {
    const preamble = '\\title{Guide}';

    expect(await markdown(article('\\maketitle\\maketitle\\section{A}', preamble))).toBe('# Guide\n\n## A');
    expect(await markdown(article('%\\maketitle\n\\part{P}\\chapter{C}', preamble))).toBe('# P\n\n## C');
  });

  it('is found by the class of the document', () => {
    expect(detectTextFormat(latex, true)).toBe('latex');
    expect(detectTextFormat('% \\documentclass{x}\nprose', true)).toBe('text');
    expect(detectTextFormat('The command \\begin{itemize} starts a list.', true)).toBe('text');
  });
});
