import { expect, it } from 'vitest';
import { read } from '../../../../lib/conversions/index.ts';
import { odfOf } from '../../office-files.ts';

it('lists the comments of a text beside it', async () => {
  const odt = odfOf(
    'text',
    '<text:p>a<office:annotation><dc:creator>Ada</dc:creator><dc:date>2026-11-23T10:00:00</dc:date><text:p>By whom?</text:p><text:p>When?</text:p></office:annotation>b</text:p><text:p>c<office:annotation/></text:p>',
  );

  const { blocks, comments } = await read(odt, { from: 'odt' });

  expect(comments).toEqual([
    { author: 'Ada', created: '2026-11-23T10:00:00', text: 'By whom?\nWhen?' },
    { author: null, created: null, text: '' },
  ]);
  expect(
    blocks.map((block) =>
      block.kind === 'paragraph' ? block.content.map((piece) => 'text' in piece && piece.text).join('') : '',
    ),
  ).toEqual(['ab', 'c']);
});
