import { describe, expect, it } from 'vitest';
import { textPageOptions } from '../../../../../lib/conversions/engine/options.ts';
import { prepareText } from '../../../../../lib/conversions/formats/pdf/write/prepare-text.ts';

const options = textPageOptions.parse({});

describe('prepareText', () => {
  it.each([
    [1, 1],
    [30, 30],
    [31, 30],
    [1_000_000, 30],
  ])('keeps at most 30 of %i combining marks on a character', (given, kept) => {
    const { sections } = prepareText(Buffer.from(`x${'\u0323'.repeat(given)}y`), options, undefined);

    expect(sections).toEqual([[`x${'\u0323'.repeat(kept)}y`.normalize('NFC')]]);
  });
});
