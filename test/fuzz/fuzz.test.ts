import { beforeAll, describe, expect, it } from 'vitest';
import type { Format } from '../../lib/conversions/formats.ts';
import { formats } from '../../lib/conversions/formats.ts';
import { mutate } from './mutate.ts';
import { createRandom } from './random.ts';
import { caseOf, type Finding, runCases } from './run-cases.ts';
import { ownSamples, type Sample } from './samples.ts';

const SEED = 'tides';
const CASES = 25;
// Text recognition and LibreOffice take seconds for each; `npm run test:fuzz` has them.
const slow: readonly Format[] = ['doc', 'png', 'jpeg', 'webp', 'tiff', 'gif', 'svg'];
let samples: Sample[] = [];
beforeAll(async () => {
  samples = await ownSamples();
});

describe('fuzzing', () => {
  it('begins with a document of every format but ppt, which nothing here writes', () => {
    const missing = Object.keys(formats).filter((name) => !samples.some(({ format }) => format === name));

    expect(missing).toEqual(['ppt']);
  });

  it('makes the same file again of the same seed and number', () => {
    for (let index = 0; index < 20; index += 1)
      expect(caseOf('a', index, samples)).toEqual(caseOf('a', index, samples));
    expect(caseOf('a', 1, samples)).not.toEqual(caseOf('b', 1, samples));
  });

  it('changes documents of each format, and never beyond 2 MB', { timeout: 120_000 }, () => {
    for (const { format, bytes } of samples) {
      const changed = Array.from({ length: 8 }, (_, at) =>
        mutate(format as Format, bytes, bytes, createRandom(`${at}`)),
      );
      expect(changed.filter((each) => !each.equals(bytes)).length, format).toBeGreaterThan(4);
      expect(Math.max(...changed.map((each) => each.length))).toBeLessThanOrEqual(2_000_000);
    }
  });

  it('kills no engine', { timeout: 240_000 }, async () => {
    const findings: Pick<Finding, 'index' | 'sample' | 'target' | 'outcome' | 'detail'>[] = [];

    await runCases({
      samples: samples.filter(({ format }) => !slow.includes(format)),
      seed: SEED,
      isQuick: true,
      first: 0,
      goesOn: (index) => index < CASES,
      onFinding: ({ bytes: _, ...finding }) => {
        findings.push(finding);
      },
    });

    expect(findings).toEqual([]);
  });
});
