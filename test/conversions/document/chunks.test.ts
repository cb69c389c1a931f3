import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkDocument as chunksOf } from '../../../lib/conversions/document/chunks.ts';
import { composeDocument, type LooseBlock } from '../../../lib/conversions/document/document.ts';
import { loadTokenCounter } from '../../../lib/conversions/document/tokens.ts';

const count = await loadTokenCounter();
const chunkDocument = (...input: Parameters<typeof chunksOf>) => [...chunksOf(...input)];
const paragraph = (text: string, page = 1): LooseBlock => ({ kind: 'paragraph', text, page });
const heading = (text: string, page = 1): LooseBlock => ({ kind: 'heading', text, page, level: 1 });
const long = 'The quick brown fox jumps over the lazy dog near the river bank. '.repeat(100);

describe('chunkDocument', () => {
  it('returns the text at the offsets of each chunk, in code points', () => {
    const document = composeDocument('pdf', 2, [
      heading('Ünïcode 🎉🎉'),
      paragraph(`🎉 ${long}`),
      paragraph(long, 2),
    ]);

    const chunks = chunkDocument(document, count);

    const points = Array.from(document.text);
    for (const { text, char_start, char_end, token_count } of chunks) {
      expect(points.slice(char_start, char_end).join('')).toBe(text);
      expect(token_count).toBeLessThanOrEqual(512);
    }
    expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, index) => index));
    expect(chunks[0]).toMatchObject({ heading: 'Ünïcode 🎉🎉', page_start: 1, char_start: 0 });
    expect(chunks.at(-1)).toMatchObject({ page_end: 2, char_end: points.length });
  });

  it('starts a chunk at a heading unless the current one is short', () => {
    const document = composeDocument('pdf', 1, [
      heading('One'),
      paragraph('Short.'),
      heading('Two'),
      paragraph(long.slice(0, 1000)),
      heading('Three'),
      paragraph('The end.'),
    ]);

    const chunks = chunkDocument(document, count);

    expect(chunks.map((chunk) => [chunk.heading, chunk.text.split('\n')[0]])).toEqual([
      ['One', 'One'],
      ['Three', 'Three'],
    ]);
  });

  it('retains every word of any text and stays below the limit', () => {
    const text = fc.string({
      unit: fc.constantFrom('word ', '这', '🎉', '.', '\n', 'x'.repeat(300)),
      maxLength: 300,
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const document = composeDocument(
          'text',
          null,
          texts.map((part) => paragraph(part)),
        );
        const chunks = chunkDocument(document, count);
        const squeeze = (whole: string): string => whole.replaceAll(/\s/g, '');
        expect(squeeze(chunks.map((chunk) => chunk.text).join(''))).toBe(squeeze(document.text));
        expect(chunks.every((chunk) => chunk.token_count <= 512)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('counts the tokens of a long unbroken word', () => {
    expect(count('a'.repeat(200_000))).toBeGreaterThan(10_000);
  });
});
