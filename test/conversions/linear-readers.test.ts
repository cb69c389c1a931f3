import { describe, expect, it } from 'vitest';
import { shieldHtml } from '../../lib/conversions/backends/chromium/shield-html.ts';
import { endOfJsonString } from '../../lib/conversions/base/json-string.ts';
import { referencesIn } from '../../lib/conversions/formats/svg/references.ts';

// Each of these exhausted the stack or ran for minutes when its reader was not linear.
describe('a reader of untrusted text', () => {
  it.each([
    ['letters', 'a'.repeat(10_000_000)],
    ['escapes', '\\"'.repeat(5_000_000)],
  ])('finds the end of a JSON string of 10 MB of %s', (_, text) => {
    expect(endOfJsonString(`"${text}",1`, 0)).toBe(text.length + 2);
    expect(endOfJsonString(`"${text}`, 0)).toBe(-1);
  });

  it.each(['<meta ', '<meta http-equiv=', '<meta "', '<!--<meta '])(
    'leaves a page of "%s" unchanged',
    (part) => {
      const page = part.repeat(200_000);
      expect(shieldHtml(page).endsWith(page)).toBe(true);
    },
  );

  it.each(['url(', 'url( ', 'url("', "url('", 'url \t'])('finds no reference in "%s"', (part) => {
    expect(referencesIn('fill', part.repeat(50_000))).toEqual([]);
  });
});
