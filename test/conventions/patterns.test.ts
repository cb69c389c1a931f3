import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inputPatterns, repeatsGroup } from './patterns.ts';
import { builtPatterns, repeatedGroups, reviewed } from './reviewed-patterns.ts';

const linear = new Set<string>(JSON.parse(readFileSync('test/conventions/linear-patterns.json', 'utf8')));
const patterns = inputPatterns();
const literals = patterns.filter(({ isLiteral }) => isLiteral);

describe('regular expressions on input', () => {
  it('are proved linear or reviewed; npm run patterns proves a new one', () => {
    const unproved = literals.filter(({ source }) => !linear.has(source) && !reviewed.has(source));

    expect(unproved).toEqual([]);
  });

  it('are reviewed if they are built from text', () => {
    const files = patterns
      .filter(({ isLiteral }) => !isLiteral)
      .map(({ place }) => place.split(':')[0] ?? '');

    expect(new Set(files)).toEqual(new Set(builtPatterns.keys()));
  });

  it('repeat a group without limit only on short input', () => {
    const found = literals.filter(({ source }) => repeatsGroup(source)).map(({ source }) => source);

    expect(new Set(found)).toEqual(new Set(repeatedGroups.keys()));
  });

  it('are all in use if they are listed', () => {
    const used = new Set(literals.map(({ source }) => source));

    expect([...linear, ...reviewed.keys()].filter((source) => !used.has(source))).toEqual([]);
  });
});
