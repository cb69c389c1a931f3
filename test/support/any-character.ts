import fc from 'fast-check';

/** Any Unicode character but a surrogate. fast-check's own unit `binary` lists them all first, which takes a second. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ff_ff - 0x8_00 })
  .map((code) => String.fromCodePoint(code < 0xd8_00 ? code : code + 0x8_00));
