import { describe, expect, it } from 'vitest';
import { endOfProlog } from '../../../lib/conversions/base/markup-prolog.ts';

describe('endOfProlog', () => {
  it.each([
    ['nothing', '<a>', '<a>'],
    ['white space and a byte order mark', '\ufeff \n<a>', '<a>'],
    ['a declaration', '<?xml version="1.0"?>\n<a>', '<a>'],
    ['comments', '<!-- a --> <!----><!-- > -- --><a>', '<a>'],
    ['declarations and comments in any order', '<!-- x --><?xml?><!-- y --><a>', '<a>'],
    ['the start of a comment that never ends', '<!----><!-- a', '<!-- a'],
    ['the start of a declaration that never ends', ' <?xml version', '<?xml version'],
    ['only comments', '<!-- a -->', ''],
    ['10 MB of one comment', `<!--${'-a'.repeat(5_000_000)}--><a>`, '<a>'],
  ])('skips %s', (_, text, rest) => {
    expect(text.slice(endOfProlog(text))).toBe(rest);
  });
});
