import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResultBudget, createTextSink } from '../../../lib/conversions/base/result-size.ts';
import { writeJson } from '../../../lib/conversions/document/write-json.ts';
import type { ExtractFormat, Format } from '../../../lib/conversions/formats.ts';
import { convert, extract } from '../../../lib/conversions/index.ts';
import { anyCharacter } from '../../support/any-character.ts';

const tooLarge = { code: 'too_complex', message: expect.stringContaining('the limit for one result') };
const csv = Buffer.from(`name,city\n${'Ann,Oslo\nBert,Bergen\n'.repeat(300)}`);
const html = Buffer.from(
  `<h1>Names</h1><ul>${'<li>Ann <b>of</b> Oslo</li>'.repeat(50)}</ul><table>${'<tr><td>Ann<td>Oslo</tr>'.repeat(300)}</table>`,
);

describe('a result', () => {
  it.each<[Format, Buffer]>([
    ['json', csv],
    ['xlsx', csv],
    ['markdown', csv],
    ['csv', html],
    ['text', html],
    ['markdown', html],
    ['docx', html],
    ['odt', html],
    ['epub', html],
    ['pdf', Buffer.from('<p>A page.')],
  ])('in %s cannot exceed its limit', async (to, input) => {
    const from = input === csv ? 'csv' : 'html';

    await expect(convert(input, { from, to, maxResultBytes: 2000 })).rejects.toMatchObject(tooLarge);
    await expect(convert(input, { from, to, maxResultBytes: 10_000_000 })).resolves.toBeDefined();
  });

  it.each<[ExtractFormat]>([['text'], ['markdown'], ['structured'], ['chunks'], ['tables']])(
    'of extraction to %s can reach its limit, but not exceed it by a byte',
    async (format) => {
      const { bytes } = await extract(html, { from: 'html', format });

      const same = await extract(html, { from: 'html', format, maxResultBytes: bytes.byteLength });
      const less = extract(html, { from: 'html', format, maxResultBytes: bytes.byteLength - 1 });

      expect(same.bytes).toEqual(bytes);
      await expect(less).rejects.toMatchObject(tooLarge);
    },
  );

  it('stops soon after exceeding its limit', () => {
    const sink = createTextSink(createResultBudget(1_000_000));
    let pushed = 0;

    const write = () => {
      for (; pushed < 1_000_000; pushed += 1) sink.push('0123456789');
    };

    expect(write).toThrow(expect.objectContaining(tooLarge));
    expect(pushed * 10).toBeLessThan(1_300_000);
  });

  it('of several files shares one limit', () => {
    const budget = createResultBudget(100);
    const [one, two] = [createTextSink(budget), createTextSink(budget)];
    one.push('x'.repeat(60));
    two.push('y'.repeat(60));

    expect(one.bytes()).toHaveLength(60);
    expect(() => two.bytes()).toThrow(expect.objectContaining(tooLarge));
  });
});

describe('writeJson', () => {
  it('writes the same text as JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        const sink = createTextSink();

        writeJson(value, sink);

        expect(sink.bytes().toString()).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });
});
