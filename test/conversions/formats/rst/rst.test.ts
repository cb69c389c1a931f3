import { describe, expect, it } from 'vitest';
import { detectTextFormat } from '../../../../lib/conversions/detection/detect-text.ts';
import { extract, read } from '../../../../lib/conversions/index.ts';
import { itLong, runsOf } from '../../../support/long-run.ts';
import { rst } from '../../small-files.ts';

const markdownOf = async (text: string): Promise<string> =>
  Buffer.from((await extract(Buffer.from(text), { from: 'rst', format: 'markdown' })).bytes)
    .toString()
    .trim();
const warningsOf = async (text: string): Promise<readonly string[]> =>
  (await extract(Buffer.from(text), { from: 'rst', format: 'text' })).report.warnings;

describe('a reStructuredText reader', () => {
  it('reads a whole document', async () => {
    const text = await markdownOf(rst);

    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# Harbour guide',
      '## Tides',
      '### Depths',
    ]);
    expect(text).toContain('- **Author**\n\n  Ada Lovelace');
    expect(text).toContain(
      'High water comes **twice** a day, see [the tables](https://example.org) and Knuth [^1] [^2] [\\[CIT2002\\]](#note-cit2002). It is *late* at $a/2$, `a_b*` and <sub>2</sub>. See [Tides](#tides) or [Tides](#tides), the *Argo* and [anonymous](https://anon.example.org). `join`',
    );
    expect(text).toContain('- one\n\n  more\n\n  - nested\n\n- two');
    expect(text).toContain('2. Hoist\n   - a. slowly\n   - b. fast');
    expect(text).toContain('- **Flood : noun**\n\n  Water rises.');
    expect(text).toContain('* **`--out=FILE`**\n\n  where to');
    expect(text).toContain(
      'line one\\\nline two\n\n```\nliteral <b>\n  kept\n```\n\nCode:\n\n```\nx = 1\n```',
    );
    expect(text).toContain('```python\nconst = 1 < 2\n```');
    expect(text).toContain('> **Note**\n>\n> Take care of it.\n>\n> - and this');
    expect(text).toContain('A ship\n\nThe *Argo* at sea\n\nLegend\n\n$$\n\\frac{a}{b}\n$$');
    expect(text).toContain('| 3 | 4 more |\n\nNumbers\n\n| A | B |\n| --- | --- |\n| 1 | x, y |\n| 2 | z |');
    expect(text).toContain('L\n\n| A | B |\n| --- | --- |\n| 1 | 2 |');
    expect(text).toContain('- **`foo(a, b)`**\n\n  Does foo.');
    expect(text).toContain(
      '> A quote.\n>\n> -- Someone\n\n---\n\nEnd.\n\n[^1]: By the *old* chart.\n\n[^2]: Auto.',
    );
    expect(text).not.toMatch(/orphan|comment|goes on|other/);
  });

  it('reads the cells of grids with what they cover', async () => {
    const { blocks } = await read(Buffer.from(rst), { from: 'rst' });
    const table = blocks.find((block) => block.kind === 'table');

    expect(table).toMatchObject({
      header_rows: 1,
      rows: [
        [{ text: 'Day' }, { text: 'Metres' }, { text: 'x' }],
        [{ text: 'Mon' }, { blocks: [{ kind: 'list' }] }, { text: 'y' }],
        [{ text: 'both columns', column_span: 2 }, { text: 'z' }],
      ],
    });
  });

  it('reads a grid whose cells cover rows and whose letters are wide', async () => {
    const { blocks } = await read(
      Buffer.from('+------+---+\n| 港口 | a |\n|      +---+\n|      | b |\n+------+---+\n'),
      { from: 'rst' },
    );

    expect(blocks).toMatchObject([
      { kind: 'table', rows: [[{ text: '港口', row_span: 2 }, { text: 'a' }], [{ text: 'b' }]] },
    ]);
  });

  it.each([
    [
      'no markup in words',
      'a*b*c, 2 * 3 * 4, snake_case_, *args and **kwargs',
      'a\\*b\\*c, 2 * 3 * 4, snake_case\\_, \\*args and \\*\\*kwargs',
    ],
    ['escaped marks', '\\*not\\* thing\\ s `a\\_b`', '\\*not\\* things `a_b`'],
    ['an address', 'See https://example.org/a_b.', 'See <https://example.org/a_b>.'],
    [
      'a target of a target',
      'Go `there`_.\n\n.. _there: here_\n.. _here: https://example.org',
      'Go [there](https://example.org).',
    ],
    ['targets in a circle as text', 'a_ b\n\n.. _a: b_\n.. _b: a_', 'a_ b'],
    ['a role after its text', 'x `y`:sup: `f`:py:func:', 'x <sup>y</sup> `f`'],
    [
      'the title of a label',
      '.. _sea:\n\nThe sea\n-------\n\n:ref:`sea` :ref:`here <sea>`',
      '# The sea\n\n[The sea](#the-sea) [here](#the-sea)',
    ],
    ['levels by their order', 'A\n=\n\nB\n-\n\nC\n~\n\nD\n-\n', '# A\n\n## B\n\n### C\n\n## D'],
    ['a paragraph that starts like an item', 'A. Einstein was\na physicist.', 'A. Einstein was a physicist.'],
    ['a list in Roman numbers', 'iv. a\nv. b', '- iv. a\n- v. b'],
    ['quoted literals', 'Mail::\n\n> one\n> two\n\nend', 'Mail:\n\n```\n> one\n> two\n```\n\nend'],
    ['directives that it does not know by their content', '.. fancy::\n   :x: y\n\n   Inside', 'Inside'],
    [
      'no raw markup',
      'a\n\n.. raw:: html\n\n   <script>alert(1)</script>\n\n`x <javascript:alert(1)>`_',
      'a\n\nx',
    ],
    ['code with a caption', '.. code-block:: c\n   :caption: a.c\n\n   int a;', 'a.c\n\n```c\nint a;\n```'],
    [
      'what was added when',
      '.. versionadded:: 3.2\n   It is new.',
      '> **Added in version 3.2**\n>\n> It is new.',
    ],
    [
      'cells that cover columns',
      '===== =====\n Both\n-----------\nA     B\n===== =====\n1     2\n===== =====\n',
      '| Both |  |\n| --- | --- |\n| A | B |\n| 1 | 2 |',
    ],
  ])('reads %s', async (_, text, expected) => {
    expect(await markdownOf(text)).toBe(expected);
  });

  it('says what a document says of itself', async () => {
    const { bytes } = await extract(Buffer.from(rst), { from: 'rst', format: 'metadata' });

    expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({
      title: 'Harbour guide',
      author: 'Ada Lovelace',
    });
  });

  it('warns about files that it does not include', async () => {
    expect(await warningsOf('a\n\n.. include:: b.txt')).toEqual([
      expect.stringMatching(/includes are not part/),
    ]);
    expect(await warningsOf('a')).toEqual([]);
  });

  it('keeps the names of what Sphinx documents from a program, and what the document adds', async () => {
    const text = 'Models\n======\n\n.. autoclass:: tools.Page\n    :members:\n\n    A page.\n';

    expect(await markdownOf(text)).toBe('# Models\n\n- **`tools.Page`**\n\n  A page.');
    expect(await warningsOf(text)).toEqual([expect.stringContaining('were left out')]);
  });

  it('refuses replacements that grow without end', async () => {
    const bomb = Array.from({ length: 5 }, (_, at) => `.. |s${at}| replace:: ${`|s${at + 1}| `.repeat(400)}`);

    await expect(markdownOf(`${bomb.join('\n')}\n\n|s0|`)).rejects.toMatchObject({
      code: 'too_complex',
      message: expect.stringContaining('substitutions'),
    });
  });

  itLong('refuses marks that are more nodes than a page may have', async () => {
    await expect(markdownOf('*a* '.repeat(700_000))).rejects.toMatchObject({ code: 'too_complex' });
  });

  it('flattens what is nested too deeply', async () => {
    const deep = Array.from({ length: 200 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n\n');

    expect(await warningsOf(deep)).toEqual(['Content nested deeper than 40 levels was flattened.']);
  });

  it('reads long lines of marks that nothing ends', async () => {
    for (const mark of ['*a ', '`a ', ' |a', ' ``a', ':a:`b ', '[a ', 'a_ ', '_`a ', '**a', 'https://'])
      expect(await markdownOf(mark.repeat(runsOf(6000, 30_000)))).not.toBe('');
  });

  it('has nothing to read in an empty file', async () => {
    await expect(markdownOf('.. only a comment')).rejects.toMatchObject({ code: 'empty_document' });
  });

  it.each([
    [rst, 'rst'],
    ['Title\n=====\n\nSome ``code`` and :ref:`x`.\n', 'rst'],
    ['.. image:: a.png\n\nText\n', 'rst'],
    ['Title\n=====\n\nSetext headings of `markdown` with [a](https://b.org).\n', 'markdown'],
    ['Some text...\n.. and so on\n', 'text'],
    ['"""\nTool\n====\n\n.. note:: x\n"""\nimport os\n', 'text'],
  ])('is found by its markup (%#)', (text, format) => {
    expect(detectTextFormat(text, true)).toBe(format);
  });
});
