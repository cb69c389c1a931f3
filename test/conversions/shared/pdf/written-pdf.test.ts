import { expect, it } from 'vitest';
import {
  countPages,
  withOwnNumbers,
  withoutTimes,
} from '../../../../lib/conversions/shared/pdf/written-pdf.ts';

const office = (time: string, id: string): Buffer =>
  Buffer.from(
    `%PDF-1.6\n<</Type/Pages\n/Kids[ 1 0 R ]\n/Count 12>>\n<xmp:CreateDate>2026-11-20T12:45:${time}Z</xmp:CreateDate>\n<</CreationDate(D:202611201245${time}Z')>>\ntrailer\n<</ID [ <${id}>\n<${id}> ]\n/DocChecksum /${id}\n>>\nstartxref\n9\n%%EOF`,
    'latin1',
  );
const browser = (time: string): Buffer =>
  Buffer.from(`<</CreationDate (D:202611201245${time}+00'00')\n/ModDate (D:202611201245${time}+00'00')>>`);

it('returns the same bytes for the same document', () => {
  const one = withoutTimes(office('11', 'A'.repeat(32)));
  const other = withoutTimes(office('59', 'B'.repeat(32)));

  expect(one.toString('latin1')).toBe(other.toString('latin1'));
  expect(one.length).toBe(office('11', 'A'.repeat(32)).length);
  expect(one.toString('latin1')).not.toMatch(/2026|A{32}/);
  expect(withoutTimes(browser('11')).equals(withoutTimes(browser('59')))).toBe(true);
});

it('sets a different identifier for a different document', () => {
  const one = withoutTimes(office('11', 'A'.repeat(32))).toString('latin1');
  const text = office('11', 'A'.repeat(32)).toString('latin1').replace('/Count 12', '/Count 13');

  const other = withoutTimes(Buffer.from(text, 'latin1')).toString('latin1');

  expect(/ID \[ <\w+/.exec(other)?.[0]).not.toBe(/ID \[ <\w+/.exec(one)?.[0]);
});

it('counts pages from the root of the page tree', () => {
  expect(countPages(office('11', 'A'.repeat(32)))).toBe(12);
  expect(countPages(Buffer.from('%PDF-1.7'))).toBeNull();
});

it('renumbers structure elements in their order, and nothing that only looks like one', () => {
  const pdf = (first: string, second: string): Buffer =>
    Buffer.from(
      `/Title (node00000007)/Alt (node00000009) /ID (node${second})>>/Headers [(node${second}) (node${first})]\n/Limits [(node${first}) (node${second})]\n/Names [(node${first}) 22 0 R (node${second}) 9 0 R\n(node${second}) 7 0 R]`,
    );

  expect(withOwnNumbers(pdf('00000007', '00000009')).toString()).toBe(pdf('00000001', '00000002').toString());
  expect(withOwnNumbers(pdf('00000913', '00001002')).toString()).toBe(pdf('00000001', '00000002').toString());
});
