import { expect, it } from 'vitest';
import { byteSize } from '../../lib/byte-size.ts';

it.each([
  [0, '0 bytes'],
  [262_144, '262144 bytes'],
  [1_048_575, '1048575 bytes'],
  [1_048_576, '1 MB'],
  [4_500_000, '4.5 MB'],
  [4_599_999, '4.5 MB'],
  [26_214_400, '25 MB'],
  [26_214_401, '26.2 MB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
});
