import { describe, expect, it } from 'vitest';
import { endOfProlog } from '../../../lib/conversions/base/markup-prolog.ts';

describe('endOfProlog', () => {
  it.each([
    ['nothing', '<a>', '<a>'],
    ['white space and a byte order mark', '\ufeff \n<a>', '<a>'],
    ['a declaration', '<?xml version="1.0"?>\n<a>', '<a>'],
    ['comments', '<!-- a --> <!----><!-- > -- --><a>', '<a>'],
    ['declarations and comments in any order', '<!-- x --><?xml?><!-- y --><a>', '<a>'],
    ['the start of an unterminated comment', '<!----><!-- a', '<!-- a'],
    ['the start of an unterminated declaration', ' <?xml version', '<?xml version'],
    ['only comments', '<!-- a -->', ''],
    ['a single comment of 10 MB', `<!--${'-a'.repeat(5_000_000)}--><a>`, '<a>'],
  ])('skips %s', (_, text, rest) => {
    expect(text.slice(endOfProlog(text))).toBe(rest);
  });
});
