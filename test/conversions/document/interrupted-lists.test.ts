import { expect, it } from 'vitest';
import { convert } from '../../../lib/conversions/index.ts';

it.each(['docx', 'odt'] as const)(
  'a paragraph between two lists of %s is no part of the first',
  async (to) => {
    const html =
      '<ul><li>one</li></ul><ul><li>two<ul><li><p>three</p><p>four</p></li></ul></li></ul><p>five</p><ul><li>six</li></ul>';
    const { bytes } = await convert(Buffer.from(html), { from: 'html', to });

    const written = await convert(bytes, { from: to, to: 'markdown' });

    expect(Buffer.from(written.bytes).toString()).toContain('\n\nfive\n\n- six');
  },
);
