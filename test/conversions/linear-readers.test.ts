import { describe, expect, it } from 'vitest';
import { shieldHtml } from '../../lib/conversions/backends/chromium/shield-html.ts';
import { endOfJsonString } from '../../lib/conversions/base/json-string.ts';
import { readMimeMessage } from '../../lib/conversions/formats/mail/mime-message.ts';
import { referencesIn } from '../../lib/conversions/formats/svg/references.ts';
import { runsOf } from '../support/long-run.ts';

// Each of these exhausted the stack or ran for minutes when its reader was not linear.
/** A fifth of the repetitions in the short run. */
const times = (count: number): number => runsOf(count / 5, count);

describe('a reader of untrusted text', () => {
  it.each([
    ['letters', 'a'.repeat(times(10_000_000))],
    ['escapes', '\\"'.repeat(times(5_000_000))],
  ])('finds the end of a JSON string of %s', (_, text) => {
    expect(endOfJsonString(`"${text}",1`, 0)).toBe(text.length + 2);
    expect(endOfJsonString(`"${text}`, 0)).toBe(-1);
  });

  it.each(['<meta ', '<meta http-equiv=', '<meta "', '<!--<meta '])(
    'leaves a page of "%s" unchanged',
    (part) => {
      const page = part.repeat(times(200_000));
      expect(shieldHtml(page).endsWith(page)).toBe(true);
    },
  );

  it.each([
    ['brackets', `Content-Type: text/plain; name=${'('.repeat(times(1_000_000))}`],
    ['words', `Subject: ${'=?utf-8?B?Y?= '.repeat(times(70_000))}`],
    ['starts of words', `Subject: ${'=?a?Q?'.repeat(times(170_000))}`],
    ['addresses', `To: ${'"a" <b@c.d>, '.repeat(times(50_000))}`],
    ['sections', `Content-Type: text/plain${'; a*1*=x'.repeat(times(100_000))}`],
    ['padding', `Content-Transfer-Encoding: base64\r\n\r\n${'=A'.repeat(times(5_000_000))}`],
    [
      'parts without a known charset',
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain; charset=x\r\n\r\n\xe9\r\n'.repeat(times(9000))}`,
    ],
    ['signatures', `Content-Type: application/pkcs7-mime\r\n\r\n${'\x30\x80'.repeat(times(5_000_000))}`],
  ])('reads a message of many %s', (_, text) => {
    expect(readMimeMessage(Buffer.from(`Subject: x\r\n${text}`, 'latin1')).subject).toBe('x');
  });

  it.each(['url(', 'url( ', 'url("', "url('", 'url \t'])('finds no reference in "%s"', (part) => {
    expect(referencesIn('fill', part.repeat(times(50_000)))).toEqual([]);
  });
});
