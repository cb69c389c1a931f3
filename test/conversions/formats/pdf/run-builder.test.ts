import { describe, expect, it } from 'vitest';
import { runBuilder, type TextStyle } from '../../../../lib/conversions/formats/pdf/text-runs/run-builder.ts';

const style: TextStyle = { font: {}, size: 10, turns: 0 };

/** The runs of characters, each five points wide and at its place; a blank is one that PDFium inferred. */
function runsOf(characters: readonly (readonly [text: string, left: number])[]): string[] {
  const { runs, add, addSpace, flush } = runBuilder();
  for (const [text, left] of characters)
    if (text === ' ') addSpace(0);
    else add(style, { text, left, right: left + 5 }, 100);
  flush();
  return runs.map(({ text }) => text);
}

const inLine = (text: string): [string, number][] =>
  Array.from(text).map((letter, at): [string, number] => [letter, at * 5]);

describe('runs of characters', () => {
  it('go on over spaces and end at wide gaps', () => {
    expect(runsOf([...inLine('one two'), ['t', 200], ['o', 205]])).toEqual(['one two', 'to']);
  });

  it('end where Latin text goes back, but not where the digits of a number do', () => {
    expect(runsOf([['b', 20], ['a', 10]])).toEqual(['b', 'a']); // biome-ignore format: short
    expect(runsOf([['2', 20], ['1', 15]])).toEqual(['21']); // biome-ignore format: short
  });

  it('have spaces at the gaps of right-to-left text without spaces', () => {
    const lettersOf = (text: string, gap: number): [string, number][] =>
      Array.from(text).map((letter, at): [string, number] => [letter, 100 - at * 5 - (at > 3 ? gap : 0)]);
    const long = 'שלוםלכולםוברוכים';

    expect(runsOf(lettersOf(long, 3))).toEqual(['שלום לכולםוברוכים']);
    expect(runsOf(lettersOf(long, 3).toReversed())).toEqual(['שלום לכולםוברוכים']);
    expect(runsOf(lettersOf(long, 1))).toEqual([long]);
    // Wide letters of a word have such gaps, too.
    expect(runsOf(lettersOf('שלוםלכולם', 3))).toEqual(['שלוםלכולם']);
  });

  it('lose a space that was inferred after a mark', () => {
    const word: [string, number][] = [
      ['\u05d0', 30],
      ['\u05b5', 30],
      [' ', 0],
      ['\u05e8', 25],
    ];

    expect(runsOf(word)).toHaveLength(1);
    expect(runsOf(word)[0]).not.toContain(' ');
  });

  it('keep marks before a letter after a space with it', () => {
    expect(runsOf([...inLine('one '), ['\u0301', 20], ['e', 20]])).toEqual(['one \u0301e']);
  });

  it('are cut after a thousand characters, without a loss', () => {
    const runs = runsOf(inLine('7'.repeat(2500)));

    expect(runs.map(({ length }) => length)).toEqual([1000, 1000, 500]);
  });

  it('of 100,000 digits need one look at each', () => {
    let looks = 0;
    const { add, flush, runs } = runBuilder();
    for (let at = 0; at < 100_000; at += 1)
      add(style, { get text() { looks += 1; return '7'; }, left: at * 5, right: at * 5 + 5 }, 100); // biome-ignore format: short
    flush();

    expect(runs).toHaveLength(100);
    expect(looks).toBeLessThan(100_000 * 30);
  });

  it('are the same if they continue letter by letter or all at once', () => {
    const text = 'An apple a day, 3 pears\u0301 and more below far back';
    const [below, far, back] = ['below', 'far', 'back'].map((word) => text.indexOf(word));
    const codes = Uint32Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
    const lefts = Float32Array.from(codes, (_, at) =>
      at >= (back ?? 0) ? 7 : at * 5 + (at >= (far ?? 0) ? 40 : 0),
    );
    const rights = lefts.map((left) => left + 5);
    const bottoms = Float32Array.from(codes, (_, at) => (at >= (below ?? 0) ? 30 : 50));
    const objects = new Float64Array(codes.length).fill(1);
    const page = { count: codes.length, codes, objects, lefts, rights, bottoms };
    const characters = { ...page, tops: bottoms, sizes: lefts, modes: new Int8Array(codes.length) };
    const originX = 3;
    const read = (isAtOnce: boolean) => {
      const { runs, add, addPlain, addSpace, continuePlain, flush } = runBuilder([], true);
      for (let at = 0; at < codes.length; at += 1) {
        const [left, right] = [originX + (lefts[at] ?? 0), originX + (rights[at] ?? 0)];
        const baseline = 700 - (bottoms[at] ?? 0);
        if (codes[at] === 0x20) addSpace(5);
        else if (codes[at] === 0x301) add(style, { text: '\u0301', left, right }, baseline);
        else {
          addPlain(style, codes[at] ?? 0, left, right, baseline);
          if (isAtOnce) at = continuePlain(characters, at + 1, originX) - 1;
        }
      }
      flush();
      return runs;
    };

    expect(read(true)).toEqual(read(false));
    expect(read(true)).toHaveLength(5);
  });
});
