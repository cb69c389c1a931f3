import { describe, expect, it } from 'vitest';
import { textOfRuns } from '../../../../lib/conversions/formats/pdf/text-of-page.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { makePdf } from '../../sample-files.ts';

/** A run of 10 points whose characters are 5 points wide. */
const run = (text: string, x: number, y: number) => ({
  text,
  x,
  y,
  width: text.length * 5,
  height: 10,
  size: 10,
});

describe('the text of a page', () => {
  it('has the texts of a line apart, and those that start at one place below each other', () => {
    const rows = [
      run('Orchard', 50, 100),
      run('Tonnes', 200, 100),
      run('Hill', 50, 112),
      run('42', 200, 112),
      run('The one between the two rivers', 50, 124),
      run('7', 215, 124),
    ];

    expect(textOfRuns(rows)).toBe(
      [
        'Orchard                       Tonnes',
        'Hill                          42',
        'The one between the two rivers   7',
      ].join('\n'),
    );
  });

  it('has blank lines, and the indents of lines without their common margin', () => {
    const lines = [run('if ready:', 50, 100), run('start()', 70, 112), run('else: wait()', 50, 150)];

    expect(textOfRuns(lines)).toBe('if ready:\n    start()\n\nelse: wait()');
  });

  it('has columns one after the other', () => {
    const line = (column: number, at: number) =>
      run(`line ${at} of column ${column} of the paper`, column * 250 - 200, 100 + at * 12);
    const lines = [...Array(12).keys()].flatMap((at) => [line(1, at), line(2, at)]);

    const [one = '', two = ''] = textOfRuns(lines).split('\n\n');

    expect(one.split('\n').map((text) => text.slice(0, 16).trim())).toEqual(
      [...Array(12).keys()].map((at) => `line ${at} of column`.slice(0, 16)),
    );
    expect(two).toContain('line 0 of column 2 of the paper\nline 1 of column 2');
  });

  it('has words in other styles in their line', () => {
    expect(textOfRuns([run('A', 50, 100), run('bold', 58, 100), run('word.', 81, 100)])).toBe('A bold word.');
  });

  it('is not made of spaces where tiny print is far apart', () => {
    const tiny = Array.from({ length: 200 }, (_, at) => ({
      ...run('a', at % 2 === 0 ? 0 : 10_000, at * 2),
      width: 0.1,
      height: 0.2,
      size: 0.2,
    }));

    expect(textOfRuns(tiny).length).toBeLessThan(200 * 260);
  });
});

describe('the text of a PDF', () => {
  const wordsOf = (bytes: Uint8Array): readonly string[] => Buffer.from(bytes).toString().match(/\S+/g) ?? [];
  const both = async (pdf: Uint8Array) => {
    const converted = await convert(pdf, { from: 'pdf', to: 'text' });
    const extracted = await extract(pdf, { from: 'pdf', format: 'text' });
    return [wordsOf(converted.bytes), wordsOf(extracted.bytes)];
  };

  it('has the same words in the same order, whether it is converted or extracted', async () => {
    const columns = await makePdf((document) => {
      for (const x of [50, 320])
        for (let line = 0; line < 30; line += 1)
          document
            .font('Helvetica')
            .fontSize(10)
            .text(`On line ${line} at ${x}, “naïve” words – from l’été.`, x, 60 + line * 14, {
              lineBreak: false,
            });
    });
    const html = `<h1>Apples – “all”</h1><p>Façade, <b>bold</b>ness and <i>x</i>-rays cost 1,250 – 2,000.</p>
      <table border="1"><tr><th>Orchard</th><th>Tonnes</th></tr><tr><td>Upper Hill</td><td>12.5</td></tr></table>`;
    const printed = await convert(Buffer.from(html), { from: 'html', to: 'pdf' });

    const [converted, extracted] = await both(columns);
    const [convertedPrint, extractedPrint] = await both(printed.bytes);

    expect(converted).toHaveLength(30 * 2 * 10);
    expect(extracted).toEqual(converted);
    expect(convertedPrint).toContain('boldness');
    expect(extractedPrint).toEqual(convertedPrint);
  });
});
