import { describe, expect, it } from 'vitest';
import { extract, read } from '../../../../lib/conversions/index.ts';
import { odfOf } from '../../office-files.ts';

const info =
  '<office:change-info><dc:creator>Ada</dc:creator><dc:date>2026-11-23T10:00:00</dc:date></office:change-info>';
const region = (id: string, change: string): string =>
  `<text:changed-region text:id="${id}">${change}</text:changed-region>`;
const deletion = (id: string, content: string): string =>
  region(id, `<text:deletion>${info}${content}</text:deletion>`);
const deleted = (id: string): string => `<text:change text:change-id="${id}"/>`;
const insertion = (id: string): string => region(id, `<text:insertion>${info}</text:insertion>`);
const inserted = (id: string, content: string): string =>
  `<text:change-start text:change-id="${id}"/>${content}<text:change-end text:change-id="${id}"/>`;

const changes = (...regions: readonly string[]): string =>
  `<text:tracked-changes>${regions.join('')}</text:tracked-changes>`;

const reviewed = odfOf(
  'text',
  [
    changes(
      deletion('d1', '<text:p>ten</text:p>'),
      insertion('i1'),
      deletion('d2', '<text:p/><text:p/>'),
      insertion('i2'),
      deletion('d3', '<text:p>Gone.</text:p>'),
    ),
    `<text:p>The term is ${deleted('d1')}${inserted('i1', '<text:span>twelve</text:span>')} months.</text:p>`,
    '<text:p><office:annotation office:name="a1"><dc:creator>Bo</dc:creator><text:p>By whom?</text:p></office:annotation>It may be ended<office:annotation-end office:name="a1"/> at any time.</text:p>',
    `<text:p>One ${deleted('d2')}two.</text:p>`,
    deleted('d3'),
    inserted('i2', '<text:p>New.</text:p>'),
  ].join(''),
);

const textOf = async (file: Uint8Array, options: object): Promise<string[]> => {
  const { bytes } = await extract(file, { from: 'odt', format: 'markdown', options: { ...options } });
  return Buffer.from(bytes).toString().trim().split('\n\n');
};

describe('an odt under review', () => {
  it.each([
    ['final', ['The term is twelve months.', 'It may be ended at any time.', 'One two.', 'New.']],
    ['original', ['The term is ten months.', 'It may be ended at any time.', 'One', 'two.', 'Gone.']],
    [
      'marked',
      ['The term is ~~ten~~twelve months.', 'It may be ended at any time.', 'One', 'two.', 'Gone.', 'New.'],
    ],
  ])('is read as its %s text', async (tracked_changes, lines) => {
    expect(await textOf(reviewed, { tracked_changes })).toEqual(lines);
  });

  it('has its comments as notes if asked, and lists what they are about', async () => {
    expect(await textOf(reviewed, { comments: 'notes' })).toContain('[^1]: **Bo:** By whom?');
    expect((await read(reviewed, { from: 'odt' })).comments).toEqual([
      { author: 'Bo', created: null, text: 'By whom?', quote: 'It may be ended' },
    ]);
  });

  it('reads a deletion that contains itself, or is referred to often, once', async () => {
    const file = odfOf(
      'text',
      `${changes(deletion('d', `<text:p>x${deleted('d')}</text:p>`))}<text:p>${deleted('d').repeat(9)}y</text:p>`,
    );

    expect(await textOf(file, { tracked_changes: 'original' })).toEqual(['xy']);
  });
});
