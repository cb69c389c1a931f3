import { expect, it } from 'vitest';
import { checkWords } from '../../../../lib/conversions/formats/html/check-words.ts';
import { convert } from '../../../../lib/conversions/index.ts';

const word = 'a'.repeat(200_001);

it.each(['pdf', 'png'] as const)('refuses a page with one word of a million letters as %s', async (to) => {
  const page = Buffer.from(`<!doctype html><p>${'a'.repeat(1_000_000)}</p>`);

  await expect(convert(page, { from: 'html', to })).rejects.toMatchObject({
    code: 'too_complex',
    message:
      'The document has a word of 1000000 characters; the limit is 200000 characters without a space. Add spaces or remove the word.',
  });
});

it.each([`<p>${word}`, `<style>a{}</style>${word}`, `<!-- a -->${word}`, `a < b ${word}`])(
  'finds a long word in %.30s',
  (page) => {
    expect(() => checkWords(page)).toThrow('a word of 200001 characters');
  },
);

it.each([
  ['an image in an attribute', `<img alt="a > b" src="data:image/png;base64,${word}">`],
  ['a font in a style sheet', `<style>@font-face{src:url(${word})}</style>`],
  ['a script', `<SCRIPT>${word}</SCRIPT>`],
  ['a comment', `<!--${word}-->`],
  ['a word at the limit', `<p>${word.slice(1)} b</p>`],
  ['text without spaces between words', `<p>${'\u6f22'.repeat(200_001)}</p>`],
  ['an unterminated tag', `<p title="${word}`],
])('accepts %s', (_, page) => {
  expect(() => checkWords(page)).not.toThrow();
});
