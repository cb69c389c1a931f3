import { describe, expect, it } from 'vitest';
import { detectTextFormat } from '../../../../lib/conversions/detection/detect-text.ts';
import { extract } from '../../../../lib/conversions/index.ts';
import { itLong, runsOf } from '../../../support/long-run.ts';
import { org } from '../../small-files.ts';

const extracted = async (text: string) =>
  await extract(Buffer.from(text), { from: 'org', format: 'markdown' });
const markdownOf = async (text: string): Promise<string> =>
  Buffer.from((await extracted(text)).bytes)
    .toString()
    .trim();

describe('an Org reader', () => {
  it('reads a whole document', async () => {
    const text = await markdownOf(org);

    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# Harbour guide',
      '## TODO [#A] Tides [1/2] `:work:sea:`',
      '### Deep',
      '## Last',
    ]);
    expect(text).toContain(
      'Ada Lovelace\n\nIntro with **bold**, *italic*, under, ~~gone~~, `a_b`, `code` and [the **tables**](https://example.org).',
    );
    expect(text).toContain(
      'A note[^1] and one inline[^2]. $x^2$ and $y$ α and H<sub>2</sub>O. See [below](#todo-a-tides-12-worksea) and .',
    );
    expect(text).toContain(
      'DEADLINE: <2026-05-04 Mon>\n\n- [x] one\n\n- [ ] two more\n\n  para\n\n  - nested\n    1. first\n    2. second',
    );
    expect(text).toContain('Depths\n\n| Day | Metres |\n| --- | --: |\n| Mon | 3.20 |\n| Tue | **4** |');
    expect(text).toContain('```python\ndef f():\n    return 1\n* not a heading\n```\n\n```\n42\n```');
    expect(text).toContain(
      '> Quoted **text**.\n\n$$\n\\begin{aligned}a &= b \\\\\nc &= d\\end{aligned}\n$$\n\n---\n\nThe ship',
    );
    expect(text).toContain('[^1]: By the **old** chart. And more.\n\n[^2]: right here');
    expect(text).not.toMatch(/hidden|secret|also|a comment|CUSTOM|TBLFM|Notes|<b>/);
  });

  it('says what it left out', async () => {
    const { report } = await extracted(`${org}\n#+INCLUDE: "other.org"\n`);

    expect(report.warnings).toEqual([
      '2 sections were left out: comments, or not for export.',
      expect.stringMatching(/includes are not part/),
      expect.stringMatching(/not converted.*: content for one export format/),
      expect.stringMatching(/external image/),
    ]);
  });

  it('says what a document says of itself', async () => {
    const { bytes } = await extract(Buffer.from(`#+KEYWORDS: a, b\n${org}`), {
      from: 'org',
      format: 'metadata',
    });

    expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({
      title: 'Harbour guide',
      author: 'Ada Lovelace',
      keywords: 'a, b',
    });
  });

  it.each([
    [
      'characters by names of TeX and of its own',
      'a \\le b \\alpha{}x \\vartheta \\langle{}y\\rangle \\star{} \\none',
      'a ≤ b αx ϑ ⟨y⟩ * \\none',
    ],
    ['headings from level 1 without a title', '* A\n** B\n', '# A\n\n## B'],
    ['states of its own', '#+TODO: OPEN(o) | SHUT\n* SHUT a\n* DONE b', '# SHUT a\n\n# DONE b'],
    ['what its options switch off', '#+OPTIONS: todo:nil tags:nil\n* TODO a :x:', '# a'],
    [
      'definitions',
      '- Ebb :: Water *falls*.\n- Flood :: Water rises.',
      '- **Ebb**\n\n  Water **falls**.\n\n- **Flood**\n\n  Water rises.',
    ],
    ['a list from another number', '3. [@3] a\n4. b', '3. a\n4. b'],
    [
      'a block inside a list',
      '- a\n  #+begin_src c\nint a;\n\n\nint b;\n  #+end_src\n- b',
      '- a\n\n  ```c\n  int a;\n\n\n  int b;\n  ```\n\n- b',
    ],
    [
      'no markup in words',
      'a*b*c 2*3 a/b/c snake_case_name path/to/x',
      'a\\*b\\*c 2\\*3 a/b/c snake_case_name path/to/x',
    ],
    ['money as money', 'It is $5 or $6, or $x$.', 'It is \\$5 or \\$6, or $x$.'],
    [
      'links by their short names',
      '#+LINK: bug https://bugs.example.org/\n[[bug:12][Bug 12]]',
      '[Bug 12](https://bugs.example.org/12)',
    ],
    ['no scripts', '[[javascript:alert(1)][x]] @@html:<script>@@y', 'x y'],
    ['a drawer, but not those of the program', ':NOTE:\nkept\n:END:\n:LOGBOOK:\nCLOCK: x\n:END:', 'kept'],
    ['a verse', '#+begin_verse\na\n b\n#+end_verse', 'a\\\nb'],
    ['a block without an end as text', '#+begin_quote\na', '#+begin_quote a'],
    ['a table with groups of columns', '| / | < |\n|---+---|\n| a | b |\n', '| a | b |\n| --- | --- |'],
  ])('reads %s', async (_, text, expected) => {
    expect(await markdownOf(text)).toBe(expected);
  });

  it('flattens what is nested too deeply', async () => {
    const deep = Array.from({ length: 200 }, (_, at) => `${' '.repeat(at)}- x`).join('\n');

    expect((await extracted(deep)).report.warnings).toEqual([
      'Content nested deeper than 40 levels was flattened.',
    ]);
  });

  it('reads long lines of marks that nothing ends', async () => {
    for (const mark of [
      '*a ',
      '/a ',
      '=a ',
      '[[a ',
      '[fn:: a ',
      '\\(a ',
      '\\[a ',
      ' $a',
      '<<a',
      '@@a:',
      'a_{',
      '| a ',
    ])
      expect(await markdownOf(`x ${mark.repeat(runsOf(6000, 30_000))}`)).not.toBe('');
  });

  itLong('reads thousands of sections, and blocks that nothing ends', async () => {
    expect(await markdownOf('* A\nb\n'.repeat(5000))).toContain('# A');
    expect(await markdownOf('#+begin_quote\nb\n:X:\n'.repeat(20_000))).toContain('b');
  });

  it('has nothing to read in an empty file', async () => {
    await expect(markdownOf('# only a comment')).rejects.toMatchObject({ code: 'empty_document' });
  });

  it.each([
    [org, 'org'],
    ['* TODO Buy milk\n* DONE Sleep\n', 'org'],
    ['#+begin_src sh\nls\n#+end_src\n\n* Files\n', 'org'],
    ['* one\n* two\n* three\n', 'text'],
    ['# Title\n\n* **one** `x`\n* two\n', 'markdown'],
  ])('is found by its markup (%#)', (text, format) => {
    expect(detectTextFormat(text, true)).toBe(format);
  });
});
