import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XML_END } from '../../../lib/conversions/shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../../lib/conversions/shared/xml/xml-cursor.ts';
import {
  dateSerial,
  durationText,
  isoDate,
  serialDate,
} from '../../../lib/conversions/workbook/serial-date.ts';

describe('serial dates', () => {
  it('round-trip and match ISO 8601', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 61, max: 2_958_465 }),
        fc.integer({ min: 0, max: 86_399_999 }),
        (day, ms) => {
          const serial = day + ms / 86_400_000;
          const date = serialDate(serial, false);

          expect(date?.getTime()).toBe((day - 25_569) * 86_400_000 + ms);
          expect(dateSerial(date ?? new Date())).toBeCloseTo(serial, 8);
          expect(date?.toISOString().replace(/(?:\.000)?Z$/, '')).toBe(isoDate(date ?? new Date(), true));
        },
      ),
    );
  });

  it.each([
    [-1, undefined],
    [2_958_466, undefined],
    [Number.NaN, undefined],
  ])('are undefined for %s', (serial, date) => {
    expect(serialDate(serial, false)).toBe(date);
  });

  it('format durations of any length', () => {
    expect([durationText(1.0625), durationText(-0.5), durationText(100)]).toEqual([
      '25:30:00',
      '-12:00:00',
      '2400:00:00',
    ]);
  });
});

describe('xmlCursor', () => {
  it('terminates for any bytes', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      'a',
      '"',
      '=',
      ' ',
      '&amp;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      'é',
      '<a b="1">',
      '</a>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const cursor = xmlCursor(Buffer.from(pieces.join('')), ['a', 'b']);
        let steps = 0;
        const run = (): void => {
          for (; cursor.next() !== XML_END; steps += 1) {
            cursor.attribute(1);
            cursor.number();
            cursor.text();
          }
        };

        // A DTD is rejected, and `<!` looks like one; nothing else may be thrown.
        try {
          run();
        } catch (error) {
          expect(error).toMatchObject({ code: 'corrupt_document' });
        }
        expect(steps).toBeLessThanOrEqual(pieces.length);
      }),
      { numRuns: 500 },
    );
  });

  it('parses numbers like Number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const cursor = xmlCursor(Buffer.from(`<v>${value}</v>`), ['v']);
        cursor.next();

        expect(cursor.number()).toBe(value === 0 ? Number(String(value)) : value);
      }),
      { numRuns: 1000 },
    );
  });
});
