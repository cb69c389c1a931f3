import { beforeAll, describe, expect, it } from 'vitest';
import type { Format } from '../../lib/conversions/formats.ts';
import { formats } from '../../lib/conversions/formats.ts';
import { isLong, runsOf } from '../support/long-run.ts';
import { mutate } from './mutate.ts';
import { createRandom } from './random.ts';
import { caseOf, judgeHere } from './run-cases.ts';
import { ownSamples, type Sample } from './samples.ts';

const SEED = 'tides';
const CASES_OF_A_FORMAT = runsOf(1, 2);
// Text recognition and LibreOffice take seconds each; `npm run test:fuzz` includes them. The short run has a third of the others.
const slow: readonly Format[] = [
  'doc',
  'png',
  'jpeg',
  'webp',
  'tiff',
  'gif',
  'avif',
  'svg',
  'bmp',
  'ico',
  'jp2',
  'svgz',
];
let samples: Sample[] = [];
beforeAll(async () => {
  samples = await ownSamples();
});

describe('fuzzing', () => {
  it('starts with a document of every format except ppt, which nothing here writes', () => {
    const missing = Object.keys(formats).filter((name) => !samples.some(({ format }) => format === name));

    expect(missing.toSorted()).toEqual(['ppt']);
  });

  it('generates the same file for the same seed and number', () => {
    for (let index = 0; index < 20; index += 1)
      expect(caseOf('a', index, samples)).toEqual(caseOf('a', index, samples));
    expect(caseOf('a', 1, samples)).not.toEqual(caseOf('b', 1, samples));
  });

  it('mutates documents of each format, to at most 2 MB', { timeout: 120_000 }, () => {
    for (const { format, bytes } of samples) {
      const runs = runsOf(4, 8);
      const changed = Array.from({ length: runs }, (_, at) =>
        mutate(format as Format, bytes, bytes, createRandom(`${at}`)),
      );
      expect(changed.filter((each) => !each.equals(bytes)).length, format).toBeGreaterThan(runs / 2);
      expect(Math.max(...changed.map((each) => each.length))).toBeLessThanOrEqual(2_000_000);
    }
  });

  it('crashes no engine', { timeout: 240_000 }, async () => {
    const findings: unknown[] = [];
    for (const [at, format] of [...new Set(samples.map((sample) => sample.format))].entries()) {
      if (slow.includes(format) || (!isLong && at % 3 !== 0)) continue;
      const alike = samples.filter((sample) => sample.format === format);
      for (let index = 0; index < CASES_OF_A_FORMAT; index += 1) {
        const { from, target, bytes, sample } = caseOf(SEED, index, alike, true);
        const found = await judgeHere(from, target, bytes);
        if (found !== undefined) findings.push({ index, sample, target, ...found });
      }
    }

    expect(findings).toEqual([]);
  });
});
