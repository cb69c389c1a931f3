import { expect, it } from 'vitest';
import { isElf, neededVersions } from './elf.ts';

it('reads the library versions that Node itself needs', () => {
  expect(isElf(process.execPath)).toBe(true);
  expect(neededVersions(process.execPath)).toEqual(
    expect.arrayContaining(['GLIBC_2.28', 'GLIBCXX_3.4', 'CXXABI_1.3']),
  );
});

it('reports no native code for a text file', () => {
  expect(isElf(import.meta.filename)).toBe(false);
});
