import { loadPackage } from '../../../../base/package-assets.ts';

interface LineBreak {
  readonly default: new (line: string) => { readonly nextBreak: () => { readonly position: number } | null };
}

// Scripts whose words have no spaces between them: Thai, Lao, Myanmar, Khmer.
const UNSPACED = /[\u0e01-\u0edf\u1000-\u109f\u1780-\u17dd]{2,}/g;

const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Returns 1 for each offset of a line at which it may be broken (Unicode Line Breaking Algorithm, UAX 14). */
export type FindBreaks = (line: string) => Uint8Array;

/** Loads the tables of line breaking. */
export async function loadLineBreaks(): Promise<FindBreaks> {
  const { default: LineBreaker } = await loadPackage<LineBreak>('linebreak');
  return (line) => {
    const breaks = new Uint8Array(line.length + 1);
    const breaker = new LineBreaker(line);
    for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak())
      breaks[found.position] = 1;
    for (const { index, 0: text } of line.matchAll(UNSPACED))
      for (const { index: at } of words.segment(text)) if (at > 0) breaks[index + at] = 1;
    return breaks;
  };
}
