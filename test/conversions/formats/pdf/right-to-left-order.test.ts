import { expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';

it('reads right-to-left lines in their order, with numbers, brackets and words of other scripts', async () => {
  const lines = ['السعر 1.234,50 (بدون ضريبة)', 'مكتبة R و Python غنية، مفيدة', 'A word, شارع, in a line.'];
  const html = lines.map((line, at) => `<p dir="${at < 2 ? 'rtl' : 'ltr'}">${line}</p>`).join('');
  const { bytes: pdf } = await convert(Buffer.from(html), { from: 'html', to: 'pdf' });

  const { bytes } = await convert(pdf, { from: 'pdf', to: 'text' });

  expect(bytes.toString().trim().split('\n\n')).toEqual(lines);
});
