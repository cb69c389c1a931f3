import { expect, it } from 'vitest';
import { shieldHtml } from '../../../../lib/conversions/backends/chromium/shield-html.ts';

const policy = /<meta http-equiv="Content-Security-Policy" content="default-src 'none';[^>]*>/;

it.each([
  ['<!DOCTYPE html><p>x', '<!DOCTYPE html>|<p>x'],
  [
    '\uFEFF <!-- a > b -->\n<!doctype html PUBLIC "x">\n<p>x',
    '\uFEFF <!-- a > b -->\n<!doctype html PUBLIC "x">|\n<p>x',
  ],
  ['<p>x', '|<p>x'],
  ['<!-- unterminated <!doctype html>', '|<!-- unterminated <!doctype html>'],
  ['<meta http-equiv=refresh content="0;url=x"><p>x', '|<p>x'],
  [
    'a<META content=\'0;url=data:,<h1>\' HTTP-EQUIV = "Refresh">b<meta charset=utf-8>',
    '|ab<meta charset=utf-8>',
  ],
  ['a<meta name="refresh>', '|a<meta name="refresh>'],
])('inserts the policy after the document type and removes redirects: %j', (html, expected) => {
  expect(shieldHtml(html).replace(policy, '|')).toBe(expected);
});

it('reads a page of half a million unclosed tags', () => {
  const html = '<meta "'.repeat(500_000);

  expect(shieldHtml(html).endsWith(html)).toBe(true);
});
