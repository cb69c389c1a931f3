import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundReport, clipText, maxReportBytes } from '../../../lib/jobs/bound-report.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { runsOf } from '../../support/long-run.ts';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const report = {
  engine: 'unzip',
  version: '1',
  tried: [{ engine: 'unzip', outcome: 'complete' }],
  pages: 3,
  ocr_pages: 0,
  fonts_substituted: ['Arial'],
  warnings: ['One warning.'],
};

describe('boundReport', () => {
  test('leaves a report within the limit unchanged', () => {
    const rest = maxReportBytes - bytesOf({ ...report, warnings: [''] });
    const largest = { ...report, warnings: ['x'.repeat(rest)] };

    expect(bytesOf(largest)).toBe(maxReportBytes);
    expect(boundReport(largest)).toBe(largest);
  });

  test('keeps the first warnings of a report that is one byte too large, and counts the others', () => {
    const warnings = Array.from({ length: 60 }, (_, index) => `${index} ${'名'.repeat(255)}`);

    const bounded = boundReport({ ...report, warnings });

    const kept = bounded.warnings as string[];
    const dropped = warnings.length - (kept.length - 1);
    expect(bounded).toMatchObject({ engine: 'unzip', pages: 3, fonts_substituted: ['Arial'] });
    expect(kept).toEqual([...warnings.slice(0, kept.length - 1), `${dropped} more warnings are not listed.`]);
    expect(kept.length).toBeGreaterThan(5);
  });

  test('counts fonts that it drops', () => {
    const fonts = Array.from({ length: 2000 }, (_, index) => `Font ${index} of a long name`);

    const bounded = boundReport({ ...report, fonts_substituted: fonts });

    const dropped = fonts.length - (bounded.fonts_substituted as string[]).length;
    expect(bounded.warnings).toEqual(['One warning.', `${dropped} more substituted fonts are not listed.`]);
  });

  test('limits any report', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 3000 });
    const reports = fc.record({
      engine: fc.oneof(text, fc.constant('x'.repeat(100_000))),
      version: text,
      tried: fc.array(fc.record({ engine: text, outcome: text })),
      pages: fc.option(fc.nat()),
      ocr_pages: fc.nat(),
      fonts_substituted: fc.array(text, { maxLength: 300 }),
      warnings: fc.array(text, { maxLength: 300 }),
      unknown: fc.array(text),
    });
    fc.assert(
      fc.property(reports, (any) => {
        expect(bytesOf(boundReport(any))).toBeLessThanOrEqual(maxReportBytes);
      }),
      { numRuns: runsOf(8, 60) },
    );
  });
});

test('clipText cuts no character in half', () => {
  expect(clipText('x'.repeat(1000))).toHaveLength(1000);
  expect(clipText(`${'x'.repeat(998)}😀x`)).toBe(`${'x'.repeat(998)}\ufffd…`);
});
